import { HANDOVER_PARTS } from '@cairn/workspace/port/records/handovers'
import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import type { TFunction } from 'i18next'
import { z } from 'zod/mini'
import { personName } from '@/shared/people/person-name.ts'

const named = z.object({ name: z.string() })
const handoverLine = z.object({
  part: z.enum(HANDOVER_PARTS),
  state: z.enum(['pending', 'accepted', 'passed_on']),
  giver: z.object({ id: z.nullable(z.string()), name: z.string() }),
  receiver: z.nullable(named),
})
export type HandoverLine = z.infer<typeof handoverLine>

/** Reads a handover from the history; null for any other entry. */
export function handoverIn({ field, after }: Pick<HistoryEntry, 'field' | 'after'>): HandoverLine | null {
  const line = field === 'handover' ? handoverLine.safeParse(after) : null
  return line?.success ? line.data : null
}

/** A handover in a sentence. Names are those that people had then: former members are still called by theirs. */
export function handoverSentence(line: HandoverLine, person: string, t: TFunction): string {
  const { part, state, receiver } = line
  const words = {
    person,
    giver: personName(line.giver.name, t),
    receiver: personName(receiver?.name ?? '', t),
  }
  if (state === 'accepted')
    return part === 'owner'
      ? t('{{person}} accepted it from {{giver}}', words)
      : t('{{person}} agreed to be its expert in place of {{giver}}', words)
  if (state === 'passed_on') {
    if (receiver === null) return t('{{person}} passed it on to nobody; it came from {{giver}}', words)
    return t('{{person}} passed it on to {{receiver}}; it came from {{giver}}', words)
  }
  if (part === 'owner') {
    return receiver === null
      ? t('{{giver}} left, and nobody owns it', words)
      : t('{{person}} handed it over from {{giver}} to {{receiver}}', words)
  }
  return receiver === null
    ? t('{{giver}}, one of its experts, left', words)
    : t('{{person}} made {{receiver}} its expert in place of {{giver}}', words)
}
