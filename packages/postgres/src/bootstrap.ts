import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import { isLostConnection, isTlsFailure, postgresFailure } from './errors.ts'
import { LOCKS } from './locks.ts'
import type { ConnectionTarget } from './pool.ts'
import { sslOption } from './tls.ts'

/** The database is not one that Cairn can run on. The message tells the operator what to change. */
export class UnsuitableDatabase extends Error {
  override name = 'UnsuitableDatabase'
}

/** The users that the server connects as once it serves. Neither is a superuser. */
export interface ServingTargets {
  /** Requests: has no rights of its own and becomes anon, authenticated or service_role. */
  authenticator: ConnectionTarget
  /** packages/auth: owns the schema auth. */
  authAdmin: ConnectionTarget
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
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, authenticator;
`

/**
 * Checks the server behind `admin` and makes the roles that everything else stands on. Can be repeated.
 *
 * The passwords of the two serving users are derived from `secret`, so that several servers that share a secret and a
 * database agree without talking. Throws {@link UnsuitableDatabase} when version, settings or rights do not suffice.
 */
export async function bootstrap(admin: ConnectionTarget, secret: Uint8Array): Promise<ServingTargets> {
  const sql = postgres({
    ...admin,
    ssl: sslOption(admin),
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'cairn start' },
  })
  const authenticator = { ...admin, user: 'authenticator', password: derivePassword(secret, 'authenticator') }
  const authAdmin = {
    ...admin,
    user: 'supabase_auth_admin',
    password: derivePassword(secret, 'supabase_auth_admin'),
  }
  try {
    await checkServer(sql)
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCKS.bootstrap})`
      await tx.unsafe(ROLES)
      for (const { user, password } of [authenticator, authAdmin]) {
        // A derived password has only letters and digits; a role's password cannot be a parameter.
        await tx.unsafe(`alter role ${user} with login password '${password}'`)
      }
    })
  } catch (error) {
    throw explained(error, admin)
  } finally {
    await sql.end({ timeout: 5 })
  }
  return { authenticator, authAdmin }
}

/** The same error in words for the operator, where the operator can mend it. */
function explained(error: unknown, { host, port }: ConnectionTarget): unknown {
  const failure = postgresFailure(error)
  if (failure?.code === '42501') {
    return new UnsuitableDatabase(
      `The user of DATABASE_URL may not create the roles that Cairn needs (${failure.message}). Use a superuser.`,
      { cause: error },
    )
  }
  const place = `The database at ${host} (port ${port})`
  if (isTlsFailure(error)) {
    return new UnsuitableDatabase(
      `${place} cannot be trusted as sslmode and sslrootcert of DATABASE_URL ask: ${error.message}.`,
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

/** There is no server, or it does not know the user, the password or the database. */
function isOutOfReach(error: unknown): error is Error {
  const code = postgresFailure(error)?.code ?? ''
  return isLostConnection(error) || code.startsWith('28') || code === '3D000'
}

async function checkServer(sql: postgres.Sql): Promise<void> {
  const [version] = await sql<{ number: number; text: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as text`
  if (version === undefined || version.number < OLDEST_SERVER) {
    throw new UnsuitableDatabase(`Cairn needs Postgres 15 or newer; this one is ${version?.text}.`)
  }
  const settings = await sql<{ name: string }[]>`
    select name from pg_settings where name = any(string_to_array(${DURABILITY.join(',')}, ',')) and setting = 'off'`
  if (settings.length > 0) {
    throw new UnsuitableDatabase(
      `The database would lose acknowledged writes: ${settings.map((row) => row.name).join(', ')} is off. Switch it on.`,
    )
  }
}

function derivePassword(secret: Uint8Array, user: string): string {
  return createHmac('sha256', secret).update(`database user ${user}`).digest('hex')
}
