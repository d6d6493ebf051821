import { smsTooSoon } from '../../errors/auth-errors.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = { cooldownSeconds: 60, perHour: 6, perHourTotal: 30 }
const HOUR_SECONDS = 3_600

/**
 * Limits the SMS to one number and to all numbers together, for each costs money. Numbers with and without an account
 * are counted alike. Throws `over_sms_send_rate_limit`.
 */
export async function limitNumber({ settings }: Services, tx: Transaction, number: string): Promise<void> {
  const { smsCooldownSeconds, smsPerHour, smsPerHourTotal } = settings.rateLimits ?? {}
  const cooldown = smsCooldownSeconds ?? DEFAULTS.cooldownSeconds
  if (cooldown > 0) {
    await take(tx, { bucket: 'SMS to a number', limit: 1, windowSeconds: cooldown }, number)
  }
  const perHour = { limit: smsPerHour ?? DEFAULTS.perHour, windowSeconds: HOUR_SECONDS }
  await take(tx, { bucket: 'SMS to a number in an hour', ...perHour }, number)
  const total = { limit: smsPerHourTotal ?? DEFAULTS.perHourTotal, windowSeconds: HOUR_SECONDS }
  await take(tx, { bucket: 'SMS in an hour', ...total }, 'all')
}

async function take(tx: Transaction, limit: RateLimit, subject: string): Promise<void> {
  const wait = await countHit(tx, limit, subject)
  if (wait !== null) throw smsTooSoon(wait)
}
