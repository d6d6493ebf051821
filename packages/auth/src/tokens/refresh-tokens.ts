import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Secret, secretsOf } from './secrets.ts'

const VERSION = 1
const ID_BYTES = 16
const COUNTER_AT = 1 + ID_BYTES
const MAC_AT = COUNTER_AT + 8
const TOKEN_BYTES = MAC_AT + 32

/** The content of a refresh token: the session that it refreshes, and its number among that session's tokens. */
export interface RefreshTokenContent {
  sessionId: string
  counter: number
}

/**
 * Refresh tokens are not stored: a token is version, session id and counter under a keyed hash, and the session's row
 * holds the counter of the current token. So the current token can be issued again for a tab that refreshes a moment
 * later, and an attacker who reads the database finds nothing to sign in with.
 */
export interface RefreshTokens {
  issue(content: RefreshTokenContent): string
  /** null for anything that this installation did not issue. */
  read(token: string): RefreshTokenContent | null
}

/** `whose`: a client's token is not valid for a browser, nor a browser's for a client. */
export function createRefreshTokens(secret: Secret, whose: 'browser' | 'client' = 'browser'): RefreshTokens {
  const secrets = secretsOf(secret)
  const purpose = whose === 'browser' ? 'refresh tokens' : 'refresh tokens of clients'
  const macOf = (key: Buffer, content: Uint8Array) => createHmac('sha256', key).update(content).digest()

  return {
    issue({ sessionId, counter }) {
      const content = Buffer.alloc(MAC_AT)
      content.writeUInt8(VERSION, 0)
      content.write(sessionId.replaceAll('-', ''), 1, 'hex')
      content.writeBigUInt64BE(BigInt(counter), COUNTER_AT)
      return Buffer.concat([content, macOf(secrets.writing(purpose), content)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== TOKEN_BYTES || bytes[0] !== VERSION) return null
      const content = bytes.subarray(0, MAC_AT)
      const mac = bytes.subarray(MAC_AT)
      if (!secrets.reading(purpose).some((key) => timingSafeEqual(macOf(key, content), mac))) return null
      return {
        sessionId: formatUuid(content.subarray(1, COUNTER_AT)),
        counter: Number(content.readBigUInt64BE(COUNTER_AT)),
      }
    },
  }
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
