import { z } from 'zod'
import { notAdmin, secondFactorNeeded, sessionNotFound, validationFailed } from '../../errors/auth-errors.ts'
import { ssoManaged } from '../../errors/sso-errors.ts'
import { withMinimumDuration } from '../../guards/minimum-duration.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account, Metadata } from '../../model/account.ts'
import { mergeMetadata, metadataProblem } from '../../rules/metadata.ts'
import { parsePhoneNumber } from '../../rules/phone-number.ts'
import { writeAudit } from '../../store/audit.ts'
import { findLiveSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount, lockUserMetadata } from '../../store/users.ts'
import { setUserMetadata } from '../../store/users-admin.ts'
import type { Services } from '../services.ts'
import { channelIn } from '../shared/contact.ts'
import { challengeIn, emailIn, phoneIn, redirectIn } from '../shared/inputs.ts'
import { requireRecentProof } from '../shared/recent-proof.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'
import { type EmailChange, requestEmailChange } from './email-change.ts'
import { hashOfNewPassword, storeNewPassword } from './password-change.ts'
import { type PhoneContact, requestPhoneChange } from './phone-change.ts'

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  /** Ours: whether connected apps and API tokens go on after a change of password. */
  keep_programs: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

type Body = z.output<typeof bodySchema>

interface Changes {
  passwordHash: string | null
  keepsPrograms: boolean
  email: EmailChange | null
  phone: PhoneContact | null
  data: Metadata | null
}

/**
 * PUT /user: changes the caller's metadata, password (see password-change.ts), address or number. A new password ends
 * all other sessions, and by default apps and API tokens; a new address waits until both mailboxes have confirmed it. What
 * the new one alone confirms takes a recent proof, or the current password.
 */
export async function updateUser(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const body = await readBody(call, bodySchema)
  if (body.app_metadata !== undefined && body.app_metadata !== null) throw notAdmin()
  refuseWhatSsoManages(caller, body)
  requireSecondFactor(caller, body)
  const email = emailChangeIn(services, call, caller, body)
  const phone = phoneChangeIn(services, caller, body)
  if (isConfirmedByNewOne(services, caller, { email, phone }))
    await requireRecentProof(services, caller, body.current_password)
  const changes: Changes = {
    email,
    phone,
    data: body.data ?? null,
    keepsPrograms: body.keep_programs ?? false,
    passwordHash:
      body.password === null ? null : await passwordHashFor(services, caller, body, body.password),
  }
  const store = () => services.database.transaction((tx) => storeChanges(services, tx, call, caller, changes))
  const sends = changes.email !== null || changes.phone !== null
  const account = sends ? await withMinimumDuration(store) : await store()

  if (sends || changes.passwordHash !== null) services.mail.wake()
  if (changes.passwordHash !== null) {
    services.observe({ kind: 'password-changed', requestId: call.requestId, userId: account.user.id })
  }
  return json(userJson(account))
}

/** A user of single sign-on has no password here, and the address that their organisation gave them. */
function refuseWhatSsoManages(
  { account: { user } }: SignedIn,
  { password, email, phone, nonce }: Body,
): void {
  if (!user.is_sso_user) return
  const sameEmail = email === null || email.toLowerCase() === user.email
  if (password !== null || !sameEmail || phone !== null || nonce !== null) throw ssoManaged()
}

/** A stolen password must not be enough to take over the account. */
function requireSecondFactor({ account, session }: SignedIn, { password, email, phone }: Body): void {
  if (session.aal !== 'aal1' || !hasSecondFactor(account)) return
  const sameEmail = email === null || email.toLowerCase() === account.user.email
  const samePhone = phone === null || parsePhoneNumber(phone) === account.user.phone
  if (password === null && sameEmail && samePhone) return
  throw secondFactorNeeded(401, 'AAL2 session is required to update email or password when MFA is enabled.')
}

/**
 * Whether nobody but the holder of the new number or mailbox confirms the change: then a stolen session could give itself a
 * way in. An anonymous user has nothing to lose yet.
 */
function isConfirmedByNewOne(
  { settings }: Services,
  { account: { user } }: SignedIn,
  { email, phone }: Pick<Changes, 'email' | 'phone'>,
): boolean {
  if (user.is_anonymous) return false
  return phone !== null || (email !== null && (user.email === null || (settings.mailerAutoconfirm ?? false)))
}

function passwordHashFor(
  services: Services,
  caller: SignedIn,
  { current_password: currentPassword, nonce }: Body,
  password: string,
): Promise<string> {
  return hashOfNewPassword(services, caller, { password, currentPassword, nonce })
}

/** null when the request changes no address. */
function emailChangeIn(
  services: Services,
  call: Call,
  { account: { user } }: SignedIn,
  body: Body,
): EmailChange | null {
  if (body.email === null) return null
  const wanted = emailIn(body.email)
  if (wanted === user.email) return null
  return {
    user: { id: user.id, email: user.email, data: user.raw_user_meta_data },
    wanted,
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
}

/** null when the request changes no number. */
function phoneChangeIn(services: Services, { account }: SignedIn, body: Body): PhoneContact | null {
  if (body.phone === null) return null
  const address = phoneIn(services, body.phone)
  if (address === account.user.phone) return null
  return { kind: 'phone', address, channel: channelIn(services, body.channel) }
}

async function storeChanges(
  services: Services,
  tx: Transaction,
  call: Call,
  caller: SignedIn,
  { passwordHash, keepsPrograms, email, phone, data }: Changes,
): Promise<Account> {
  const session = { id: caller.session.id, userId: caller.account.user.id }
  // Checked again in the transaction that writes: the session may have ended while we hashed.
  if ((await findLiveSession(tx, session)) === null) throw sessionNotFound()
  if (passwordHash !== null) {
    await storeNewPassword(services, tx, call, { session, passwordHash, keepsPrograms })
    await writeAudit(tx, call, { action: 'user_updated_password', userId: session.userId })
    await tellChange(services, tx, call, { owner: caller.account.user, change: { kind: 'password_changed' } })
  }
  if (email !== null) {
    await requestEmailChange(services, tx, call, { account: caller.account, change: email })
  }
  if (phone !== null) {
    await requestPhoneChange(services, tx, call, { account: caller.account, wanted: phone })
  }
  if (data !== null) await changeMetadata(tx, session.userId, data)
  if (email !== null || phone !== null || data !== null) {
    await writeAudit(tx, call, { action: 'user_modified', userId: session.userId })
  }
  const account = await findAccount(tx, session.userId)
  if (account === null) throw sessionNotFound()
  return account
}

async function changeMetadata(tx: Transaction, userId: string, changes: Metadata): Promise<void> {
  const merged = mergeMetadata(await lockUserMetadata(tx, userId), changes)
  const problem = metadataProblem(merged)
  if (problem !== null) throw validationFailed(problem)
  await setUserMetadata(tx, userId, merged)
}
