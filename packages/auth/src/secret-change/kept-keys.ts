import type { Statements } from '@cairn/postgres/pool/privileged'
import { createSealer, SealBroken, WrongSecret } from '../tokens/sealing.ts'
import { deriveKey, type KeptKey, type Secret } from '../tokens/secrets.ts'

/** For how many days at the most something is good that each key protects; null where that depends on other rows. */
const DAYS_OF_PURPOSE: ReadonlyMap<string, number | null> = new Map([
  ['refresh tokens', null],
  ['refresh tokens of clients', null],
  ['recovery codes', null],
  ['one-time codes', 8],
  ['sign-in elsewhere', 8],
  ['unsubscribe links', 91],
])

const SEALED_FOR = 'kept keys'

/** Keeps the keys of a former secret whose work is renewed by its owners alone, sealed with the present one. */
export async function keepKeysOf(tx: Statements, former: Uint8Array, present: Uint8Array): Promise<void> {
  const sealer = createSealer(present, SEALED_FOR)
  for (const [purpose, days] of DAYS_OF_PURPOSE) {
    const id = crypto.randomUUID()
    const sealed = sealer.seal(deriveKey(former, purpose).toString('base64'), id)
    await tx`
      insert into auth.kept_keys (id, purpose, key_sealed, expires_at)
      values (${id}, ${purpose}, ${sealed}, now() + make_interval(days => ${days}::int))`
  }
}

/** The keys of former secrets that something may still need. Throws `WrongSecret`. */
export async function readKeptKeys(sql: Statements, secret: Secret): Promise<KeptKey[]> {
  const sealer = createSealer(secret, SEALED_FOR)
  const rows = await sql<{ id: string; purpose: string; sealed: Uint8Array }[]>`
    select id, purpose, key_sealed as sealed
    from auth.kept_keys
    where expires_at is null or expires_at > now()
    order by created_at desc, id`
  try {
    return rows.map(({ id, purpose, sealed }) => ({
      purpose,
      key: Buffer.from(sealer.open(sealed, id), 'base64'),
    }))
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new WrongSecret('The keys that were kept of former secrets', { cause })
  }
}

/** Forgets the keys of former secrets: idle sessions, recovery codes and links of before end. Returns how many. */
export async function forgetKeptKeys(sql: Statements): Promise<number> {
  const deleted = await sql`delete from auth.kept_keys`
  return deleted.count
}
