import { createHmac } from 'node:crypto'
import { inLine, type Line } from '../start/line.ts'
import { NO_PATIENCE, reach } from '../start/patience.ts'
import { postgresFailure, UnsuitableDatabase } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import type { Statements } from '../wire/transaction.ts'

/** The secret that passwords are derived from, and the one before it while it changes. */
export interface PasswordSecrets {
  present: Uint8Array
  former: Uint8Array | null
}

/**
 * The connection of a serving user. Its password is derived from the secret, so that several servers that share a secret
 * and a database agree without talking. While the secret changes either password may be the user's.
 */
export function servingUser(
  primary: ConnectionTarget,
  user: string,
  { present, former }: PasswordSecrets,
): ConnectionTarget {
  const otherPassword = former === null ? {} : { otherPassword: passwordOf(user, former) }
  return { ...primary, user, password: passwordOf(user, present), ...otherPassword }
}

function passwordOf(user: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(`database user ${user}`).digest('hex')
}

/** Gives a serving user, as which `sql` is connected, the password of the present secret. */
export async function renewPassword(sql: Statements, { user, password }: ConnectionTarget): Promise<void> {
  await sql.unsafe(`alter role ${user} password '${password}'`)
}

/**
 * Gives a serving user its password, where it has another one or none. Users belong to the whole Postgres: one whose
 * password serves another database is left alone, with {@link UnsuitableDatabase}. Throws `StartFailed` when there is no
 * connection for it in time.
 */
export async function claimServingUser(
  tx: Statements,
  target: ConnectionTarget,
  { isNew, line }: { isNew: boolean; line: Line },
): Promise<void> {
  if (!isNew && (await opens(target, line))) return
  const owner = isNew ? NOBODY : await ownerOf(tx, target)
  if (owner.kind === 'another') throw belongsElsewhere(target.user, owner.database)
  // A derived password has only letters and digits; a role's password and comment cannot be parameters.
  await tx.unsafe(`alter role ${target.user} with login password '${target.password}'`)
  await tx.unsafe(`comment on role ${target.user} is ${quoted(OWNED_BY + target.database)}`)
}

/** The servers that run already may have all the connections that a pooler gives to this user. */
async function opens(target: ConnectionTarget, line: Line): Promise<boolean> {
  try {
    const client = await inLine(() => reach(target, 'cairn start', NO_PATIENCE), line)
    await client.close()
    return true
  } catch (error) {
    if (postgresFailure(error)?.code.startsWith('28') === true) return false
    throw error
  }
}

/** How the comment of a serving user begins; the name of the database follows. */
const OWNED_BY = 'Its password is that of the Cairn in the database '

type Owner = { kind: 'nobody' } | { kind: 'this database' } | { kind: 'another'; database: string | null }

const NOBODY: Owner = { kind: 'nobody' }

async function ownerOf(tx: Statements, { user, database }: ConnectionTarget): Promise<Owner> {
  const [row] = await tx<{ comment: string | null; served: boolean; others: string | null }[]>`
    select
      shobj_description(r.oid, 'pg_authid') as comment,
      to_regclass('auth.signing_keys') is not null as served,
      (select json_agg(datname)::text from pg_database where datname <> current_database()) as others
    from pg_roles r
    where r.rolname = ${user}`
  const named = row?.comment?.startsWith(OWNED_BY) === true ? row.comment.slice(OWNED_BY.length) : null
  if (named === database) return { kind: 'this database' }
  if (named !== null && row?.others?.includes(JSON.stringify(named)) === true) {
    return { kind: 'another', database: named }
  }
  // Without a comment an earlier version has set it, for a database that it has served.
  if (named !== null || row?.served === true) return { kind: 'this database' }
  return (await hasPassword(tx, user)) ? { kind: 'another', database: null } : NOBODY
}

/** Only superusers see whether a user has a password; where we cannot see it, it has one. */
async function hasPassword(tx: Statements, user: string): Promise<boolean> {
  const [may] = await tx`select has_table_privilege('pg_authid', 'select') as see`
  if (may?.['see'] !== true) return true
  const [row] = await tx`select rolpassword is not null as has from pg_authid where rolname = ${user}`
  return row?.['has'] === true
}

function belongsElsewhere(user: string, database: string | null): UnsuitableDatabase {
  const whose =
    database === null ? 'another installation on this Postgres' : `the Cairn in the database ${database}`
  return new UnsuitableDatabase(
    `The user ${user} of this Postgres has a password that this CAIRN_SECRET did not make: it belongs to ${whose}, and ` +
      'nothing was changed. Start with the secret of that installation, or use a Postgres of its own. If it is no longer ' +
      `in use, run as superuser: alter role ${user} password null; comment on role ${user} is null.`,
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
