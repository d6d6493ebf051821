import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate } from '@cairn/postgres/migrate/migrate'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { AUTH } from '@cairn/testing/test-database'
import type postgres from 'postgres'

const PASSWORD = 'hosted'

/**
 * Makes a database as a hosted project has it before the first migration. Migrations run as a role that owns the
 * database, makes roles and bypasses row security, but is no superuser; the schema auth belongs to another role; and
 * whatever the role makes in public is open to the API's roles by default.
 */
export async function arrangeHostedProject(
  sql: postgres.Sql,
  admin: ConnectionTarget,
): Promise<ConnectionTarget> {
  const hosted = { ...admin, database: 'hosted', user: 'hosted', password: PASSWORD }
  await sql.unsafe(`create role hosted login createrole createdb bypassrls password '${PASSWORD}'`)
  await sql`create database hosted owner hosted`
  const inside = { ...admin, database: 'hosted' }
  await bootstrap(inside, new Uint8Array(32))
  await migrate(inside, [AUTH])
  await sql`grant anon, authenticated, service_role to hosted with admin option`
  return hosted
}

/** The grants of a hosted project inside the database, made with a connection to it. */
export const HOSTED_GRANTS = `
  grant usage on schema auth to hosted;
  grant all on all tables in schema auth to hosted;
  alter default privileges for role hosted in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role hosted in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role hosted in schema public grant all on sequences to anon, authenticated, service_role;
`
