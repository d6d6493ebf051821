import { z } from 'zod'
import { json } from '../answers/respond.ts'
import { type Call, optionalText, readBody } from '../call.ts'
import { captchaField } from '../captcha.ts'
import { inEqualTime } from '../equal-time.ts'
import { phoneDisabled, validationFailed } from '../errors.ts'
import type { CodeChallenge } from '../rules/pkce.ts'
import type { Services } from '../services.ts'
import type { Transaction } from '../store/transaction.ts'
import { type FoundUser, findByEmail, noteMail } from '../store/users.ts'
import { sendEmailChange } from './email-change.ts'
import { challengeIn, emailIn, redirectIn } from './inputs.ts'
import { limitAddress, limitClient } from './mail-limits.ts'
import { sendToken } from './send-token.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  type: z.string(),
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

interface Wanted {
  email: string
  challenge: CodeChallenge | null
  redirectTo: string
}

/**
 * POST /resend: a mail once more, with a new link. An address that waits for none gets none, and the answer does not tell.
 */
export async function resend(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  await services.captcha.demand(call, body.gotrue_meta_security)
  if (body.phone !== null || body.type === 'sms' || body.type === 'phone_change') throw phoneDisabled()
  if (!isResendable(body.type)) throw validationFailed('Missing one of these types: signup, email_change')
  const again = RESENDABLE[body.type]
  if (body.email === null) throw validationFailed('Type provided requires an email address')
  const wanted = {
    email: emailIn(body.email),
    challenge: challengeIn(body),
    redirectTo: redirectIn(call, services),
  }
  await limitClient(services, call)

  await inEqualTime(() =>
    services.database.transaction(async (tx) => {
      await limitAddress(services, tx, wanted.email)
      const user = await findByEmail(tx, wanted.email)
      if (user !== null) await again(services, tx, user, wanted)
    }),
  )
  services.mail.poke()
  return json({})
}

const RESENDABLE = { signup: confirmationAgain, email_change: emailChangeAgain } as const

function isResendable(type: string): type is keyof typeof RESENDABLE {
  return Object.hasOwn(RESENDABLE, type)
}

async function confirmationAgain(
  services: Services,
  tx: Transaction,
  user: FoundUser,
  wanted: Wanted,
): Promise<void> {
  if (user.confirmed_at !== null) return
  await noteMail(tx, user.id, 'confirmation_sent_at')
  await sendToken(services, tx, 'confirmation', {
    userId: user.id,
    data: user.raw_user_meta_data,
    ...wanted,
  })
}

async function emailChangeAgain(
  services: Services,
  tx: Transaction,
  user: FoundUser,
  { email, challenge, redirectTo }: Wanted,
): Promise<void> {
  if (!user.email_change) return
  await sendEmailChange(services, tx, {
    user: { id: user.id, email, data: user.raw_user_meta_data },
    wanted: user.email_change,
    challenge,
    redirectTo,
  })
}
