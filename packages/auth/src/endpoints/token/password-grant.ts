import { z } from 'zod'
import {
  emailNotConfirmed,
  invalidCredentials,
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
import { deleteSessionsOf } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { type Credentials, findAccount, findCredentials, type Identifier } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { giveGuessBack, takeGuess } from '../shared/client-limits.ts'
import { beginSession, type Grant, grantResponse, makeGrant } from '../shared/grant.ts'

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
}

type Outcome =
  | { kind: 'signed-in'; grant: Grant }
  | { kind: 'rejected-by-hook'; message: string }
  | { kind: 'unconfirmed'; contact: Identifier['kind'] }
  | { kind: 'wrong' | 'banned' | 'changed-meanwhile' }

/**
 * POST /token?grant_type=password. An address without an account takes as much time as a wrong password and gets the
 * same answer. One network has so many guesses, for all addresses together, and they are counted before anything is hashed.
 * The product counts failures in its hook, before the answer, and may refuse even the right password.
 */
export async function passwordGrant(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  const identifier = identifierIn(services, body)
  const credentials = await services.database.transaction(async (tx) => {
    await takeGuess(services, tx, call)
    return findCredentials(tx, identifier)
  })
  const matches = await services.passwords.matches(
    body.password ?? '',
    credentials?.encrypted_password ?? null,
    clientNetwork(call.clientAddress),
  )
  const outcome = await services.database.transaction((tx) =>
    decide(services, tx, call, { identifier, credentials, matches }),
  )
  return answer(services, call, outcome)
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
  { identifier, credentials, matches }: Attempt,
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
  if (!matches || credentials === null) return { kind: 'wrong' }
  await giveGuessBack(services, tx, call)
  const account = await findAccount(tx, credentials.id)
  if (account !== null && account.user[`${identifier.kind}_confirmed_at`] === null) {
    return { kind: 'unconfirmed', contact: identifier.kind }
  }

  const session = await beginSession(services, tx, call, {
    userId: credentials.id,
    method: 'password',
    // The hash that was checked: a password that was changed while we hashed must not sign in.
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
    case 'banned':
      throw userBanned(400)
    case 'wrong':
    case 'changed-meanwhile':
      throw invalidCredentials()
  }
}
