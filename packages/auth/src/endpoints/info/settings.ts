import { json } from '../../http/respond.ts'
import type { Services } from '../services.ts'

/** GET /settings: the ways to sign in, in Supabase Auth's shape. */
export async function settings(services: Services): Promise<Response> {
  const providers = Object.fromEntries([...services.providers.keys()].map((name) => [name, true]))
  return json({
    external: {
      anonymous_users: services.settings.allowAnonymous ?? false,
      email: true,
      phone: services.settings.phone !== undefined,
      ...providers,
    },
    disable_signup: !services.settings.enableSignup,
    mailer_autoconfirm: services.settings.mailerAutoconfirm ?? false,
    phone_autoconfirm: services.settings.phone?.autoconfirm ?? false,
    sms_provider: services.settings.phone !== undefined && services.sms.offers('whatsapp') ? 'twilio' : '',
    saml_enabled: services.saml !== null,
    passkeys_enabled: services.ceremonies !== null,
  })
}
