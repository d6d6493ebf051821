import { z } from 'zod'
import { readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { notePassword } from '../../store/recent-proof.ts'
import type { Services } from '../services.ts'
import { requireRecentProof } from '../shared/recent-proof.ts'
import { signedIn } from '../shared/signed-in.ts'

const bodySchema = z.object({ current_password: z.string().min(1).max(1000) })

/**
 * POST /reauthenticate: the caller types their password, which counts like a sign-in of now, for ten minutes in this session:
 * the product then makes what outlives the session, such as an API token. An addition of ours. Throws as
 * {@link requireRecentProof}.
 */
export async function provePassword(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const { current_password } = await readBody(call, bodySchema)
  await requireRecentProof(services, caller, current_password)
  await services.database.transaction((tx) => notePassword(tx, caller.session.id))
  return json({})
}
