import { validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { setSentAt } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { phoneIn } from '../shared/inputs.ts'
import { limitAddress } from '../shared/mail-limits.ts'
import { sendToken } from '../shared/send-mail-token.ts'
import { sendCode } from '../shared/send-sms-code.ts'
import { signedIn } from '../shared/signed-in.ts'
import { limitNumber } from '../shared/sms-limits.ts'

/**
 * GET /reauthenticate: sends the caller a code that authorises a change of password, by mail, or by SMS where they have
 * no address.
 */
export async function reauthenticate(services: Services, call: Call): Promise<Response> {
  const { account } = await signedIn(services, call)
  const { id, email, phone, raw_user_meta_data: data } = account.user
  if (email === null) return reauthenticateByPhone(services, call, id, phone)
  await services.database.transaction(async (tx) => {
    await limitAddress(services, tx, call, email)
    await setSentAt(tx, id, 'reauthentication_sent_at')
    const redirectTo = services.settings.siteUrl
    await sendToken(services, tx, call, 'reauthentication', {
      userId: id,
      email,
      data,
      challenge: null,
      redirectTo,
    })
  })
  services.mail.wake()
  return json({})
}

async function reauthenticateByPhone(
  services: Services,
  call: Call,
  userId: string,
  phone: string | null,
): Promise<Response> {
  if (phone === null) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  }
  const number = phoneIn(services, phone)
  await services.database.transaction(async (tx) => {
    await limitNumber(services, tx, number)
    await setSentAt(tx, userId, 'reauthentication_sent_at')
    await sendCode(services, tx, call, 'reauthentication', { userId, number, channel: 'sms' })
  })
  services.mail.wake()
  return json({})
}
