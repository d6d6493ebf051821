import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { withMinimumDuration } from '../../guards/minimum-duration.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Metadata } from '../../model/account.ts'
import { metadataProblem } from '../../rules/metadata.ts'
import type { CodeChallenge } from '../../rules/pkce.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { findByContact, setSentAt } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { isWithinClientLimit, limitClient, limitInvitations } from '../shared/client-limits.ts'
import { type Contact, contactIn, limitContact } from '../shared/contact.ts'
import { challengeIn, redirectIn } from '../shared/inputs.ts'
import { buildAccount } from '../shared/new-account.ts'
import { sendToken } from '../shared/send-mail-token.ts'
import { sendCode } from '../shared/send-sms-code.ts'
import { storeSignUp } from '../shared/store-sign-up.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

const MESSAGES = {
  both: 'Only an email address or phone number should be provided',
  none: 'One of email or phone must be set',
}

interface Wanted {
  contact: Contact
  /** Whether a new user may be created. */
  createUser: boolean
  data: Metadata
  challenge: CodeChallenge | null
  redirectTo: string
}

/**
 * POST /otp and POST /magiclink: a link and a code to sign in with, by mail, or a code by SMS. A user without an
 * account is created, without password, unless `create_user` is false. The response does not reveal which of these
 * happened.
 *
 * The metadata in the request is kept for a new user only, and is display text: an invitation by this endpoint gives no
 * rights, and its mail needs an invitation that the product knows of.
 */
export async function otp(services: Services, call: Call): Promise<Response> {
  const wanted = await readInput(services, call)
  if (!wantsInvitation(wanted.data)) await limitClient(services, call)
  else await limitInvitations(services, call)
  await withMinimumDuration(async () => {
    const invited = await isInvited(services, call, wanted)
    // A request that only pretends to be an invitation counts as any other mail.
    if (invited || !wantsInvitation(wanted.data) || (await isWithinClientLimit(services, call)))
      await services.database.transaction((tx) => send(services, tx, call, { ...wanted, invited }))
  })
  services.mail.wake()
  return json({})
}

const wantsInvitation = (data: Metadata) => typeof data['invitedByAccountId'] === 'string'

/**
 * Mails of invitations have a separate limit, because an admin invites many people in one step. Beyond the limit of
 * other mails, a mail that only pretends to be an invitation is not sent, but the response is the same: a refusal would
 * reveal which addresses are invited.
 */
async function isInvited(
  { database, hooks }: Services,
  call: Call,
  { contact, data }: Wanted,
): Promise<boolean> {
  return wantsInvitation(data) && database.transaction((tx) => hooks.isInvited(tx, call, contact.address))
}

/** A request whose address was looked up among the invitations. */
interface Known extends Wanted {
  invited: boolean
}

async function send(services: Services, tx: Transaction, call: Call, wanted: Known): Promise<void> {
  const { contact, data } = wanted
  await limitContact(services, tx, call, contact)
  const newAccount = buildAccount({ [contact.kind]: contact.address, data }, await databaseNow(tx))
  const mayCreate = wanted.createUser && services.settings.enableSignup
  // The hook is called for known addresses too: a refusal must not reveal which addresses have an account.
  if (mayCreate) await services.hooks.beforeUserCreated(tx, call, userJson(newAccount))

  const known = await findByContact(tx, contact)
  if (known?.confirmed_at) {
    await setSentAt(tx, known.id, 'recovery_sent_at')
    const { id: userId, raw_user_meta_data: data } = known
    await sendProof(services, tx, call, wanted, { userId, data })
    return
  }
  if (!mayCreate) return
  // The link is stored beside a pending sign-up: it brings none of the sign-up's names, and not its password, which an
  // attacker may have chosen.
  const stored = await storeSignUp(tx, known, { ...wanted, passwordHash: null })
  await sendProof(services, tx, call, wanted, { ...stored, data })
}

async function sendProof(
  services: Services,
  tx: Transaction,
  call: Call,
  { contact, challenge, redirectTo, invited }: Known,
  user: { userId: string; data: Metadata; signUpId?: string },
): Promise<void> {
  const isNew = user.signUpId !== undefined
  if (contact.kind === 'phone') {
    const recipient = { ...user, number: contact.address, channel: contact.channel }
    return sendCode(services, tx, call, isNew ? 'confirmation' : 'signIn', recipient)
  }
  const recipient = { ...user, email: contact.address, challenge, redirectTo }
  if (isNew) return sendToken(services, tx, call, invited ? 'invitation' : 'firstSignIn', recipient)
  return sendToken(services, tx, call, invited ? 'invitationOfMember' : 'signIn', recipient)
}

async function readInput(services: Services, call: Call): Promise<Wanted> {
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  const contact = contactIn(services, body, MESSAGES)
  const data = body.data ?? {}
  const problem = metadataProblem(data)
  if (problem !== null) throw validationFailed(problem)
  return {
    contact,
    createUser: body.create_user ?? true,
    data,
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
}
