import { notASingleRow, otherPrimaryKey, tooManyAffected } from '../errors/request-errors.ts'
import type { DatabasePlan } from '../plan/plan.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { returnsManyRows } from '../schema-cache/functions.ts'

/** A text, or its bytes in UTF-8 where they came over the wire undecoded. */
export type AnswerBody = string | Uint8Array<ArrayBuffer>

/** The outcome of a request's statement. */
export interface Outcome {
  /** Rows in the response, or rows that were changed. */
  rows: number
  /** The number of rows without limit and offset; null where the request did not ask for it. */
  total: number | null
  /** The body as Postgres wrote it, null where there is none. */
  body: AnswerBody | null
  /** `response.status` as a function set it. */
  status: string | null
  /** `response.headers` as a function set them, in JSON. */
  headers: string | null
  /** How many rows of an upsert were new. */
  inserted: number | null
  /** The primary key of the first new row, in the order of its columns. */
  location: readonly (string | null)[] | null
}

export function writes(plan: DatabasePlan): boolean {
  return plan.kind === 'call' ? !plan.readOnly : plan.kind !== 'read'
}

/** True where only stored data is read: not for a volatile function, though GET keeps it from writing. */
export function onlyReads(plan: DatabasePlan): boolean {
  return plan.kind === 'call' ? plan.function.readOnly : plan.kind === 'read'
}

/**
 * Whether the outcome can refuse a write. Writes for which it cannot are committed without waiting, which saves a round
 * trip.
 */
export function mayBeRefused({ preferences }: ApiRequest, plan: DatabasePlan): boolean {
  const { handling, maxAffected } = preferences
  return isPut(plan) || wantsOne(plan) || (handling === 'strict' && maxAffected !== null)
}

function isPut(plan: DatabasePlan): boolean {
  return plan.kind === 'insert' && plan.only !== null
}

function wantsOne({ format }: DatabasePlan): boolean {
  return format.kind === 'json' && format.single
}

/**
 * Throws PGRST116 when one row was requested and not exactly one came, PGRST124 when more were changed than allowed.
 */
export function requireExpected({ preferences }: ApiRequest, plan: DatabasePlan, { rows }: Outcome): void {
  if (isPut(plan) && rows !== 1) throw otherPrimaryKey()
  if (wantsOne(plan) && rows !== 1) throw notASingleRow(rows)
  const { handling, maxAffected } = preferences
  if (handling !== 'strict' || maxAffected === null || rows <= maxAffected) return
  if (countsAsAffected(plan)) throw tooManyAffected(rows)
}

function countsAsAffected(plan: DatabasePlan): boolean {
  if (plan.kind === 'call') return returnsManyRows(plan.function.result)
  return plan.kind === 'update' || plan.kind === 'delete'
}
