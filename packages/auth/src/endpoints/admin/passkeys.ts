import { userNotFound } from '../../errors/auth-errors.ts'
import { passkeyNotFound } from '../../errors/passkey-errors.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { findPasskeys } from '../../store/passkeys.ts'
import { findAccount } from '../../store/users.ts'
import { remove } from '../passkeys/manage.ts'
import { passkeyJson } from '../passkeys/shared.ts'
import type { Services } from '../services.ts'

/** GET /admin/users/{userId}/passkeys. */
export async function listPasskeysOf(services: Services, call: Call): Promise<Response> {
  const userId = uuidIn(call, 'userId', userNotFound)
  const rows = await services.database.transaction(async (tx) => {
    if ((await findAccount(tx, userId)) === null) throw userNotFound()
    return findPasskeys(tx, userId)
  })
  return json(rows.map(passkeyJson))
}

/** DELETE /admin/users/{userId}/passkeys/{passkeyId}: removes a passkey that its user has lost. */
export async function deletePasskeyOf(services: Services, call: Call): Promise<Response> {
  const userId = uuidIn(call, 'userId', userNotFound)
  const id = uuidIn(call, 'passkeyId', passkeyNotFound)
  return remove(services, call, { id, userId }, null)
}
