import type postgres from 'postgres'
import { z } from 'zod'
import { BEHIND, type Routine, routinesOf, type Table, tablesOf } from '../catalogue.ts'
import { PROCEDURES } from './procedures.ts'
import { RESOURCES } from './resources.ts'

const check = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  definition: z.string(),
})
export type Check = z.infer<typeof check>

const rule = z.object({ procedure: z.string(), scopes: z.array(z.string()), any_of: z.boolean() })

/** The description of the public API in the database. */
export interface Facts {
  tables: ReadonlyMap<string, Table>
  routines: ReadonlyMap<string, Routine>
  checks: readonly Check[]
  /** The scopes that a token needs for a procedure, in words. */
  scopes: ReadonlyMap<string, string>
}

/**
 * The checks of tables, and of the table behind a view those of the columns that it shows: what is said of another kind of
 * rows is left out, and of its own said without the kind.
 */
const CHECKS = `
  with recursive ${BEHIND},
  known as (
    select c.oid, c.relname, c.relkind, k.conname, k.conkey, k.conrelid,
      coalesce(kinds.kind, '') as kind, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    left join shown s on s.place = k.conrelid
    join pg_class c on c.oid in (k.conrelid, s.id)
    left join private.kinds kinds on kinds.record_table = c.relname
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
  )
  select distinct k.relname as table, k.conname,
    case when k.relkind = 'v' then replace(k.definition, format('(kind <> %L::text) OR ', k.kind), '') else k.definition end
      as definition,
    columns.names as columns
  from known k
  cross join lateral (
    select coalesce(jsonb_agg(a.attname order by a.attnum), '[]') as names, bool_and(exists (
      select from pg_attribute v where v.attrelid = k.oid and v.attname = a.attname
    )) as are_shown
    from pg_attribute a
    where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and (a.attname <> 'kind' or k.relkind <> 'v')
  ) columns
  where columns.are_shown
    and (k.relkind <> 'v' or k.definition !~ '\\mkind\\M' or k.definition ~ format('\\(kind <> %L::text\\) OR ', k.kind))
  order by k.relname, k.conname`

/** Reads comments, types, rights and checks of what is public. Throws for a name that the database does not have. */
export async function factsOf(sql: postgres.Sql): Promise<Facts> {
  const [tables, routines, checks, rules] = await Promise.all([
    tablesOf(sql, 'public'),
    routinesOf(sql, 'public'),
    sql.unsafe(CHECKS),
    sql`select procedure, to_jsonb(scopes) as scopes, any_of from private.procedure_scopes()`,
  ])
  const scopes = z.array(rule).parse([...rules])
  promised(
    scopes.map(({ procedure: name }) => ({ name })),
    PROCEDURES.map(({ name }) => name),
  )
  return {
    tables: promised(
      tables,
      RESOURCES.map(({ table }) => table),
    ),
    routines: promised(
      routines,
      PROCEDURES.map(({ name }) => name),
    ),
    checks: z.array(check).parse([...checks]),
    scopes: new Map(scopes.map((one) => [one.procedure, inWords(one)])),
  }
}

function promised<Found extends { name: string }>(all: readonly Found[], names: readonly string[]) {
  const byName = new Map(all.map((one) => [one.name, one]))
  const missing = names.filter((name) => !byName.has(name))
  if (missing.length > 0)
    throw new Error(`The public API promises ${missing.join(', ')}, which the database has not.`)
  return byName
}

/** kinds:read stands for all catalogues, or for one of them where row security selects the rows. */
function inWords({ scopes, any_of }: z.infer<typeof rule>): string {
  const words = scopes.map((scope) => {
    const [subject = '', verb = ''] = scope.split(':')
    if (subject !== 'kinds') return scope
    return `${verb} of ${any_of ? 'one catalogue or more' : 'all catalogues'}`
  })
  return words.join(', ')
}
