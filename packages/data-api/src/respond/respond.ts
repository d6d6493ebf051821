import type { DatabaseRole } from '@cairn/postgres/pool/caller'
import type { ApiError } from '../errors/api-error.ts'
import { beyondLastRow } from '../errors/request-errors.ts'
import { type Answer, type SizedResponse, toResponse } from '../idempotency/answer.ts'
import type { CallPlan } from '../plan/call.ts'
import { type AnswerFormat, contentTypeOf } from '../plan/format.ts'
import type { InsertPlan, MutatePlan } from '../plan/mutate.ts'
import type { DatabasePlan } from '../plan/plan.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { appliedPreferences, type Preferences } from '../request/preferences.ts'
import type { AnswerBody, Outcome } from '../run/outcome.ts'
import { contentRange, rangeStatus } from './content-range.ts'
import { overriddenBy, statusOr } from './overrides.ts'

/** The headers on which a response depends besides its address and its caller, for caches in between. */
const VARY = 'Accept, Prefer, Range'

/**
 * Builds the response from the outcome of the statement. Source: https://docs.postgrest.org/en/v14/references/api.html
 */
export function respond(request: ApiRequest, plan: DatabasePlan, outcome: Outcome): Answer {
  if (plan.format.kind === 'plan') return respondPlan(request, plan.format, outcome)
  const answer =
    plan.kind === 'read' || plan.kind === 'call'
      ? readAnswer(request, plan, outcome)
      : writeAnswer(request, plan, outcome)
  const headers: Record<string, string> = { vary: VARY, ...answer.headers }
  const applied = appliedPreferences(applicable(request.preferences, plan))
  if (applied !== null) headers['preference-applied'] = applied
  if (answer.body !== null || request.method === 'HEAD') {
    headers['content-type'] = contentTypeOf(plan.format)
    if (request.schemaNegotiated) headers['content-profile'] = request.schema
  }
  const status = statusOr(answer.status, outcome)
  const body = mayHaveBody(status) ? bodyOf(plan, answer.body) : null
  if (body !== null || (mayHaveBody(status) && request.method !== 'HEAD'))
    headers['content-length'] = String(body === null ? 0 : Buffer.byteLength(body))
  return { status, headers: overriddenBy(outcome, headers), body }
}

/** Responds with the query plan of Postgres instead of the rows. */
function respondPlan({ method }: ApiRequest, format: AnswerFormat, { body }: Outcome): Answer {
  const headers = { 'content-type': contentTypeOf(format), vary: VARY }
  return { status: 200, headers, body: method === 'HEAD' ? null : body }
}

/** The database returns bytes as base64. */
function bodyOf({ format }: DatabasePlan, body: AnswerBody | null): AnswerBody | null {
  if (body === null || format.kind !== 'raw' || !format.binary) return body
  const base64 = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return Uint8Array.from(Buffer.from(base64, 'base64'))
}

/** Makes the response of a refusal to a caller of this role. */
export function respondError(error: ApiError, method: string, role: DatabaseRole): SizedResponse {
  const body = method === 'HEAD' || !mayHaveBody(error.status) ? null : error.toJson(role)
  return toResponse({
    status: error.status,
    body,
    headers: new Headers({
      'content-type': 'application/json; charset=utf-8',
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
      vary: VARY,
      'proxy-status': proxyStatus(error),
      ...error.headers,
    }),
  })
}

/** Puts the error code into a header for callers that do not read the body, as with HEAD. */
function proxyStatus({ code }: ApiError): string {
  return `PostgREST; error=${code}`
}

/** Builds the response of the root: the description of the API. */
export function respondDescription(request: ApiRequest, description: string): SizedResponse {
  const headers = {
    'content-type': 'application/openapi+json; charset=utf-8',
    vary: VARY,
    ...(request.schemaNegotiated && { 'content-profile': request.schema }),
  }
  return toResponse({ status: 200, headers, body: request.method === 'HEAD' ? null : description })
}

