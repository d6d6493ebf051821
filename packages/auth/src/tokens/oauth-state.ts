import { createHmac, randomBytes } from 'node:crypto'
import type { FlowSecrets } from '../providers/provider.ts'
import { deriveKey } from './sealing.ts'

/** Makes the secrets of a sign-in with a provider. Only the state's hash is stored; the others are derived from it. */
export interface OAuthStates {
  begin(): FlowSecrets
  /** The secrets that belong to a state that came back. */
  resume(state: string): FlowSecrets
}

export function createOAuthStates(secret: Uint8Array): OAuthStates {
  const key = deriveKey(secret, 'sign-in elsewhere')
  const derive = (purpose: string, state: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, state]))
      .digest('base64url')
  const resume = (state: string): FlowSecrets => ({
    state,
    nonce: derive('nonce', state),
    codeVerifier: derive('code verifier', state),
  })
  return { begin: () => resume(randomBytes(32).toString('base64url')), resume }
}
