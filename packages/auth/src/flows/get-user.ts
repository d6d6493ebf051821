import { json } from '../answers/respond.ts'
import { userJson } from '../answers/user.ts'
import type { Call } from '../call.ts'
import type { Services } from '../services.ts'
import { signedIn } from './caller.ts'

/** GET /user: who is signed in, as the database has them now. */
export async function getUser(services: Services, call: Call): Promise<Response> {
  const { account } = await signedIn(services, call)
  return json(userJson(account))
}
