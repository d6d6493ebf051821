import type { Statements } from '@cairn/postgres/pool/privileged'

/** A value that is stored encrypted. */
export interface SealedRow {
  /** The key that orders the rows. */
  key: string
  /** The binding of the value; see Sealer. */
  place: string
  sealed: Uint8Array
}

/** Values of one kind that are stored encrypted. */
export interface SealedRows {
  /** The column that stores them: `schema.table.column`. */
  name: string
  /** The purpose under which they are sealed. */
  purpose: string
  /** Some of them, after this key. */
  after(sql: Statements, key: string | null, atMost: number): Promise<SealedRow[]>
  /** Replaces a value if it is still the one that was read; returns whether it was. */
  replace(sql: Statements, row: SealedRow, sealed: Uint8Array): Promise<boolean>
}

interface Column {
  purpose: string
  table: string
  column: string
  /** The binding of the value, where that is not the row's ID. */
  place?: string
}

function rowsOf({ purpose, table, column, place }: Column): SealedRows {
  return {
    name: `${table}.${column}`,
    purpose,
    async after(sql, key, atMost) {
      const rows = await sql<{ key: string; sealed: Uint8Array }[]>`
        select id::text as key, ${sql(column)} as sealed
        from ${sql(table)}
        where ${sql(column)} is not null and (${key}::uuid is null or id > ${key}::uuid)
        order by id
        limit ${atMost}`
      return rows.map((row) => ({ ...row, place: place ?? row.key }))
    },
    async replace(sql, { key, sealed: before }, sealed) {
      const replaced = await sql`
        update ${sql(table)} set ${sql(column)} = ${Buffer.from(sealed)}
        where id = ${key}::uuid and ${sql(column)} = ${Buffer.from(before)}`
      return replaced.count > 0
    },
  }
}

/** auth.saml_keys has a single row without an ID. */
const samlKeys: SealedRows = {
  name: 'auth.saml_keys.private_key_sealed',
  purpose: 'single sign-on',
  async after(sql, key) {
    if (key !== null) return []
    const rows = await sql<{ sealed: Uint8Array }[]>`select private_key_sealed as sealed from auth.saml_keys`
    return rows.map(({ sealed }) => ({ key: 'saml', place: 'saml', sealed }))
  },
  async replace(sql, { sealed: before }, sealed) {
    const replaced = await sql`
      update auth.saml_keys set private_key_sealed = ${Buffer.from(sealed)}
      where private_key_sealed = ${Buffer.from(before)}`
    return replaced.count > 0
  },
}

/** All values that are stored encrypted in the schema auth. A test finds a column that is missing here. */
export const SEALED_IN_AUTH: readonly SealedRows[] = [
  rowsOf({ purpose: 'signing keys', table: 'auth.signing_keys', column: 'private_jwk_sealed' }),
  samlKeys,
  rowsOf({ purpose: 'second factors', table: 'auth.mfa_factors', column: 'secret_sealed' }),
  rowsOf({ purpose: 'queued mail', table: 'auth.mail_queue', column: 'values_sealed' }),
  rowsOf({ purpose: 'kept keys', table: 'auth.kept_keys', column: 'key_sealed' }),
]
