import { z } from 'zod'
import { emailExists, userNotFound, validationFailed } from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Metadata } from '../../model/account.ts'
import { OPERATOR } from '../../passwords/hashing.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import { metadataProblem } from '../../rules/metadata.ts'
import { allowedRedirect } from '../../rules/redirect.ts'
import { verifyUrl } from '../../rules/verify-link.ts'
import { writeAudit } from '../../store/audit.ts'
import { beginEmailChange } from '../../store/email-changes.ts'
import { insertSignUp } from '../../store/pending-sign-ups.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { storeNewUser } from '../../store/unconfirmed.ts'
import { findAccount, findByEmail, setSentAt } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { emailIn, redirectIn } from '../shared/inputs.ts'
import { buildAccount } from '../shared/new-account.ts'
import { type MailPurpose, makeToken, sendToken } from '../shared/send-mail-token.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

const inviteSchema = z.object({ email: z.string(), data: metadata })

const linkSchema = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: z.string(),
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
})

type LinkBody = z.output<typeof linkSchema>

/** POST /invite: creates a user and mails them a link to confirm their address. */
export async function invite(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, inviteSchema)
  const email = emailIn(body.email)
  const data = metadataIn(body.data)
  const redirectTo = redirectIn(call, services)
  const account = await services.database.transaction(async (tx) => {
    const userId = await findOrCreate(tx, { email, data, mayExist: false })
    await setSentAt(tx, userId, 'invited_at')
    await sendToken(services, tx, call, 'invitation', { userId, email, data, challenge: null, redirectTo })
    await writeAudit(tx, call, { action: 'user_invited', userId })
    return findAccount(tx, userId)
  })
  if (account === null) throw userNotFound()
  services.mail.wake()
  return json(userJson(account))
}

/** POST /admin/generate_link: the link and code that a mail would carry, for operators that send it themselves. */
export async function generateLink(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, linkSchema)
  const email = emailIn(body.email)
  const redirectTo = allowedRedirect(body.redirect_to, {
    siteUrl: services.settings.siteUrl,
    allowList: services.settings.redirectAllowList,
  })
  const passwordHash = await signUpPassword(services, body)
  return services.database.transaction(async (tx) => {
    const target = await targetOf(tx, body, email, passwordHash)
    const recipient = { ...target, email: target.sentTo, challenge: null }
    const { secret, code, linkType } = await makeToken(services, tx, target.purpose, recipient)
    const account = await findAccount(tx, target.userId)
    if (account === null) throw userNotFound()
    return json({
      ...userJson(account),
      action_link: verifyUrl(services.publicUrl, { secret, type: linkType, redirectTo }),
      email_otp: code,
      hashed_token: secret,
      verification_type: body.type,
      redirect_to: redirectTo,
    })
  })
}

interface Target {
  userId: string
  sentTo: string
  purpose: MailPurpose
  signUpId?: string
}

async function targetOf(
  tx: Transaction,
  body: LinkBody,
  email: string,
  passwordHash: string | null,
): Promise<Target> {
  const data = metadataIn(body.data)
  switch (body.type) {
    case 'signup': {
      const userId = await findOrCreate(tx, { email, data, mayExist: false })
      // The operator, who gets the link, answers for the password.
      const signUp = { userId, passwordHash, isTrusted: true, metadata: data, challenge: null }
      return { userId, sentTo: email, purpose: 'confirmation', signUpId: await insertSignUp(tx, signUp) }
    }
    case 'invite': {
      const userId = await findOrCreate(tx, { email, data, mayExist: false })
      await setSentAt(tx, userId, 'invited_at')
      return { userId, sentTo: email, purpose: 'invitation' }
    }
    case 'magiclink': {
      const userId = await findOrCreate(tx, { email, data, mayExist: true })
      return { userId, sentTo: email, purpose: 'signIn' }
    }
    case 'recovery':
      return { userId: await existing(tx, email), sentTo: email, purpose: 'recovery' }
    case 'email_change_current':
    case 'email_change_new':
      return emailChangeTarget(tx, body, email)
  }
}

async function emailChangeTarget(tx: Transaction, body: LinkBody, email: string): Promise<Target> {
  if (body.new_email === null) throw validationFailed('A new email is required for an email change')
  const wanted = emailIn(body.new_email)
  const userId = await existing(tx, email)
  const under = await findByEmail(tx, email)
  // The two links of one change come from two requests: the second request must not cancel the first.
  if (under?.email_change !== wanted) await beginEmailChange(tx, userId, wanted)
  return body.type === 'email_change_new'
    ? { userId, sentTo: wanted, purpose: 'newAddress' }
    : { userId, sentTo: email, purpose: 'oldAddress' }
}

async function existing(tx: Transaction, email: string): Promise<string> {
  const user = await findByEmail(tx, email)
  if (user === null) throw userNotFound()
  return user.id
}

/** The user with this address; a new one when there is none, under the id of a sign-up that was never confirmed. */
async function findOrCreate(
  tx: Transaction,
  wanted: { email: string; data: Metadata; mayExist: boolean },
): Promise<string> {
  const known = await findByEmail(tx, wanted.email)
  if (known?.confirmed_at) {
    if (!wanted.mayExist) throw emailExists()
    return known.id
  }
  const account = buildAccount({ ...wanted, id: known?.id, byOperator: true }, await databaseNow(tx))
  await storeNewUser(tx, known, { account, passwordHash: null })
  return account.user.id
}

async function signUpPassword(services: Services, body: LinkBody): Promise<string | null> {
  if (body.type !== 'signup') return null
  if (body.password === null) throw validationFailed('Signup requires a valid password')
  return services.passwords.hash(await newPasswordIn(services, body.password, 'atSignUp'), OPERATOR)
}

function metadataIn(data: Metadata | null | undefined): Metadata {
  const problem = metadataProblem(data ?? {})
  if (problem !== null) throw validationFailed(problem)
  return data ?? {}
}
