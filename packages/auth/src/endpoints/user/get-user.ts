import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Services } from '../services.ts'
import { signedIn } from '../shared/signed-in.ts'

/** GET /user: the caller, as the database has them now. */
export async function getUser(services: Services, call: Call): Promise<Response> {
  const { account } = await signedIn(services, call)
  return json(userJson(account))
}
