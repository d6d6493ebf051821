import type postgres from 'postgres'
import { z } from 'zod'

/** The histories of the migrations themselves, and what the start counts. */
const NOT_COMPARED = ['auth.schema_migrations', 'auth.clock']

/** Tables that come by migrations. */
const NEW = [
  'private.kinds',
  'private.languages',
  'private.jobs',
  'private.job_failures',
  'auth.known_devices',
  'auth.security_changes',
]

/** Who knows which record, in the tables of earlier versions and of this one. */
const MOVED = ['system_experts', 'solution_experts', 'agent_experts', 'automation_experts', 'record_experts']

/** The rows of two versions, alike: experts by what they say, whichever tables have them, and nothing that migrations bring. */
export function inOneForm(rows: Readonly<Record<string, readonly string[]>>): Record<string, unknown[]> {
  const tables = Object.entries(rows).filter(([name]) => !NEW.includes(name))
  const isMoved = ([name]: readonly [string, unknown]): boolean => MOVED.includes(name.replace('public.', ''))
  return {
    ...Object.fromEntries(
      tables.filter((table) => !isMoved(table)).map(([name, texts]) => [name, [...texts]]),
    ),
    experts: tables
      .filter(isMoved)
      .flatMap(([, texts]) => texts.map(expertIn))
      .toSorted(),
  }
}

/** An expert as the former tables have it: without the kind, and without the columns of other kinds. */
function expertIn(text: string): string {
  const row: unknown = JSON.parse(text)
  const { kind: _, record_id: __, ...named } = z.record(z.string(), z.string().nullable()).parse(row)
  return JSON.stringify(
    Object.entries(named)
      .filter(([, value]) => value !== null)
      .toSorted(),
  )
}

/** Every row of every table of the product and of the accounts, as text; by `schema.table`. */
export async function rowsOf(sql: postgres.ISql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth') and c.relkind = 'r'
    order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !NOT_COMPARED.includes(table.name))) {
    const found = await sql.unsafe<{ row: string }[]>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
