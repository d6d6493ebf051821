import { createHash, timingSafeEqual } from 'node:crypto'

/** The challenge of the client that begins a sign-in, so that only this client can finish it (RFC 7636). */
export interface CodeChallenge {
  challenge: string
  method: 's256'
}

export type ChallengeVerdict =
  | { kind: 'none' }
  | { kind: 'given'; challenge: CodeChallenge }
  | { kind: 'bad'; message: string }

/** Reads challenge and method as clients send them: both or neither, S256 only (`plain` protects nothing). */
export function readChallenge(challenge: string | null, method: string | null): ChallengeVerdict {
  if (challenge === null && method === null) return { kind: 'none' }
  if (challenge === null || method === null) {
    return { kind: 'bad', message: 'PKCE flow requires code_challenge_method and code_challenge' }
  }
  if (method.toLowerCase() !== 's256') return { kind: 'bad', message: 'code_challenge_method has to be s256' }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    return {
      kind: 'bad',
      message:
        'code challenge has to be between 43 and 128 characters: letters, digits, hyphens, periods, underscores and tildes',
    }
  }
  return { kind: 'given', challenge: { challenge, method: 's256' } }
}

/** Whether the challenge was made from this verifier. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const given = Buffer.from(challenge)
  return made.length === given.length && timingSafeEqual(made, given)
}
