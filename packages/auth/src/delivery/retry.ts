const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const FIRST_DELAY_MS = 5 * SECOND_MS
const LONGEST_DELAY_MS = 15 * MINUTE_MS

/** As long as the links in it work; a mail that could not be sent by then is worth nothing. */
export const MAIL_LIFETIME_MS = 24 * HOUR_MS
/** The same for the codes in text messages. */
export const TEXT_LIFETIME_MS = 10 * MINUTE_MS

export type MailRetry = { kind: 'give-up' } | { kind: 'again'; inMs: number }

/** What to do about a mail that could not be sent: wait twice as long each time, up to a quarter of an hour. */
export function mailRetry(mail: { attempts: number; ageMs: number; lifetimeMs: number }): MailRetry {
  if (mail.ageMs >= mail.lifetimeMs) return { kind: 'give-up' }
  const doublings = Math.min(mail.attempts - 1, 20)
  return { kind: 'again', inMs: Math.min(FIRST_DELAY_MS * 2 ** doublings, LONGEST_DELAY_MS) }
}
