import { anonymousDisabled, userBanned } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { userJson } from '../../http/user-json.ts'
import type { Metadata } from '../../model/account.ts'
import { databaseNow } from '../../store/transaction.ts'
import { insertAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { beginSession, grantResponse, makeGrant } from '../shared/grant.ts'
import { buildAccount } from '../shared/new-account.ts'

/**
 * A sign-up without address: a session of an anonymous user, where the settings allow it. They become a permanent user
 * by confirming an address (PUT /user).
 */
export async function signUpAnonymously(services: Services, call: Call, data: Metadata): Promise<Response> {
  if (!services.settings.allowAnonymous) throw anonymousDisabled()
  await limitClient(services, call)
  const grant = await services.database.transaction(async (tx) => {
    const newAccount = buildAccount({ data }, await databaseNow(tx))
    const { id } = newAccount.user
    const user = {
      ...newAccount.user,
      confirmation_sent_at: null,
      is_anonymous: true,
      raw_app_meta_data: {},
      raw_user_meta_data: data,
    }
    const account = { ...newAccount, user }
    await services.hooks.beforeUserCreated(tx, call, userJson(account))
    await insertAccount(tx, account, null)
    const session = await beginSession(services, tx, call, { userId: id, method: 'anonymous' })
    if (session === null) throw userBanned(403)
    return makeGrant(services, tx, call, { session, method: 'anonymous' })
  })
  return grantResponse(services, grant)
}
