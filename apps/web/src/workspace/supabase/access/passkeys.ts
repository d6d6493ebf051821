import type { PasskeyAccess } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect, ServiceAddress } from '../client/client.ts'
import { accessFailure } from '../client/failures.ts'
import { readAnswer } from '../client/own-auth.ts'
import { renamed } from '../rows/renamed.ts'
import { verifyKey } from '../security/key-factors.ts'
import { logSuccessfulLogin } from '../security/login-attempts.ts'
import { createPasskeys } from '../security/passkeys.ts'
import { type RequestOptions, type Signature, signWithKey, unsupported } from '../security/webauthn.ts'
import { userSessionOf } from './user-session.ts'

const begun = renamed({
  challengeId: z.string(),
  options: z.custom<RequestOptions>((options) => typeof options === 'object' && options !== null),
})

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

  async function finish(challengeId: string, credential: Signature) {
    const { session } = await askAuth((auth) =>
      auth.passkey.verifyAuthentication({ challengeId, credential }),
    )
    if (session?.user.email && userSessionOf(session).requiredFactors.length === 0) {
      logSuccessfulLogin(connect, session.user.email)
    }
  }

  return {
    addPasskey: createPasskeys(connect, askAuth).addPasskey,

    async signInWithPasskey(email) {
      if (!canUsePasskeys()) throw unsupported(null)
      const { challengeId, options } = await begin(email)
      const credential = await signWithKey(options)
      if (credential === null) return false
      await finish(challengeId, credential)
      return true
    },

    async offerPasskeys(waiting) {
      const { challengeId, options } = await begin('')
      if (waiting.aborted) return null
      const credential = await signWithKey(options, waiting)
      return credential && (() => finish(challengeId, credential))
    },

    verifyKey: (factorId) => verifyKey({ connect, askAuth }, factorId),
  }
}
