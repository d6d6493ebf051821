import { z } from 'zod/mini'
import { canUsePasskeys } from '@/lib/passkey-support.ts'
import type { PasskeyAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import type { Connect, ServiceAddress } from './client.ts'
import { accessFailure } from './failures.ts'
import { logSuccessfulLogin } from './login-attempts.ts'
import { askOwnAuth, readAnswer } from './own-auth.ts'
import { createPasskeys } from './passkeys.ts'
import { userSessionOf } from './user-session.ts'
import { type RequestOptions, signWithKey, unsupported } from './webauthn.ts'

const begun = z.object({
  challenge_id: z.string(),
  options: z.custom<RequestOptions>((options) => typeof options === 'object' && options !== null),
})

const challenged = z.object({
  id: z.string(),
  webauthn: z.object({ credential_options: z.object({ publicKey: begun.shape.options }) }),
})

const verified = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Signing in with a passkey, and showing a key as second factor. */
export function createPasskeyAccess(
  askAuth: AskAuth,
  connect: Connect,
  { url, key }: ServiceAddress,
): PasskeyAccess {
  /** Begins without the official client, which takes no address along. */
  async function begin(email: string) {
    const response = await fetch(`${url}/auth/v1/passkeys/authentication/options`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(email === '' ? {} : { email }),
    }).catch((cause: unknown) => {
      throw accessFailure({ name: 'AuthRetryableFetchError', message: String(cause), status: 0 }, null)
    })
    return readAnswer(response, begun)
  }

  return {
    ...createPasskeys(connect, askAuth),

    async signInWithPasskey(email) {
      if (!canUsePasskeys()) throw unsupported(null)
      const { challenge_id: challengeId, options } = await begin(email)
      const credential = await signWithKey(options)
      if (credential === null) return false
      const { session } = await askAuth((auth) =>
        auth.passkey.verifyAuthentication({ challengeId, credential }),
      )
      if (session?.user.email && userSessionOf(session).requiredFactors.length === 0) {
        logSuccessfulLogin(connect, session.user.email)
      }
      return true
    },

    // The official client's own call needs a part of it that is left out of the build.
    async verifyKey(factorId) {
      const path = `/factors/${encodeURIComponent(factorId)}`
      const { id, webauthn } = await askOwnAuth(connect, ['POST', `${path}/challenge`], challenged, {})
      const credential = await signWithKey(webauthn.credential_options.publicKey)
      if (credential === null) return false
      const body = { challenge_id: id, webauthn: { type: 'request', credential_response: credential } }
      const session = await askOwnAuth(connect, ['POST', `${path}/verify`], verified, body)
      const { user } = await askAuth((auth) => auth.setSession(session))
      if (user?.email) logSuccessfulLogin(connect, user.email)
      return true
    },
  }
}
