import type postgres from 'postgres'
import { z } from 'zod'

type Tx = postgres.TransactionSql

const plan = z.looseObject({
  id: z.string(),
  state: z.enum(['open', 'applying', 'done']),
  total: z.number(),
  checked: z.number(),
  summary: z.record(z.string(), z.number()),
  undecided: z.number(),
  to_apply: z.number(),
  applied: z.number(),
  refused: z.number(),
  left_out: z.number(),
  in_bin: z.number(),
  act: z.nullable(z.string()),
  people: z.array(
    z.object({ word: z.string(), rows: z.number(), is_owner: z.boolean(), choice: z.nullable(z.unknown()) }),
  ),
})
export type Plan = z.infer<typeof plan>

const cell = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
const plannedRow = z.object({
  row: z.number(),
  effect: z.string(),
  record_id: z.nullable(z.string()),
  name: z.string(),
  cells: z.array(cell),
  problems: z.array(
    z.object({
      problem: z.string(),
      field: z.nullable(z.string()),
      detail: z.nullable(z.string()),
      refusal: z.optional(z.nullable(z.string())),
    }),
  ),
  candidates: z.array(
    z.object({
      record_id: z.nullable(z.string()),
      row: z.nullable(z.number()),
      name: z.string(),
      reason: z.string(),
      cells: z.array(cell),
    }),
  ),
  decision: z.nullable(z.unknown()),
  outcome: z.nullable(z.string()),
})
export type PlannedRow = z.infer<typeof plannedRow>

export interface Start {
  kind?: string
  fileName?: string
  key?: string
  source?: string | null
}

type Values = Readonly<Record<string, unknown>>

/** Starts an import as the present actor. */
export async function start(
  tx: Tx,
  { kind = 'system', fileName = 'a.csv', key = 'name', source = null }: Start = {},
) {
  const [row] = await tx<
    { id: string }[]
  >`select public.start_import(${kind}, ${fileName}, ${key}, ${source}) as id`
  return z.string().parse(row?.id)
}

/** Sends rows, numbered from 1 or from the one given. */
export async function addRows(tx: Tx, id: string, rows: readonly Values[], first = 1) {
  await send(
    tx,
    id,
    rows.map((values, place) => ({ row: first + place, values })),
  )
}

export async function send(tx: Tx, id: string, rows: unknown) {
  await tx`select public.add_import_rows(${id}, ${JSON.stringify(rows)}::text::jsonb)`
}

async function repeated(ask: () => Promise<Plan>, isDone: (now: Plan) => boolean): Promise<Plan> {
  const now = await ask()
  return isDone(now) ? now : repeated(ask, isDone)
}

export async function checkPart(tx: Tx, id: string): Promise<Plan> {
  const [row] = await tx`select public.check_import(${id}) as answer`
  return plan.parse(row?.['answer'])
}

export const check = (tx: Tx, id: string) =>
  repeated(
    () => checkPart(tx, id),
    ({ checked, total }) => checked === total,
  )

export async function applyPart(tx: Tx, id: string): Promise<Plan> {
  const [row] = await tx`select public.apply_import(${id}) as answer`
  return plan.parse(row?.['answer'])
}

/**
 * Does work on a simulated machine so slow that a hundred new systems take more than two seconds: a call that applies
 * an import then writes a hundred.
 */
export async function onSlowMachine<T>(admin: postgres.Sql, work: () => Promise<T>): Promise<T> {
  await admin.unsafe(`
    create function public.take_long() returns trigger language plpgsql as
      'begin perform pg_sleep(2.1); return null; end';
    create trigger records_take_long before insert on private.records
      for each statement execute function public.take_long()`)
  try {
    return await work()
  } finally {
    await admin.unsafe('drop function public.take_long() cascade')
  }
}

export const apply = (tx: Tx, id: string) =>
  repeated(
    () => applyPart(tx, id),
    ({ state }) => state === 'done',
  )

/** An import of rows that is checked. */
export async function checked(tx: Tx, rows: readonly Values[], options: Start = {}) {
  const id = await start(tx, options)
  await addRows(tx, id, rows)
  return { id, plan: await check(tx, id) }
}

/** The answer of a decision; null undoes one. */
export async function decide(
  tx: Tx,
  id: string,
  decision: Values | null,
  { rows = null, effect = null }: { rows?: readonly number[] | null; effect?: string | null },
): Promise<Plan> {
  const [row] = await tx`
    select public.decide_import(
      ${id}, ${decision && JSON.stringify(decision)}::text::jsonb, ${rows && `{${rows.join()}}`}::integer[], ${effect}
    ) as answer`
  return plan.parse(row?.['answer'])
}

export async function decidePerson(tx: Tx, id: string, word: string, choice: Values | null): Promise<Plan> {
  const [row] = await tx`
    select public.decide_import_person(${id}, ${word}, ${choice && JSON.stringify(choice)}::text::jsonb) as answer`
  return plan.parse(row?.['answer'])
}

/** The first page of rows. */
export async function rowsOf(
  tx: Tx,
  id: string,
  effect: string | null = null,
): Promise<readonly PlannedRow[]> {
  const [row] = await tx`select public.get_import_rows(${id}, ${effect}) as answer`
  return z.object({ items: z.array(plannedRow), total: z.number() }).parse(row?.['answer']).items
}
