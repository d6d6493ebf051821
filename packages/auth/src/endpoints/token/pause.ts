import { setTimeout } from 'node:timers/promises'
import { tooManyRequests } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { hasSignedInFrom } from '../../store/known-devices.ts'
import { countHit, type RateLimit, uncountHit } from '../../store/rate-limits.ts'
import { asRetryable } from '../../store/retryable.ts'
import type { Credentials } from '../../store/users.ts'
import type { Services } from '../services.ts'

/**
 * The delay before a refusal is sent, whatever its reason. A hash takes a tenth of it, on a busy machine half of it.
 */
const ANSWER_AFTER_MS = 800

/**
 * Passwords of one address from one network that are checked during pauses. They are counted here and not by the
 * product: its count can be queried, and would reveal afterwards which addresses were checked at all.
 */
const CHECKED: RateLimit = {
  bucket: 'passwords of a user in a pause of a client',
  limit: 5,
  windowSeconds: 15 * 60,
}

interface PausedAttempt {
  credentials: Credentials | null
  password: string
  pauseSeconds: number
}

/**
 * A sign-in while its network pauses. Only the right password of a user who has signed in from there before is passed
 * on to `signIn`, so that a guesser does not lock out other users behind the same address. Everything else is refused
 * alike, after the same time, and reveals nothing about accounts. Throws `over_request_rate_limit`.
 */
export async function checkInPause(
  services: Services,
  call: Call,
  attempt: PausedAttempt,
  signIn: () => Promise<Response | null>,
): Promise<Response> {
  const moment = setTimeout(ANSWER_AFTER_MS)
  // A hash that takes longer is not awaited, because its duration would reveal that there is one.
  const check = isRightAndKnown(services, call, attempt).catch((error: unknown) => {
    // A refusal because of overload would reveal the same.
    if (asRetryable(error) === null) throw error
    return false
  })
  const isRight = await Promise.race([check, moment.then(() => false)])
  const response = isRight ? await signIn() : null
  if (response !== null) return response
  await moment
  throw tooManyRequests(attempt.pauseSeconds)
}

async function isRightAndKnown(
  { database, passwords }: Services,
  call: Call,
  { credentials, password }: PausedAttempt,
): Promise<boolean> {
  if (credentials === null || credentials.encrypted_password === null) return false
  const { id, encrypted_password: passwordHash } = credentials
  const network = clientNetwork(call.clientAddress)
  const subject = `${id} ${network}`
  const isChecked = await database.transaction(
    async (tx) => (await hasSignedInFrom(tx, id, network)) && (await countHit(tx, CHECKED, subject)) === null,
  )
  if (!isChecked) return false
  const matches = await passwords.matches(password, passwordHash, network)
  if (matches) await database.transaction((tx) => uncountHit(tx, CHECKED, subject))
  return matches
}
