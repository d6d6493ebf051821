import type { JWK } from 'jose'
import { z } from 'zod'
import type { SigningKeyRow } from '../store/signing-keys.ts'
import { createSealer, SealBroken, type Sealer, WrongSecret } from './sealing.ts'
import type { Secret } from './secrets.ts'

/** The public half of a key that signs. */
export const publicEcJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})
const privateEcJwk = publicEcJwk.extend({ d: z.string() })

/** Seals signing keys for storage. */
export function signingKeySealer(secret: Secret): Sealer {
  return createSealer(secret, 'signing keys')
}

/** Opens a key that signs. Throws {@link WrongSecret} when it was sealed with another secret. */
export function openPrivateKey(row: Pick<SigningKeyRow, 'id' | 'private_jwk_sealed'>, sealer: Sealer): JWK {
  try {
    const opened: unknown = JSON.parse(sealer.open(row.private_jwk_sealed, row.id))
    return privateEcJwk.parse(opened)
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new WrongSecret('The signing keys', { cause })
  }
}
