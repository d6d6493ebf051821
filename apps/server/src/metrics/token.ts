import { bearerIn } from '../secrets/bearer.ts'
import { isSameSecret } from '../secrets/same-secret.ts'

/** Whether a request shows the token of monitoring: `Authorization: Bearer <token>`. */
export function showsToken(authorization: string | undefined, token: string): boolean {
  return isSameSecret(bearerIn(authorization) ?? '', token)
}
