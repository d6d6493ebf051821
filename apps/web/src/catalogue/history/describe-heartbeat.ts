import type { Expectation } from '@cairn/workspace/port/records/heartbeats'
import type { TFunction } from 'i18next'
import { z } from 'zod/mini'
import { expectationWords } from '../heartbeats/expectation-words.ts'

/** An expectation, as the database records it in the history, without the parts that are not set. */
const expected = z.object({
  expects: z.enum(['nothing', 'interval', 'cron']),
  every_seconds: z.optional(z.number()),
  working_hours: z.optional(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() })),
  cron: z.optional(z.string()),
  time_zone: z.optional(z.string()),
  grace_seconds: z.optional(z.number()),
})

/** Describes a change of a heartbeat or its expectation in words; null for any other value. */
export function heartbeatText(value: unknown, language: string, t: TFunction): string | null {
  const known = expected.safeParse(value)
  if (known.success) {
    const { grace_seconds: graceSeconds = 0 } = known.data
    return expectationWords({ expectation: expectationOf(known.data), graceSeconds }, language, t)
  }
  switch (value) {
    case 'made':
      return t('Address created')
    case 'rotated':
      return t('Address rotated')
    case 'revoked':
      return t('Address revoked')
    case 'joined':
      return t('Joined to a caller')
    case 'paused':
      return t('Paused')
    case 'resumed':
      return t('Resumed')
    default:
      return null
  }
}

function expectationOf(noted: z.infer<typeof expected>): Expectation {
  const { expects: kind, every_seconds: seconds = 0, working_hours: workingHours = null } = noted
  const { cron = '', time_zone: timeZone = 'UTC' } = noted
  if (kind === 'cron') return { kind, cron, timeZone }
  return kind === 'nothing' ? { kind } : { kind, seconds, workingHours, timeZone }
}
