import { z } from 'zod'
import { json } from '../answers/respond.ts'
import { userJson } from '../answers/user.ts'
import { type Call, optionalText, readBody } from '../call.ts'
import { captchaField } from '../captcha.ts'
import { inEqualTime } from '../equal-time.ts'
import { phoneDisabled, validationFailed } from '../errors.ts'
import { type Metadata, metadataProblem } from '../rules/metadata.ts'
import type { CodeChallenge } from '../rules/pkce.ts'
import type { Services } from '../services.ts'
import { databaseNow, type Transaction } from '../store/transaction.ts'
import { deleteUnconfirmed, findByEmail, insertAccount, noteMail } from '../store/users.ts'
import { challengeIn, emailIn, redirectIn } from './inputs.ts'
import { limitAddress, limitClient } from './mail-limits.ts'
import { makeNewcomer } from './newcomer.ts'
import { sendToken } from './send-token.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface Wanted {
  email: string
  /** Whether somebody new may come into being by this. */
  createUser: boolean
  data: Metadata
  challenge: CodeChallenge | null
  redirectTo: string
}

/**
 * POST /otp and POST /magiclink: a link and a code to sign in with, by mail. Somebody new is created, without password,
 * unless `create_user` is false. The answer does not tell which of these happened.
 *
 * What the caller says about the person is kept for somebody new only, and is display text: an invitation by this way
 * gives no right whatsoever.
 */
export async function otp(services: Services, call: Call): Promise<Response> {
  const wanted = await readInput(services, call)
  await limitClient(services, call)
  await inEqualTime(() => services.database.transaction((tx) => send(services, tx, call, wanted)))
  services.mail.poke()
  return json({})
}

async function send(services: Services, tx: Transaction, call: Call, wanted: Wanted): Promise<void> {
  const { email, data, challenge, redirectTo } = wanted
  await limitAddress(services, tx, email)
  const newcomer = makeNewcomer({ email, data }, await databaseNow(tx))
  const mayCreate = wanted.createUser && services.settings.enableSignup
  // Asked for known addresses too: a refusal must not tell which ones we know.
  if (mayCreate) await services.hooks.beforeUserCreated(tx, call, userJson(newcomer))

  const invited = typeof data['invitedByAccountId'] === 'string'
  const known = await findByEmail(tx, email)
  if (known?.confirmed_at) {
    await noteMail(tx, known.id, 'recovery_sent_at')
    const recipient = { userId: known.id, email, data: known.raw_user_meta_data, challenge, redirectTo }
    await sendToken(services, tx, invited ? 'invitationOfMember' : 'signIn', recipient)
    return
  }
  if (!mayCreate) return
  // Whoever waited for a confirmation goes, with the password that a stranger may have chosen.
  await deleteUnconfirmed(tx, email)
  await insertAccount(tx, newcomer, null)
  const recipient = { userId: newcomer.user.id, email, data, challenge, redirectTo }
  await sendToken(services, tx, invited ? 'invitation' : 'firstSignIn', recipient)
}

async function readInput(services: Services, call: Call): Promise<Wanted> {
  const body = await readBody(call, bodySchema)
  await services.captcha.demand(call, body.gotrue_meta_security)
  if (body.email !== null && body.phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided')
  }
  if (body.phone !== null) throw phoneDisabled()
  if (body.email === null) throw validationFailed('One of email or phone must be set')
  const data = body.data ?? {}
  const problem = metadataProblem(data)
  if (problem !== null) throw validationFailed(problem)
  return {
    email: emailIn(body.email),
    createUser: body.create_user ?? true,
    data,
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
}
