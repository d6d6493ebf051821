import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { captchaField } from '../../guards/captcha.ts'
import { withMinimumDuration } from '../../guards/minimum-duration.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { findByEmail, setSentAt } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { challengeIn, emailIn, redirectIn } from '../shared/inputs.ts'
import { limitAddress } from '../shared/mail-limits.ts'
import { sendToken } from '../shared/send-mail-token.ts'

const bodySchema = z.object({
  gotrue_meta_security: captchaField,
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/**
 * POST /recover: a link for a user who forgot their password. The answer, and the time that it takes, are the same for
 * an address without an account.
 */
export async function recover(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  await services.captcha.require(call, body.gotrue_meta_security)
  if (body.email === null) throw validationFailed('Password recovery requires an email')
  const email = emailIn(body.email)
  const challenge = challengeIn(body)
  const redirectTo = redirectIn(call, services)
  await limitClient(services, call)

  await withMinimumDuration(() =>
    services.database.transaction(async (tx) => {
      await limitAddress(services, tx, call, email)
      const user = await findByEmail(tx, email)
      if (user === null) return
      await setSentAt(tx, user.id, 'recovery_sent_at')
      const data = user.raw_user_meta_data
      await sendToken(services, tx, call, 'recovery', { userId: user.id, email, data, challenge, redirectTo })
    }),
  )
  services.mail.wake()
  return json({})
}
