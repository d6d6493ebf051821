import type postgres from 'postgres'
import { z } from 'zod'
import { ID } from './cast.ts'

type Tx = postgres.TransactionSql

const outcome = z.object({
  act: z.nullish(z.string()),
  total: z.number(),
  changes: z.number(),
  no_right: z.number(),
  already: z.number(),
  full: z.number(),
  changed_meanwhile: z.number(),
  left_out: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  before: z.record(z.string(), z.number()),
  first: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      before: z.nullable(z.string()),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
  seen_at: z.optional(z.string()),
  deletes: z.optional(z.array(z.string())),
  impact: z.optional(
    z.array(
      z.object({ kind: z.string(), total: z.number(), items: z.array(z.looseObject({ name: z.string() })) }),
    ),
  ),
})

type BulkOutcome = z.infer<typeof outcome>

/** A wish to change many records; without `kind` and `ids` it is about SYSTEMS. */
export interface Bulk {
  kind?: string
  action: string
  value?: string | null
  ids?: readonly string[] | null
  excepted?: readonly string[]
  query?: string
  seenAt?: string
  reason?: string
  moveTo?: string
  told?: boolean
}

export const SYSTEMS = [ID.archive, ID.billing, ID.ledger]

/** Ids as a literal of Postgres; null stands for all that match. */
export const listOf = (ids: readonly string[] | null) => ids && `{${ids.join()}}`

/** The preview of a change for the present actor. */
export async function preview(
  tx: Tx,
  { kind = 'system', action, value = null, ids = SYSTEMS, excepted = [] }: Bulk,
): Promise<BulkOutcome> {
  const [row] = await tx`
    select public.preview_bulk(
      ${kind}, ${action}, ${value}, ${listOf(ids)}::uuid[], excepted => ${listOf(excepted)}::uuid[]
    ) as answer`
  return outcome.parse(row?.['answer'])
}

/** Changes records as the present actor, and returns the outcome. */
export async function change(tx: Tx, bulk: Bulk): Promise<BulkOutcome> {
  const { kind = 'system', action, value = null, ids = SYSTEMS, query = '', seenAt = null } = bulk
  const { reason = '', moveTo = null, told = false, excepted = [] } = bulk
  const [row] = await tx`
    select public.change_in_bulk(
      ${kind}, ${action}, ${value}, ${listOf(ids)}::uuid[], ${query}, seen_at => ${seenAt}::timestamptz,
      reason => ${reason}, move_to => ${moveTo}::uuid, told => ${told},
      excepted => ${listOf(excepted)}::uuid[]
    ) as answer`
  return outcome.parse(row?.['answer'])
}

const undoing = z.object({
  act: z.nullable(z.string()),
  undone: z.number(),
  left: z.array(
    z.object({
      problem: z.string(),
      by_id: z.nullable(z.string()),
      by_name: z.nullable(z.string()),
      records: z.number(),
    }),
  ),
})

/** Undoes an act as the present actor, and returns the outcome. */
export async function undoAct(tx: Tx, act: string | null | undefined): Promise<z.infer<typeof undoing>> {
  const [row] = await tx`select public.undo_act(${act ?? null}) as answer`
  return undoing.parse(row?.['answer'])
}

/** Undoes an act as the present actor, and returns the number of records. */
export const undo = async (tx: Tx, act: string | null | undefined) => {
  return (await undoAct(tx, act)).undone
}

/** The members who own SYSTEMS, in the order of the names. */
export const owners = async (tx: Tx) =>
  (
    await tx`select owner_id from public.systems where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
  ).map(({ owner_id }) => owner_id)

/** The same, members or invited. */
export const heldBy = async (tx: Tx) =>
  (
    await tx`
      select coalesce(owner_id, invited_owner_id) as owner from public.systems
      where id = any (${listOf(SYSTEMS)}::uuid[]) order by name`
  ).map(({ owner }) => owner)
