import type { Privileged } from '@cairn/postgres/pool/privileged'
import { insertSamlKey, readSamlKey } from '../store/saml-keys.ts'
import { createSealer, SealBroken, WrongSecret } from '../tokens/sealing.ts'
import type { Secret } from '../tokens/secrets.ts'
import { type KeyAndCertificate, makeKeyAndCertificate } from './certificate.ts'

const PLACE = 'saml'

/**
 * The key that signs our requests to identity providers, made when there is none; servers that start together make only
 * one key. Throws {@link WrongSecret} when the key was stored with another secret.
 */
export async function openSamlKeys(
  database: Privileged,
  secret: Secret,
  host: string,
): Promise<KeyAndCertificate> {
  const sealer = createSealer(secret, 'single sign-on')
  const stored = (await database.transaction(readSamlKey)) ?? (await store())
  try {
    return {
      certificate: stored.certificate,
      privateKey: sealer.open(stored.private_key_sealed, PLACE),
    }
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new WrongSecret('The keys of single sign-on', { cause })
  }

  async function store() {
    // Outside the transaction, for it takes a while.
    const made = await makeKeyAndCertificate(host)
    const key = { certificate: made.certificate, private_key_sealed: sealer.seal(made.privateKey, PLACE) }
    return database.transaction(async (tx) => {
      await insertSamlKey(tx, key)
      return (await readSamlKey(tx)) ?? key
    })
  }
}
