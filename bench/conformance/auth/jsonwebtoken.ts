import { createHmac, sign as signWith } from 'node:crypto'

interface Options {
  algorithm?: 'HS256' | 'RS256'
  keyid?: string
  expiresIn?: string | number
}

/** The part of the package of this name that the suite uses: synchronous signing with a secret or a private key. */
export function sign(claims: object, key: string, { algorithm = 'HS256', keyid }: Options = {}): string {
  const iat = Math.floor(Date.now() / 1_000)
  const parts = [
    { alg: algorithm, typ: 'JWT', kid: keyid },
    { iat, ...claims },
  ]
  const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature =
    algorithm === 'HS256'
      ? createHmac('sha256', key).update(body).digest()
      : signWith('sha256', Buffer.from(body), key)
  return `${body}.${signature.toString('base64url')}`
}

export default { sign }
