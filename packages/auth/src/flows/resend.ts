import { z } from 'zod'
import { json } from '../answers/respond.ts'
import { type Call, optionalText, readBody } from '../call.ts'
import { inEqualTime } from '../equal-time.ts'
import { phoneDisabled, validationFailed } from '../errors.ts'
import type { Services } from '../services.ts'
import { findUnconfirmed, setConfirmationSent } from '../store/users.ts'
import { challengeIn, emailIn, redirectIn } from './inputs.ts'
import { limitAddress, limitClient } from './mail-limits.ts'
import { sendConfirmation } from './send-confirmation.ts'

const bodySchema = z.object({
  type: z.string(),
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/**
 * POST /resend: the confirmation mail once more, with a new link. An address that is unknown or confirmed gets none, and
 * the answer does not tell.
 */
export async function resend(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  if (body.phone !== null || body.type === 'sms' || body.type === 'phone_change') throw phoneDisabled()
  if (body.type !== 'signup') {
    throw validationFailed('Missing one of these types: signup')
  }
  if (body.email === null) throw validationFailed('Type provided requires an email address')
  const email = emailIn(body.email)
  const challenge = challengeIn(body)
  const redirectTo = redirectIn(call, services)
  await limitClient(services, call)

  await inEqualTime(() =>
    services.database.transaction(async (tx) => {
      await limitAddress(services, tx, email)
      const user = await findUnconfirmed(tx, email)
      if (user === null) return
      await setConfirmationSent(tx, user.id)
      const data = user.raw_user_meta_data
      await sendConfirmation(services, tx, { userId: user.id, email, data, challenge, redirectTo })
    }),
  )
  services.mail.poke()
  return json({})
}
