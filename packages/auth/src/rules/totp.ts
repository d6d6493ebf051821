import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** How many steps the clock of a phone may be ahead or behind. */
const DRIFT_STEPS = 1

/** A new secret for an authenticator app: 160 random bits, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address in the QR code for an authenticator app. */
export function totpUri(totp: { secret: string; issuer: string; label: string }): string {
  return authenticator(totp).toString()
}

/**
 * The step (30 seconds of time, counted since 1970) of a code; null for a wrong code. Steps up to the last used step
 * are not accepted: a code works once, and no earlier code works after it.
 */
export function stepOfCode(
  code: string,
  totp: { secret: string; lastUsedStep: number | null; nowMs: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const app = authenticator({ secret: totp.secret, issuer: '', label: '' })
  const delta = app.validate({ token: code, timestamp: totp.nowMs, window: DRIFT_STEPS })
  if (delta === null) return null
  const step = app.counter({ timestamp: totp.nowMs }) + delta
  return totp.lastUsedStep !== null && step <= totp.lastUsedStep ? null : step
}

function authenticator({ secret, issuer, label }: { secret: string; issuer: string; label: string }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}
