import { z } from 'zod'
import {
  emailNotConfirmed,
  invalidCredentials,
  passwordNotProven,
  phoneDisabled,
  phoneNotConfirmed,
  userBanned,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { parsePhoneNumber } from '../../rules/phone-number.ts'
import type { TakenTurn } from '../../store/pauses.ts'
import { deleteSessionsOf } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { type Credentials, findAccount, findCredentials, type Identifier } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { giveGuessBack, takeGuess } from '../shared/client-limits.ts'
import { beginSession, type Grant, grantResponse, makeGrant } from '../shared/grant.ts'
import { checkInPause } from './pause.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
})

interface Attempt {
  identifier: Identifier
  credentials: Credentials | null
  matches: boolean
  /** Whether it is the password of the sign-up, which does not count. */
  isUnproven?: boolean
  /** The guess as it was counted; null in a pause, where guesses are not counted. */
  guess: TakenTurn | null
}

type Outcome =
  | { kind: 'signed-in'; grant: Grant }
  | { kind: 'rejected-by-hook'; message: string }
  | { kind: 'unconfirmed'; contact: Identifier['kind'] }
  | { kind: 'wrong' | 'unproven' | 'banned' | 'changed-meanwhile' }

/**
 * POST /token?grant_type=password. An address without an account takes as much time as a wrong password and gets the
 * same response. A network has a limited number of guesses, for all addresses together, and they are counted before
 * anything is hashed; then it pauses (pause.ts). The product counts failures in its hook, before the response, and may
 * refuse even the right password.
 */
export async function passwordGrant(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  const identifier = identifierIn(services, body)
  const password = body.password ?? ''
  // The count comes last: others of the network wait for it until the transaction ends.
  const { guess, credentials } = await services.database.transaction(async (tx) => ({
    credentials: await findCredentials(tx, identifier),
    guess: await takeGuess(services, tx, call),
  }))
  if (guess.kind === 'pause') {
    return checkInPause(services, call, { credentials, password, pauseSeconds: guess.seconds }, async () => {
      const outcome = await decideOn(services, call, { identifier, credentials, matches: true, guess: null })
      return outcome.kind === 'signed-in' ? answer(services, call, outcome) : null
    })
  }
  const counts = credentials === null || credentials.encrypted_password !== null
  const isSame = await isPassword(services, call, { credentials, password, guess })
  const attempt = { identifier, credentials, matches: isSame && counts, isUnproven: isSame && !counts, guess }
  return answer(services, call, await decideOn(services, call, attempt))
}

/**
 * Hashes once in any case, so that the time does not reveal who has a password. Throws Overloaded; then it was no
 * guess.
 */
async function isPassword(
  services: Services,
  call: Call,
  { credentials, password, guess }: { credentials: Credentials | null; password: string; guess: TakenTurn },
): Promise<boolean> {
  const { database, passwords } = services
  const hash = credentials?.encrypted_password ?? credentials?.unproven_password ?? null
  try {
    return await passwords.matches(password, hash, clientNetwork(call.clientAddress))
  } catch (error) {
    await database.transaction((tx) => giveGuessBack(services, tx, call, guess))
    throw error
  }
}

function decideOn(services: Services, call: Call, attempt: Attempt): Promise<Outcome> {
  return services.database.transaction((tx) => decide(services, tx, call, attempt))
}

/** The address or number of a request. A malformed one is refused at once: no account can have it. */
function identifierIn({ settings }: Services, { email, phone }: z.output<typeof bodySchema>): Identifier {
  if (email !== null && phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (phone !== null && settings.phone === undefined) throw phoneDisabled()
  const kind = phone === null ? 'email' : 'phone'
  if (email === null && phone === null) throw validationFailed('missing email or phone')
  const address = phone === null ? parseEmailAddress(email ?? '') : parsePhoneNumber(phone)
  if (address === null) throw invalidCredentials()
  return { kind, address }
}

/** Returns refusals instead of throwing them: what the hook wrote has to be committed. */
async function decide(
  services: Services,
  tx: Transaction,
  call: Call,
  { identifier, credentials, matches, isUnproven = false, guess }: Attempt,
): Promise<Outcome> {
  const verdict = await services.hooks.passwordVerificationAttempt(tx, call, {
    userId: credentials?.id ?? null,
    email: identifier.address,
    valid: matches,
  })
  if (verdict.kind === 'reject') {
    if (verdict.endSessions && credentials !== null) await deleteSessionsOf(tx, credentials.id)
    return { kind: 'rejected-by-hook', message: verdict.message }
  }
  if (isUnproven) return { kind: 'unproven' }
  if (!matches || credentials === null) return { kind: 'wrong' }
  const outcome = await openSession(services, tx, call, { identifier, credentials })
  // The count is updated last: others of the network wait for it until the transaction ends.
  if (guess !== null) await giveGuessBack(services, tx, call, guess)
  return outcome
}

/** Opens the session of a user whose password is right. */
async function openSession(
  services: Services,
  tx: Transaction,
  call: Call,
  { identifier, credentials }: { identifier: Identifier; credentials: Credentials },
): Promise<Outcome> {
  const account = await findAccount(tx, credentials.id)
  if (account !== null && account.user[`${identifier.kind}_confirmed_at`] === null) {
    return { kind: 'unconfirmed', contact: identifier.kind }
  }

  const session = await beginSession(services, tx, call, {
    userId: credentials.id,
    method: 'password',
    // The hash that was checked, so that a password that was changed during hashing does not sign in.
    ...(credentials.encrypted_password === null ? {} : { passwordHash: credentials.encrypted_password }),
  })
  if (session === null) {
    const banned = account?.user.banned_until ?? null
    return { kind: banned === null ? 'changed-meanwhile' : 'banned' }
  }
  return { kind: 'signed-in', grant: await makeGrant(services, tx, call, { session, method: 'password' }) }
}

function answer(services: Services, call: Call, outcome: Outcome): Promise<Response> {
  const { requestId } = call
  if (outcome.kind !== 'signed-in') {
    services.observe({ kind: 'sign-in-refused', requestId, reason: outcome.kind })
  }
  switch (outcome.kind) {
    case 'signed-in': {
      const userId = outcome.grant.account.user.id
      services.observe({ kind: 'signed-in', requestId, userId, method: 'password' })
      return grantResponse(services, outcome.grant)
    }
    case 'rejected-by-hook':
      throw invalidCredentials(outcome.message)
    case 'unconfirmed':
      throw outcome.contact === 'email' ? emailNotConfirmed() : phoneNotConfirmed()
    case 'unproven':
      throw passwordNotProven()
    case 'banned':
      throw userBanned(400)
    case 'wrong':
    case 'changed-meanwhile':
      throw invalidCredentials()
  }
}
