import type postgres from 'postgres'
import { ID } from './cast.ts'
import type { Stage } from './stage.ts'

type Sql = postgres.Sql | postgres.TransactionSql

export interface Definition {
  name: string
  type: string
  kind?: string
  key?: string
  account?: string
  [column: string]: unknown
}

/** Adds definitions directly to the database; returns their ids by name. */
export async function define(
  sql: Sql,
  definitions: readonly Definition[],
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const { account = ID.acme, kind = 'system', ...rest } of definitions) {
    const row = { account_id: account, kind, ...rest }
    const columns = Object.keys(row).join(', ')
    const [added] = await sql.unsafe<{ id: string }[]>(
      `insert into public.own_fields (${columns})
      select ${columns} from jsonb_populate_record(null::public.own_fields, $1::text::jsonb)
      returning id`,
      [JSON.stringify(row)],
    )
    ids[rest.name] = added?.id ?? ''
  }
  return ids
}

/** Sets the whole column of a system, as a client does. */
export const setOwn = (own: object, id: string = ID.billing): string =>
  `update public.systems set own = '${JSON.stringify(own).replaceAll("'", "''")}' where id = '${id}'`

export async function ownOf(sql: Sql, id: string = ID.billing): Promise<unknown> {
  const [row] = await sql<{ own: unknown }[]>`select own from public.systems where id = ${id}`
  return row?.own
}

/** The rows of `private.own_values`, in order. */
export async function keptValues(sql: Sql): Promise<readonly object[]> {
  const rows = await sql`
    select record_id, field_id, place, text_value, number_value::float8 as number_value, day_value::text as day_value
    from private.own_values order by record_id, field_id, place`
  return rows.map((row) => ({ ...row }))
}

/** The expected rows: each value of each record computed without the triggers. */
export async function recomputedValues(sql: Sql): Promise<readonly object[]> {
  const rows = await sql`
    select r.id as record_id, f.id as field_id, (e.place - 1)::int2 as place,
      case when f.type in ('text', 'address') then left(private.folded(e.value), 200)
        when f.type in ('choice', 'choices', 'member', 'record') then e.value
        when f.type = 'yes_no' then case e.value when 'true' then 'yes' else 'no' end end as text_value,
      case when f.type = 'number' then e.value::float8 end as number_value,
      case when f.type = 'date' then e.value end as day_value
    from (
      select 'system' as kind, account_id, id, own from public.systems
      union all select 'solution', account_id, id, own from public.solutions
      union all select 'agent', account_id, id, own from public.agents
      union all select 'automation', account_id, id, own from public.automations
    ) r
    join public.own_fields f on f.account_id = r.account_id and f.kind = r.kind and r.own ? f.key and f.type <> 'long_text'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(r.own -> f.key) when 'array' then r.own -> f.key else jsonb_build_array(r.own -> f.key) end
    ) with ordinality as e (value, place)
    order by r.id, f.id, e.place`
  return rows.map((row) => ({ ...row }))
}

/** Runs work in a transaction directly in the database and rolls it back. */
export async function rolledBack(
  stage: Stage,
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const back = new Error('rolled back')
  await stage.admin
    .begin(async (tx) => {
      await work(tx)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
}
