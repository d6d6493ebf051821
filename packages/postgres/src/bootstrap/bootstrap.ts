import type { Line } from '../start/line.ts'
import { withBoundedLockWaits } from '../start/lock-waits.ts'
import { LOCKS } from '../start/locks.ts'
import { NO_PATIENCE, type Patience, placesOf, reach } from '../start/patience.ts'
import { waitForStandby } from '../start/standby-at-start.ts'
import { lockForStart } from '../start/start-lock.ts'
import type { Client } from '../wire/client.ts'
import {
  CONNECT_TIMEOUT,
  isLostConnection,
  isTlsFailure,
  postgresFailure,
  UnsuitableDatabase,
} from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { inTransaction, type Statements } from '../wire/transaction.ts'
import { roleLimitsSql } from './role-limits.ts'
import { claimServingUser, type PasswordSecrets, servingUser } from './serving-users.ts'

/** The users that the server connects as once it serves. Neither is a superuser. */
export interface ServingTargets {
  /** The user for requests: has no rights itself and becomes anon, authenticated or service_role. */
  authenticator: ConnectionTarget
  /** packages/auth: owns the schema auth. */
  authAdmin: ConnectionTarget
}

export interface BootstrapOptions {
  /** How long to wait for a database that is not there yet, and for another start. */
  patience?: Patience
  /** Throws where the database is not for this start, such as one begun with another secret. Asked before anything is written. */
  check?: (sql: Statements) => Promise<void>
  /**
   * Whether the user of accounts is to read the statistics of all sessions, for monitoring. Where the administrator may not
   * give that right, what needs it is left out.
   */
  readsStatistics?: boolean
  /** How many sessions the server will have at the most. */
  sessions?: number
  /** The same for the operator, in sentences: what a pooler and Postgres have to allow. */
  needs?: string
}

const OLDEST_SERVER = 150_000

/** Settings that trade acknowledged writes for speed: a server that has them off is refused. */
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** The roles and schemas that Supabase has before the first migration. Written to be repeated. */
const ROLES = `
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$$;
grant anon, authenticated, service_role to authenticator;
grant supabase_auth_admin to current_user;
do $$
begin
  -- A project decides itself who may use public; its base has opened it, once.
  if to_regclass('cairn.project') is null then
    revoke all on schema public from public;
    grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
  end if;
end
$$;
create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, authenticator;
`

/** The users that serve a database which {@link bootstrap} has prepared. */
export function servingTargets(
  admin: ConnectionTarget,
  secret: Uint8Array | PasswordSecrets,
): ServingTargets {
  const secrets = passwordSecrets(secret)
  return {
    authenticator: servingUser(admin, 'authenticator', secrets),
    authAdmin: servingUser(admin, 'supabase_auth_admin', secrets),
  }
}

const passwordSecrets = (secret: Uint8Array | PasswordSecrets): PasswordSecrets =>
  secret instanceof Uint8Array ? { present: secret, former: null } : secret

const STATISTICS = `
do $$
begin
  -- The user takes no rights of others upon itself; before Postgres 16 no grant can say otherwise.
  if current_setting('server_version_num')::integer >= 160000 then
    execute 'grant pg_read_all_stats to supabase_auth_admin with inherit true';
  end if;
exception
  when insufficient_privilege then null;
end
$$`

/**
 * Checks the server behind `admin` and makes the roles that everything else stands on. Can be repeated. All checks come
 * before the first write. Returns the users that serve, and the administrator at the address that takes writes.
 *
 * Throws {@link UnsuitableDatabase} when version, settings, rights or a pooler in between do not suffice, or when the
 * users belong to another installation; `StartBlocked` when another session keeps it waiting; and what `check` throws.
 */
export async function bootstrap(
  admin: ConnectionTarget,
  secret: Uint8Array | PasswordSecrets,
  { patience = NO_PATIENCE, check, readsStatistics = false, sessions = 0, needs = '' }: BootstrapOptions = {},
): Promise<ServingTargets & { primary: ConnectionTarget }> {
  const secrets = passwordSecrets(secret)
  try {
    const client = await reach(admin, 'cairn start', patience)
    try {
      const primary = { ...admin, ...client.endpoint }
      await refuseSharedSessions(client, primary, patience)
      await checkServer(client.sql, sessions)
      await waitForStandby(client.sql, primary, patience)
      const users = ['authenticator', 'supabase_auth_admin'].map((user) =>
        servingUser(primary, user, secrets),
      )
      await inTransaction(client.sql, async (tx) => {
        await lockForStart(tx, LOCKS.bootstrap, 'prepares this database', patience)
        await withBoundedLockWaits(tx, { target: primary, patience, what: 'The start' }, async () => {
          await check?.(tx)
          await prepareRoles(tx, users, { patience, needs })
          if (readsStatistics) await tx.unsafe(STATISTICS)
        })
      })
      return { primary, ...servingTargets(admin, secrets) }
    } finally {
      await client.close()
    }
  } catch (error) {
    throw explainedStart(error, admin, needs)
  }
}

