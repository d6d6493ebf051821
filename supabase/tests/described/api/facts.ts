import type postgres from 'postgres'
import { z } from 'zod'
import { type Routine, routinesOf, type Table, tablesOf } from '../catalogue.ts'
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

/** Reads comments, types, rights and checks of what is public. Throws for a name that the database does not have. */
export async function factsOf(sql: postgres.Sql): Promise<Facts> {
  const [tables, routines, checks, rules] = await Promise.all([
    tablesOf(sql, 'public'),
    routinesOf(sql, 'public'),
    sql`
      select c.relname as table, pg_get_constraintdef(k.oid) as definition, (
        select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)
      ) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
      order by c.relname, k.conname`,
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
