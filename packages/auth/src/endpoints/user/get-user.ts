import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { Services } from '../services.ts'
import { signedInOrClient } from '../shared/signed-in.ts'

/** GET /user: the caller, as the database has them now. An OAuth client sees what it was given. */
export async function getUser(services: Services, call: Call): Promise<Response> {
  const { account, scopes } = await signedInOrClient(services, call)
  return json(userJson(scopes === null ? account : withinScopes(account, scopes)))
}

function withinScopes({ user }: Account, scopes: readonly string[]): Account {
  const mail = scopes.includes('email') ? {} : { email: null, email_confirmed_at: null, confirmed_at: null }
  const profile = scopes.includes('profile') ? {} : { raw_user_meta_data: {} }
  const never = {
    ...{ phone: null, phone_confirmed_at: null, phone_change: null, phone_change_sent_at: null },
    ...{ email_change: null, email_change_sent_at: null, recovery_sent_at: null, confirmation_sent_at: null },
    ...{ last_sign_in_at: null, invited_at: null, raw_app_meta_data: {} },
  }
  return { user: { ...user, ...never, ...mail, ...profile }, identities: [], factors: [] }
}