async function prepareRoles(tx: Statements, users: readonly ConnectionTarget[], line: Line): Promise<void> {
  const known = await tx<{ name: string }[]>`select rolname as name from pg_roles`
  await tx.unsafe(ROLES)
  for (const target of users) {
    const isNew = known.every(({ name }) => name !== target.user)
    await claimServingUser(tx, target, { isNew, line })
  }
  await tx.unsafe(roleLimitsSql(users.map(({ user }) => user)))
}

/**
 * An error of the first statements at a start, in words for the operator where the operator can mend it. `needs` says
 * what a pooler has to allow.
 */
export function explainedStart(error: unknown, target: ConnectionTarget, needs = ''): unknown {
  if (error instanceof UnsuitableDatabase) return error
  const failure = postgresFailure(error)
  if (failure?.code === '42501') {
    return new UnsuitableDatabase(
      `The user of DATABASE_URL may not create the roles that Cairn needs (${failure.message}). Use a superuser.`,
      { cause: error },
    )
  }
  const place = `The database at ${placesOf(target)}`
  if (isTlsFailure(error)) {
    return new UnsuitableDatabase(
      `${place} cannot be trusted as sslmode and sslrootcert of DATABASE_URL ask: ${error.message}.`,
      { cause: error },
    )
  }
  if (isOutOfConnections(error)) {
    return new UnsuitableDatabase(
      `${place} had no connection for this start: ${error.message}. Is DATABASE_URL right? ${needs}`.trimEnd(),
      { cause: error },
    )
  }
  if (isOutOfReach(error)) {
    return new UnsuitableDatabase(`${place} cannot be used: ${error.message}. Is DATABASE_URL right?`, {
      cause: error,
    })
  }
  return error
}

/** There may be no server; or it, or a pooler in front of it, has no connection to spare. */
function isOutOfConnections(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === CONNECT_TIMEOUT || error.code === '53300' || error.code === '08P01'
}

/** There is no server, or it does not know the user, the password or the database. */
function isOutOfReach(error: unknown): error is Error {
  const code = postgresFailure(error)?.code ?? ''
  return isLostConnection(error) || code.startsWith('28') || code === '3D000'
}

/**
 * A pooler that gives one session to several clients in turn mixes up prepared statements, settings and locks. Two
 * clients are each asked for their session while the other one is in the middle of a transaction.
 */
async function refuseSharedSessions(
  client: Client,
  primary: ConnectionTarget,
  patience: Patience,
): Promise<void> {
  const other = await reach(primary, 'cairn start', patience)
  try {
    for (let round = 0; round < 3; round += 1) {
      const mine = await sessionOf(client)
      // In statement mode a pooler ends the session that begins a transaction.
      const begun = await other.sql.unsafe('begin').then(
        () => true,
        () => false,
      )
      const shared = (await sessionOf(client)) !== mine || !begun || (await sessionOf(other)) === mine
      if (begun) await other.sql.unsafe('rollback')
      if (shared) {
        throw new UnsuitableDatabase(
          'DATABASE_URL leads to a connection pooler that shares sessions between transactions (transaction mode), in ' +
            'which prepared statements and settings get lost. Name its address in session mode, or Postgres itself.',
        )
      }
    }
  } finally {
    await other.close()
  }
}

async function sessionOf({ sql }: Client): Promise<unknown> {
  const [row] = await sql.unsafe('select pg_backend_pid() as pid')
  return row?.['pid']
}

async function checkServer(sql: Statements, sessions: number): Promise<void> {
  const [server] = await sql<{ number: number; version: string; allowed: number; off: string | null }[]>`
    select
      current_setting('server_version_num')::int as number,
      current_setting('server_version') as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
      (
        select string_agg(name, ', ')
        from pg_settings
        where name = any(string_to_array(${DURABILITY.join(',')}, ',')) and setting = 'off'
      ) as off`
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new UnsuitableDatabase(`Cairn needs Postgres 15 or newer; this one is ${server?.version}.`)
  }
  if (server.off !== null) {
    throw new UnsuitableDatabase(
      `The database would lose acknowledged writes: ${server.off} is off. Switch it on.`,
    )
  }
  if (server.allowed < sessions) {
    throw new UnsuitableDatabase(
      `Cairn would open ${sessions} connections to the database, which allows ${server.allowed} (max_connections). ` +
        'Lower DATABASE_POOL_SIZE, or raise max_connections; each further server opens as many.',
    )
  }
}
