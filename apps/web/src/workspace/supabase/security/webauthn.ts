import { AccessError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { canUsePasskeys, whyNoPasskeys } from '@/lib/browser/passkey-support.ts'

/** The browser's side of passkeys: from what the server asks for to what it is answered, and the browser's refusals. */

interface Descriptor {
  id: string
  type: 'public-key'
  transports?: AuthenticatorTransport[]
}

/** The server's options for a new credential, as they are transmitted: binary fields are base64url. */
export interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: Descriptor[]
}

export interface RequestOptions
  extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string
  allowCredentials: Descriptor[]
}

/** Has the browser make a key. Null where the user closed its dialog. @throws AccessError */
export async function createKey(options: CreationOptions) {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(descriptorOf),
  }
  const made = await asked(() => navigator.credentials.create({ publicKey }))
  if (made === null || !(made.response instanceof AuthenticatorAttestationResponse)) return null
  const { clientDataJSON, attestationObject } = made.response
  return {
    ...envelopeOf(made),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      attestationObject: textOf(attestationObject),
      // Missing in browsers of before 2022.
      transports: made.response.getTransports?.() ?? [],
    },
  }
}

/**
 * Has the browser sign with a key. Null where the user closed its dialog. With `waiting` there is no dialog: the browser
 * offers keys where it fills in addresses, until that signal. @throws AccessError
 */
export async function signWithKey(options: RequestOptions, waiting?: AbortSignal) {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: options.allowCredentials.map(descriptorOf),
  }
  const request: CredentialRequestOptions = waiting
    ? { publicKey, mediation: 'conditional', signal: waiting }
    : { publicKey }
  const signed = await asked(() => navigator.credentials.get(request))
  if (signed === null || !(signed.response instanceof AuthenticatorAssertionResponse)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  return {
    ...envelopeOf(signed),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
  }
}

export type Signature = NonNullable<Awaited<ReturnType<typeof signWithKey>>>

/** The browser's answer. What the user called off is none; it does not tell that from what took too long. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  if (!canUsePasskeys()) throw unsupported(null)
  try {
    const answer = await ask()
    return answer instanceof PublicKeyCredential ? answer : null
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    if (name === 'InvalidStateError') {
      throw new AccessError(phrase('This device already has a passkey for your account.'), {
        kind: 'conflict',
        code: 'webauthn_credential_exists',
        cause: error,
      })
    }
    throw unsupported(error)
  }
}

/** No passkeys in this browser, or at this address. */
export function unsupported(cause: unknown): AccessError {
  return new AccessError(whyNoPasskeys(), { kind: 'refused', code: 'passkeys_unsupported', cause })
}

function envelopeOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key', clientExtensionResults: {} } as const
}

function descriptorOf({ id, ...rest }: Descriptor): PublicKeyCredentialDescriptor {
  return { ...rest, id: bytesOf(id) }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
