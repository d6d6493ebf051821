import { textTooSoon } from '../../errors/auth-errors.ts'
import { type RateLimit, takeTurn } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

const DEFAULTS = { cooldownSeconds: 60, perHour: 6, perHourInAll: 30 }
const HOUR_SECONDS = 3_600

/**
 * Bounds the text messages to one number, and to all of them, for each costs money. Counts numbers that we know and those
 * that we do not alike. Throws `over_sms_send_rate_limit`.
 */
export async function limitNumber({ settings }: Services, tx: Transaction, number: string): Promise<void> {
  const { textCooldownSeconds, textsPerHour, textsPerHourInAll } = settings.rateLimits ?? {}
  const cooldown = textCooldownSeconds ?? DEFAULTS.cooldownSeconds
  if (cooldown > 0) {
    await take(tx, { bucket: 'text to a number', limit: 1, windowSeconds: cooldown }, number)
  }
  const perHour = { limit: textsPerHour ?? DEFAULTS.perHour, windowSeconds: HOUR_SECONDS }
  await take(tx, { bucket: 'texts to a number in an hour', ...perHour }, number)
  const inAll = { limit: textsPerHourInAll ?? DEFAULTS.perHourInAll, windowSeconds: HOUR_SECONDS }
  await take(tx, { bucket: 'texts in an hour', ...inAll }, 'all')
}

async function take(tx: Transaction, limit: RateLimit, subject: string): Promise<void> {
  const wait = await takeTurn(tx, limit, subject)
  if (wait !== null) throw textTooSoon(wait)
}
