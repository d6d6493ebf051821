import type { NewWayIn } from '@cairn/workspace/port/security'
import { z } from 'zod/mini'
import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { askOwnAuth } from '../client/own-auth.ts'
import { logSuccessfulLogin } from './login-attempts.ts'
import { type CreationOptions, createKey, type RequestOptions, signWithKey, unsupported } from './webauthn.ts'

/** Second factors that are keys. The official client's own calls need a part of it that is left out of the build. */

interface Server {
  connect: Connect
  askAuth: AskAuth
}

const challengeWith = <Options>() =>
  z.object({
    id: z.string(),
    webauthn: z.object({
      credential_options: z.object({
        publicKey: z.custom<Options>((options) => typeof options === 'object' && options !== null),
      }),
    }),
  })

const toMake = challengeWith<CreationOptions>()
const toSign = challengeWith<RequestOptions>()

const enrolled = z.object({ id: z.string() })
const verified = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Enrols a key; what the user calls off, or the browser refuses, leaves nothing behind. */
export async function addKey(server: Server, { name, password }: NewWayIn): Promise<boolean> {
  if (!canUsePasskeys()) throw unsupported(null)
  const { askAuth, connect } = server
  const { id: factorId } = await askOwnAuth(connect, ['POST', '/factors'], enrolled, {
    factor_type: 'webauthn',
    friendly_name: name,
    ...(password !== null && { current_password: password }),
  })
  let isAdded = false
  try {
    const { id, webauthn } = await askOwnAuth(connect, ['POST', challengeOf(factorId)], toMake, {})
    const credential = await createKey(webauthn.credential_options.publicKey)
    if (credential !== null) {
      await show(server, factorId, { challengeId: id, type: 'create', credential })
      isAdded = true
    }
  } finally {
    // Left alone it would hold its name for an hour.
    if (!isAdded) await askAuth((auth) => auth.mfa.unenroll({ factorId })).catch(() => {})
  }
  return isAdded
}

/** Shows a key at sign-in. */
export async function verifyKey(server: Server, factorId: string): Promise<boolean> {
  const { connect } = server
  const { id, webauthn } = await askOwnAuth(connect, ['POST', challengeOf(factorId)], toSign, {})
  const credential = await signWithKey(webauthn.credential_options.publicKey)
  if (credential === null) return false
  const email = await show(server, factorId, { challengeId: id, type: 'request', credential })
  if (email) logSuccessfulLogin(connect, email)
  return true
}

interface Answer {
  challengeId: string
  type: 'create' | 'request'
  credential: object
}

/** Sends the browser's answer, and goes on with the session that it gives. */
async function show(
  { connect, askAuth }: Server,
  factorId: string,
  { challengeId, type, credential }: Answer,
): Promise<string | undefined> {
  const body = { challenge_id: challengeId, webauthn: { type, credential_response: credential } }
  const session = await askOwnAuth(connect, ['POST', `${pathOf(factorId)}/verify`], verified, body)
  const { user } = await askAuth((auth) => auth.setSession(session))
  return user?.email
}

function pathOf(factorId: string): string {
  return `/factors/${encodeURIComponent(factorId)}`
}

function challengeOf(factorId: string): string {
  return `${pathOf(factorId)}/challenge`
}
