import { createHmac, randomBytes } from 'node:crypto'
import type { FlowSecrets } from '../providers/provider.ts'
import { type Secret, secretsOf } from './secrets.ts'

/** Makes the secrets of a sign-in with a provider. Only the state's hash is stored; the others are derived from it. */
export interface OAuthStates {
  begin(): FlowSecrets
  /** The secrets that belong to a state that came back. */
  resume(state: string): FlowSecrets
}

const PURPOSE = 'sign-in elsewhere'
/** How long the random part of a state is; behind it stands what tells under which key it was begun. */
const RANDOM_LENGTH = 43
const MARK_LENGTH = 8

export function createOAuthStates(secret: Secret): OAuthStates {
  const secrets = secretsOf(secret)
  return {
    begin() {
      const random = randomBytes(32).toString('base64url')
      const key = secrets.writing(PURPOSE)
      return secretsWith(key, random + markOf(key, random))
    },
    resume(state) {
      const random = state.slice(0, RANDOM_LENGTH)
      const keys = secrets.reading(PURPOSE)
      const begunWith = keys.find((key) => state === random + markOf(key, random))
      // A state of an earlier version has no mark.
      return secretsWith(begunWith ?? secrets.writing(PURPOSE), state)
    },
  }
}

function secretsWith(key: Buffer, state: string): FlowSecrets {
  return {
    state,
    nonce: derived(key, 'nonce', state),
    codeVerifier: derived(key, 'code verifier', state),
  }
}

const markOf = (key: Buffer, random: string): string => derived(key, 'mark', random).slice(0, MARK_LENGTH)

function derived(key: Buffer, what: string, state: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([what, state]))
    .digest('base64url')
}