/** Builds the response to OPTIONS: the available methods. */
export function respondMethods(methods: readonly string[]): SizedResponse {
  return toResponse({ status: 200, headers: { allow: methods.join(','), 'content-length': '0' }, body: null })
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** The parts of a response that depend on the kind of request. */
interface PlainAnswer {
  status: number
  headers: Record<string, string>
  body: AnswerBody | null
}

function readAnswer(
  request: ApiRequest,
  plan: { kind: 'read'; read: ReadPlan } | CallPlan,
  outcome: Outcome,
): PlainAnswer {
  const { offset } = plan.read.range
  const { rows, total } = outcome
  const headers: Record<string, string> = {
    'content-range': contentRange(offset, offset + rows - 1, total),
  }
  if (plan.kind === 'read') headers['content-location'] = contentLocation(plan.read, request)
  if (plan.kind === 'call' && plan.function.result.kind === 'nothing')
    return { status: 204, headers, body: null }
  const status = rangeStatus(offset, rows, total)
  if (status !== 416) return { status, headers, body: outcome.body }
  const refusal = beyondLastRow(offset, total ?? 0)
  return {
    status,
    headers: { ...headers, 'proxy-status': proxyStatus(refusal) },
    body: request.method === 'HEAD' ? null : refusal.toJson(),
  }
}

/** The address at which the same response is available again. */
function contentLocation({ relation }: ReadPlan, { canonicalQuery }: ApiRequest): string {
  return `/${encodeURIComponent(relation.name)}${canonicalQuery === '' ? '' : `?${canonicalQuery}`}`
}

function writeAnswer({ preferences }: ApiRequest, plan: MutatePlan, outcome: Outcome): PlainAnswer {
  const body = preferences.return === 'representation' ? outcome.body : null
  if (plan.kind === 'insert' && plan.only !== null) return putAnswer(outcome, body)
  const total = preferences.count === null ? null : outcome.rows
  const headers: Record<string, string> = {
    'content-range':
      plan.kind === 'update' ? contentRange(0, outcome.rows - 1, total) : contentRange(1, 0, total),
  }
  if (plan.kind !== 'insert') return { status: body === null ? 204 : 200, headers, body }
  const location = locationOf(plan, outcome)
  if (location !== null) headers['location'] = location
  return { status: wasAllMerged(outcome) || mergedNothing(plan, outcome) ? 200 : 201, headers, body }
}

function putAnswer(outcome: Outcome, body: AnswerBody | null): PlainAnswer {
  if (body === null) return { status: 204, headers: {}, body }
  return { status: wasAllMerged(outcome) ? 200 : 201, headers: {}, body }
}

/** An upsert that found every row already there created nothing. */
function wasAllMerged({ inserted }: Outcome): boolean {
  return inserted !== null && inserted <= 0
}

/** Whether an upsert had no rows; it created nothing either. */
function mergedNothing({ onConflict }: InsertPlan, { rows }: Outcome): boolean {
  return onConflict?.resolution === 'merge-duplicates' && rows === 0
}

/** The address of the one new row: `/systems?id=eq.5`, with the columns of its key by their names. */
function locationOf({ table, location }: InsertPlan, outcome: Outcome): string | null {
  if (!location || outcome.location === null || outcome.rows !== 1) return null
  const key = table.primaryKey.map((name, index): [string, string] => {
    const value = outcome.location?.[index] ?? null
    return [name, value === null ? 'is.null' : `eq.${value}`]
  })
  key.sort(([one], [other]) => (one < other ? -1 : 1))
  return `/${encodeURIComponent(table.name)}?${new URLSearchParams(key)}`
}

/** The preferences that apply to this kind of request. */
function applicable(preferences: Preferences, plan: DatabasePlan): Partial<Preferences> {
  const { count, handling, tx, timeZone, return: returned, missing, maxAffected, resolution } = preferences
  const always = { count, handling, tx, timeZone }
  switch (plan.kind) {
    case 'read':
      return always
    case 'call':
      return { ...always, maxAffected }
    case 'insert': {
      if (plan.only !== null) return { ...always, return: returned }
      return { ...always, resolution: plan.onConflict && resolution, return: returned, missing }
    }
    case 'update':
      return { ...always, return: returned, missing, maxAffected }
    case 'delete':
      return { ...always, return: returned, maxAffected }
  }
}
