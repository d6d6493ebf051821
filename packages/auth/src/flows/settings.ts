import { json } from '../answers/respond.ts'
import type { Services } from '../services.ts'

/** GET /settings: which ways to sign in there are, in Supabase Auth's shape. */
export async function settings({ settings }: Services): Promise<Response> {
  return json({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: !settings.enableSignup,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })
}
