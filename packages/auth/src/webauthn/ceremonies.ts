import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { KeyUse, NewKey, PublicKey } from '../model/authenticator-key.ts'
import { hashOfSecret } from '../tokens/one-time.ts'
import { type Assertion, isFramed, registrationSchema } from './credential-json.ts'
import type { RelyingParty } from './relying-party.ts'

/** For how long a challenge waits for its signature. */
export const CEREMONY_SECONDS = 300

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

/** `cause` is for the log: the caller learns only that it was refused. */
export type Refused = { kind: 'refused'; cause: unknown }

/** The two ceremonies of WebAuthn. The device always verifies the person; attestation is not requested. */
export interface Ceremonies {
  /** The options for navigator.credentials.create(). A passkey is discoverable: it is found without an address. */
  creationOptions(
    challenge: string,
    user: { id: string; name: string; displayName: string },
    others: { exclude: readonly PublicKey[]; discoverable: boolean },
  ): Promise<object>
  /** The options for navigator.credentials.get(); without `allow` the person chooses among their passkeys. */
  requestOptions(challenge: string, allow?: readonly PublicKey[]): Promise<object>
  verifyCreation(
    credential: unknown,
    challengeHash: string,
  ): Promise<{ kind: 'verified'; key: NewKey } | Refused>
  verifyRequest(
    credential: Assertion,
    challengeHash: string,
    key: PublicKey,
  ): Promise<{ kind: 'verified'; use: KeyUse } | Refused>
}

// The library is loaded by the first ceremony: most processes of an installation without passkeys never need it.
const library = () => import('@simplewebauthn/server')

export function createCeremonies(party: RelyingParty): Ceremonies {
  return {
    creationOptions: (challenge, user, others) => creationOptionsOf(party, challenge, user, others),
    async requestOptions(challenge, allow = []) {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytesOf(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_SECONDS * 1_000,
        allowCredentials: allow.map(descriptorOf),
        userVerification: 'required',
      })
    },
    verifyCreation: (credential, challengeHash) =>
      refusing(async () => ({
        kind: 'verified',
        key: await keyOf(credential, expectedBy(party, challengeHash)),
      })),
    verifyRequest: (credential, challengeHash, key) =>
      refusing(async () => ({
        kind: 'verified',
        use: await useOf(credential, key, expectedBy(party, challengeHash)),
      })),
  }
}

type Expected = ReturnType<typeof expectedBy>

function expectedBy(party: RelyingParty, challengeHash: string) {
  return {
    expectedChallenge: (challenge: string) => hashOfSecret(challenge) === challengeHash,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
  }
}

async function creationOptionsOf(
  party: RelyingParty,
  challenge: string,
  user: { id: string; name: string; displayName: string },
  { exclude, discoverable }: { exclude: readonly PublicKey[]; discoverable: boolean },
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: bytesOf(Buffer.from(user.id)),
    userName: user.name,
    userDisplayName: user.displayName,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_SECONDS * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: exclude.map(descriptorOf),
    authenticatorSelection: {
      residentKey: discoverable ? 'required' : 'discouraged',
      userVerification: 'required',
    },
  })
}

/** The key that an authenticator has created. @throws Error where the credential is not right */
async function keyOf(credential: unknown, expected: Expected): Promise<NewKey> {
  const { verifyRegistrationResponse } = await library()
  const response = registrationSchema.parse(credential)
  if (isFramed(response.response.clientDataJSON)) throw new Error('made in a frame')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    ...expected,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('the attestation is not right')
  const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: made.publicKey,
    signCount: made.counter,
    transports: response.response.transports,
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  }
}

/** The state of a key that a signature reports. @throws Error where the signature is not right */
async function useOf(credential: Assertion, key: PublicKey, expected: Expected): Promise<KeyUse> {
  const { verifyAuthenticationResponse } = await library()
  if (isFramed(credential.response.clientDataJSON)) throw new Error('signed in a frame')
  const { userHandle, ...signed } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: { ...signed, ...(userHandle !== null && { userHandle }) } },
    ...expected,
    credential: storedKey(key),
  })
  if (!verified) throw new Error('the signature is not right')
  const { newCounter, credentialBackedUp } = authenticationInfo
  return { signCount: newCounter, backedUp: credentialBackedUp }
}

async function refusing<Verified>(verify: () => Promise<Verified>): Promise<Verified | Refused> {
  try {
    return await verify()
  } catch (cause) {
    return { kind: 'refused', cause }
  }
}

function descriptorOf({ credentialId, transports }: PublicKey): { id: string; transports: string[] } {
  return { id: Buffer.from(credentialId).toString('base64url'), transports: [...transports] }
}

function storedKey({ credentialId, publicKey, signCount }: PublicKey): WebAuthnCredential {
  return {
    id: Buffer.from(credentialId).toString('base64url'),
    publicKey: bytesOf(publicKey),
    counter: signCount,
  }
}

/** A copy with a separate buffer, as the library's types require. */
function bytesOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
