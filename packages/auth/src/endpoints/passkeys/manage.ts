import { z } from 'zod'
import { passkeyNotFound } from '../../errors/passkey-errors.ts'
import { readBody } from '../../http/body.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactorsOf } from '../../store/factors.ts'
import { deletePasskey, findPasskeys, renamePasskey } from '../../store/passkeys.ts'
import type { Services } from '../services.ts'
import { signedIn } from '../shared/signed-in.ts'
import { ceremoniesOf, nameSchema, passkeyJson, requirePasskeyLevel } from './shared.ts'

const renameSchema = z.object({ friendly_name: nameSchema })

/** GET /passkeys: the caller's passkeys, the oldest first. */
export async function listPasskeys(services: Services, call: Call): Promise<Response> {
  ceremoniesOf(services)
  const caller = await signedIn(services, call)
  requirePasskeyLevel(caller)
  const rows = await services.database.transaction((tx) => findPasskeys(tx, caller.account.user.id))
  return json(rows.map(passkeyJson))
}

/** PATCH /passkeys/{passkeyId}: another name for a passkey of the caller. */
export async function updatePasskey(services: Services, call: Call): Promise<Response> {
  ceremoniesOf(services)
  const caller = await signedIn(services, call)
  requirePasskeyLevel(caller)
  const id = uuidIn(call, 'passkeyId', passkeyNotFound)
  const { friendly_name: name } = await readBody(call, renameSchema)
  const userId = caller.account.user.id
  const passkey = await services.database.transaction(async (tx) => {
    const renamed = await renamePasskey(tx, { id, userId }, name)
    if (renamed === null) throw passkeyNotFound()
    await writeAudit(tx, call, { action: 'passkey_updated', userId, traits: { passkey_id: id } })
    return renamed
  })
  return json(passkeyJson(passkey))
}

/**
 * DELETE /passkeys/{passkeyId}: removes a passkey of the caller. Sessions that began with it end; the caller's own goes on
 * at aal1.
 */
export async function removePasskey(services: Services, call: Call): Promise<Response> {
  ceremoniesOf(services)
  const caller = await signedIn(services, call)
  requirePasskeyLevel(caller)
  const id = uuidIn(call, 'passkeyId', passkeyNotFound)
  return remove(services, call, { id, userId: caller.account.user.id }, caller.session.id)
}

/** Removes a passkey and all sessions that began with it, but the one that is `kept`. Throws not found. */
export async function remove(
  services: Services,
  call: Call,
  passkey: { id: string; userId: string },
  kept: string | null,
): Promise<Response> {
  await services.database.transaction(async (tx) => {
    await lockFactorsOf(tx, passkey.userId)
    if (!(await deletePasskey(tx, passkey, kept))) throw passkeyNotFound()
    const { userId, id } = passkey
    await writeAudit(tx, call, { action: 'passkey_deleted', userId, traits: { passkey_id: id } })
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
