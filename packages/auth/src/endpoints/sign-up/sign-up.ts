import { z } from 'zod'
import { signupDisabled, userAlreadyExists, userBanned, validationFailed } from '../../errors/auth-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { withMinimumDuration } from '../../guards/minimum-duration.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account, Metadata } from '../../model/account.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import { clientNetwork } from '../../rules/client-network.ts'
import { metadataProblem } from '../../rules/metadata.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import { confirmContact } from '../../store/confirmation.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { storeNewUser } from '../../store/unconfirmed.ts'
import { findByContact } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { autoconfirms, type Contact, contactIn, limitContact } from '../shared/contact.ts'
import { beginSession, type Grant, grantResponse, makeGrant } from '../shared/grant.ts'
import { challengeIn, redirectIn } from '../shared/inputs.ts'
import { buildAccount } from '../shared/new-account.ts'
import { sendToken } from '../shared/send-mail-token.ts'
import { sendCode } from '../shared/send-sms-code.ts'
import { type StoredSignUp, storeSignUp } from '../shared/store-sign-up.ts'
import { tellOwner } from '../shared/tell-owner.ts'
import { signUpAnonymously } from './anonymous.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface SignUp {
  contact: Contact
  password: string
  data: Metadata
  challenge: CodeChallenge | null
  redirectTo: string
}

type Registration =
  | { kind: 'new' | 'known'; newAccount: Account }
  /** Where contacts are confirmed automatically. */
  | { kind: 'signed-in'; grant: Grant }

const MESSAGES = {
  both: 'Only an email address or phone number should be provided on signup.',
  none: 'Signup requires an email address or a phone number',
}

/**
 * POST /signup: an account that waits for the confirmation of its address or number.
 *
 * The answer is made from the request alone. It is the same whether the address is new, waits for its confirmation, or
 * belongs to a user: that user gets a mail which says so, and their account does not change. Sign-ups for an address that
 * was never confirmed wait side by side: each link confirms the sign-up that it was sent for, and no other.
 *
 * Where addresses are confirmed automatically, the answer is a session, or that the address is taken.
 */
export async function signUp(services: Services, call: Call): Promise<Response> {
  if (!services.settings.enableSignup) throw signupDisabled()
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  const data = body.data ?? {}
  const problem = metadataProblem(data)
  if (problem !== null) throw validationFailed(problem)
  if (body.email === null && body.phone === null) return signUpAnonymously(services, call, data)
  const input = await readInput(services, call, { ...body, data })
  await limitClient(services, call)
  const passwordHash = await services.passwords.hash(input.password, clientNetwork(call.clientAddress))

  const outcome = await withMinimumDuration(() => register(services, call, input, passwordHash))
  services.mail.wake()
  const kind = outcome.kind === 'known' ? 'known' : 'new'
  services.observe({ kind: 'signed-up', requestId: call.requestId, outcome: kind })
  return outcome.kind === 'signed-in'
    ? grantResponse(services, outcome.grant)
    : json(userJson(outcome.newAccount))
}

/** The part of a sign-up that uses the database, in one transaction. */
function register(
  services: Services,
  call: Call,
  input: SignUp,
  passwordHash: string,
): Promise<Registration> {
  const { contact, data } = input
  return services.database.transaction(async (tx) => {
    await limitContact(services, tx, call, contact)
    const newAccount = buildAccount({ [contact.kind]: contact.address, data }, await databaseNow(tx))
    await services.hooks.beforeUserCreated(tx, call, userJson(newAccount))
    const known = await findByContact(tx, contact)
    const taken = known !== null && known.confirmed_at !== null
    const signsIn = autoconfirms(services, contact)
    if (taken && signsIn) throw userAlreadyExists()
    if (taken) {
      // The owner of a number is not told: each SMS would cost money at the wish of any caller.
      if (contact.kind === 'email') await tellOwner(services, tx, call, contact.address)
      return { kind: 'known', newAccount }
    }
    if (signsIn) {
      const grant = await signUpAtOnce(services, tx, call, { contact, data, waiting: known, passwordHash })
      return { kind: 'signed-in', grant }
    }
    await sendConfirmation(
      services,
      tx,
      call,
      input,
      await storeSignUp(tx, known, { ...input, passwordHash }),
    )
    return { kind: 'new', newAccount }
  })
}

async function readInput(
  services: Services,
  call: Call,
  body: z.output<typeof bodySchema> & { data: Metadata },
): Promise<SignUp> {
  const contact = contactIn(services, body, MESSAGES)
  if (body.password === null) throw validationFailed('Signup requires a valid password')
  const password = await newPasswordIn(services, body.password, 'atSignUp')
  return {
    contact,
    password,
    data: body.data,
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
}

async function sendConfirmation(
  services: Services,
  tx: Transaction,
  call: Call,
  { contact, data, challenge, redirectTo }: SignUp,
  stored: StoredSignUp,
): Promise<void> {
  if (contact.kind === 'phone') {
    const recipient = { ...stored, number: contact.address, channel: contact.channel, data }
    return sendCode(services, tx, call, 'confirmation', recipient)
  }
  const recipient = { ...stored, email: contact.address, data, challenge, redirectTo }
  return sendToken(services, tx, call, 'confirmation', recipient)
}

/** Where contacts are confirmed automatically nobody proves anything: the sign-up that waited before counts no more. */
async function signUpAtOnce(
  services: Services,
  tx: Transaction,
  call: Call,
  {
    contact,
    data,
    waiting,
    passwordHash,
  }: { contact: Contact; data: Metadata; waiting: { id: string } | null; passwordHash: string },
): Promise<Grant> {
  const wanted = { [contact.kind]: contact.address, data, id: waiting?.id }
  const account = buildAccount(wanted, await databaseNow(tx))
  const userId = account.user.id
  await storeNewUser(tx, waiting, { account, passwordHash: null })
  await confirmContact(tx, userId, contact.kind, { passwordHash, metadata: null })
  const session = await beginSession(services, tx, call, { userId, method: 'password' })
  if (session === null) throw userBanned(403)
  return makeGrant(services, tx, call, { session, method: 'password' })
}
