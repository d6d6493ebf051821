import { randomUUID } from 'node:crypto'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import {
  insertSigningKey,
  lockSigningKeys,
  readSigningKeys,
  retireSigningKey,
  type SigningKeyRow,
} from '../store/signing-keys.ts'
import { openPrivateKey, publicEcJwk, signingKeySealer } from './private-keys.ts'
import type { Sealer } from './sealing.ts'
import type { Secret } from './secrets.ts'

export const SIGNING_ALGORITHM = 'ES256'

/** How often an unknown key id may make us read the keys again. */
const REREAD_INTERVAL_MS = 5_000

interface PublicKey extends JWK {
  kid: string
}

/** The keys of the installation, read from the database and kept in memory. */
export interface KeyRing {
  /** The key that signs. */
  signingKey(): { kid: string; key: CryptoKey }
  /** The key with this id; null if there is none, even after reading the keys again. */
  verificationKey(kid: string): Promise<CryptoKey | null>
  /** All keys that verify, for publication. */
  publicKeys(): readonly PublicKey[]
  /** Reads the database again. */
  refresh(): Promise<void>
  /** Makes a new key the signing key; the previous key goes on verifying. Returns the new key's id. */
  rotate(): Promise<string>
}

interface Keys {
  signing: { kid: string; key: CryptoKey }
  verifying: ReadonlyMap<string, CryptoKey>
  published: readonly PublicKey[]
}

export interface KeyRingOptions {
  database: Privileged
  secret: Secret
  clock: () => number
  /** Called when a key is no longer there: what it has verified is not to be trusted any more. */
  onWithdrawn: () => void
}

/**
 * Opens the ring, and makes the first key where there is none; servers that start together make only one key. Throws
 * `WrongSecret` when the stored keys were sealed with another secret.
 */
export async function openKeyRing({
  database,
  secret,
  clock,
  onWithdrawn,
}: KeyRingOptions): Promise<KeyRing> {
  const sealer = signingKeySealer(secret)
  let keys = await importKeys(await readOrAddFirst(database, sealer), sealer)
  let readAtMs = clock()

  async function refresh(): Promise<void> {
    readAtMs = clock()
    const next = await importKeys(await database.transaction(readSigningKeys), sealer)
    const withdrawn = [...keys.verifying.keys()].some((kid) => !next.verifying.has(kid))
    keys = next
    if (withdrawn) onWithdrawn()
  }

  return {
    signingKey: () => keys.signing,
    publicKeys: () => keys.published,
    refresh,
    async rotate() {
      const next = await makeKey(sealer)
      await database.transaction(async (tx) => {
        await lockSigningKeys(tx)
        await retireSigningKey(tx)
        await insertSigningKey(tx, next)
      })
      await refresh()
      return next.id
    },
    async verificationKey(kid) {
      const known = keys.verifying.get(kid)
      if (known !== undefined) return known
      if (clock() - readAtMs < REREAD_INTERVAL_MS) return null
      await refresh()
      return keys.verifying.get(kid) ?? null
    },
  }
}

/**
 * Reads the keys, and adds the first one where there is none. The key is made before the lock is taken: servers that start
 * together wait only until another one has inserted its key.
 */
async function readOrAddFirst(database: Privileged, sealer: Sealer): Promise<SigningKeyRow[]> {
  const hasCurrent = (rows: readonly SigningKeyRow[]) => rows.some(({ status }) => status === 'current')
  const rows = await database.transaction(readSigningKeys)
  if (hasCurrent(rows)) return rows
  const first = await makeKey(sealer)
  return database.transaction(async (tx) => {
    await lockSigningKeys(tx)
    const others = await readSigningKeys(tx)
    if (hasCurrent(others)) return others
    await insertSigningKey(tx, first)
    return readSigningKeys(tx)
  })
}

async function makeKey(sealer: Sealer): Promise<Omit<SigningKeyRow, 'status'>> {
  const id = randomUUID()
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const { d, ...publicJwk } = await exportJWK(privateKey)
  return {
    id,
    public_jwk: publicJwk,
    private_jwk_sealed: sealer.seal(JSON.stringify({ ...publicJwk, d }), id),
  }
}

async function importKeys(rows: readonly SigningKeyRow[], sealer: Sealer): Promise<Keys> {
  const verifying = new Map<string, CryptoKey>()
  const published: PublicKey[] = []
  let signing: Keys['signing'] | null = null
  for (const row of rows) {
    const jwk = publicEcJwk.parse(row.public_jwk)
    verifying.set(row.id, await importKey(jwk))
    published.push({ ...jwk, kid: row.id, alg: SIGNING_ALGORITHM, use: 'sig', key_ops: ['verify'] })
    if (row.status === 'current') {
      signing = { kid: row.id, key: await importKey(openPrivateKey(row, sealer)) }
    }
  }
  if (signing === null) throw new Error('No signing key in the database is current.')
  return { signing, verifying, published }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new Error('A signing key in the database is of another kind.')
  return key
}
