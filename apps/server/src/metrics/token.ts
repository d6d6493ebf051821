import { isSameSecret } from '../same-secret.ts'

/** Whether a request shows the token of monitoring: `Authorization: Bearer <token>`. */
export function showsToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return isSameSecret(given, token)
}
