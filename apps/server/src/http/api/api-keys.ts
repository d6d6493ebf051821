import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { DatabaseRole } from '@cairn/postgres/pool/caller'
import type { Privileged } from '@cairn/postgres/pool/privileged'

/** The keys that this installation knows. */
export interface ApiKeys {
  /** Opaque and public: every page carries it. */
  publishable: string
  /** The role that a key gives; null for one that is not ours. */
  roleOf(key: string): Promise<DatabaseRole | null>
}

/** The role of a key that is a token of an earlier installation, where its secret is configured. */
export type RoleOfLegacyKey = (key: string) => Promise<'anon' | 'service_role' | null>

/** Reads the publishable key, or makes it at the first start; several servers on one database share it. */
export async function loadApiKeys(
  accounts: Privileged,
  serviceKey: string | null,
  roleOfLegacyKey: RoleOfLegacyKey,
): Promise<ApiKeys> {
  const made = `sb_publishable_${randomBytes(24).toString('base64url')}`
  const publishable = await accounts.transaction(async (tx) => {
    await tx`lock table auth.api_keys in share row exclusive mode`
    await tx`
      insert into auth.api_keys (type, key)
      select 'publishable', ${made}
      where not exists (select from auth.api_keys where type = 'publishable')`
    const [row] = await tx<{ key: string }[]>`
      select key from auth.api_keys where type = 'publishable' order by created_at limit 1`
    return row?.key ?? made
  })
  const isPublishable = isText(publishable)
  const isServiceKey = serviceKey === null ? () => false : isText(serviceKey)
  return {
    publishable,
    async roleOf(key) {
      if (isPublishable(key)) return 'anon'
      if (isServiceKey(key)) return 'service_role'
      return roleOfLegacyKey(key)
    },
  }
}

/** Compares in a time that tells nothing but the length. A text of another length, as each access token, is not copied. */
function isText(known: string): (given: string) => boolean {
  const bytes = Buffer.from(known)
  return (given) => Buffer.byteLength(given) === bytes.length && timingSafeEqual(Buffer.from(given), bytes)
}
