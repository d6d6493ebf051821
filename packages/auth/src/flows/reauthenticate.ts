import { json } from '../answers/respond.ts'
import type { Call } from '../call.ts'
import { validationFailed } from '../errors.ts'
import type { Services } from '../services.ts'
import { noteMail } from '../store/users.ts'
import { signedIn } from './caller.ts'
import { limitAddress } from './mail-limits.ts'
import { sendToken } from './send-token.ts'

/** GET /reauthenticate: mails the caller a code that proves, for a change of password, that they still are who they were. */
export async function reauthenticate(services: Services, call: Call): Promise<Response> {
  const { account } = await signedIn(services, call)
  const { id, email, raw_user_meta_data: data } = account.user
  if (email === null) throw validationFailed('Reauthentication requires the user to have an email')
  await services.database.transaction(async (tx) => {
    await limitAddress(services, tx, email)
    await noteMail(tx, id, 'reauthentication_sent_at')
    const redirectTo = services.settings.siteUrl
    await sendToken(services, tx, 'reauthentication', {
      userId: id,
      email,
      data,
      challenge: null,
      redirectTo,
    })
  })
  services.mail.poke()
  return json({})
}
