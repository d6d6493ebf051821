import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import type { Services } from '../services.ts'

/**
 * POST /admin/signing-keys/rotate: a new key signs from now on. Tokens of the previous key stay valid until they expire;
 * other servers on this database follow within five minutes. To distrust a key at once, delete its row.
 */
export async function rotateSigningKey(services: Services, call: Call): Promise<Response> {
  const kid = await services.keys.rotate()
  await services.database.transaction((tx) =>
    writeAudit(tx, call, { action: 'signing_key_rotated', userId: null, traits: { kid } }),
  )
  return json({ kid })
}
