import { z } from 'zod'
import { passkeyNotFound } from '../../errors/passkey-errors.ts'
import { readBody } from '../../http/body.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactorsOf } from '../../store/factors.ts'
import { deletePasskey, findPasskeys, renamePasskey } from '../../store/passkeys.ts'
import { passkeyAsRows } from '../../store/security-changes.ts'
import type { Services } from '../services.ts'
import { type SignedIn, signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'
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
  return remove(services, call, { id, userId: caller.account.user.id }, caller)
}

/**
 * Removes a passkey and all sessions that began with it, but that of the caller; null for the holder of the service key, of
 * whom the owner is told nothing. Throws not found.
 */
export async function remove(
  services: Services,
  call: Call,
  passkey: { id: string; userId: string },
  caller: SignedIn | null,
): Promise<Response> {
  await services.database.transaction(async (tx) => {
    const { userId, id } = passkey
    await lockFactorsOf(tx, userId)
    const removed = await passkeyAsRows(tx, id)
    if (!(await deletePasskey(tx, passkey, caller?.session.id ?? null))) throw passkeyNotFound()
    if (caller !== null) {
      const change = { kind: 'passkey_removed', subjectId: id, removed } as const
      await tellChange(services, tx, call, { owner: caller.account.user, change })
    }
    await writeAudit(tx, call, { action: 'passkey_deleted', userId, traits: { passkey_id: id } })
  })
  services.mail.wake()
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
