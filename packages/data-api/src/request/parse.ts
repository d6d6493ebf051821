import {
  methodNotForFunctions,
  methodNotSupported,
  noSuchPath,
  schemaNotExposed,
  tooComplex,
  unknownPreferences,
} from '../errors/request-errors.ts'
import type { Action, ApiRequest, Resource } from './api-request.ts'
import {
  countComparisons,
  type Filter,
  looksLikeFilter,
  type Placed,
  parseFilter,
  parseGroup,
  parsePath,
} from './filter.ts'
import type { HttpRequest } from './http-request.ts'
import { LIMITS } from './limits.ts'
import { bodyType, parseAccept } from './media-type.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { type Body, parseCallBody, parseRows } from './payload.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { canonical, parseTarget } from './query-string.ts'
import { parseRange, type RowRange, withRangeHeader } from './range.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

/**
 * Parses a request without looking anything up. Throws the protocol's error where it cannot be parsed. `rollback` says
 * whether `Prefer: tx=rollback` is understood.
 */
export function parseRequest(request: HttpRequest, schemas: readonly string[], rollback = false): ApiRequest {
  const { headers } = request
  const { segments, parameters } = parseTarget(request.url)
  const resource = resourceOf(segments)
  const { method, action } = actionOf(resource, request.method)
  const preferences = parsePreferences(headers.get('prefer'), rollback)
  requireKnown(preferences)
  const query = sortParameters(parameters, action === 'call' && method !== 'POST')
  const columns = query.columns === undefined ? null : namesOf('columns', query.columns)
  return {
    action,
    resource,
    method,
    ...schemaOf(headers, method, schemas),
    select: parseSelect(query.select ?? '*'),
    filters: filtersOf(query),
    orders: ordersOf(query),
    ranges: rangesOf(query, method === 'GET' ? headers.get('range') : null),
    columns,
    onConflict: query.onConflict === undefined ? null : namesOf('on_conflict', query.onConflict),
    arguments: query.arguments,
    body: bodyOf(request, action, method, columns === null),
    preferences,
    accept: parseAccept(headers.get('accept')),
    canonicalQuery: canonical(parameters),
  }
}

function resourceOf(segments: readonly string[]): Resource {
  const [first, second] = segments
  if (first === undefined) return { kind: 'root' }
  if (segments.length === 1) return { kind: 'table', name: first }
  if (first === 'rpc' && second !== undefined && segments.length === 2)
    return { kind: 'function', name: second }
  throw noSuchPath()
}

type Act = Pick<ApiRequest, 'method' | 'action'>

const TABLE_ACTIONS: Readonly<Record<string, Act>> = {
  GET: { method: 'GET', action: 'read' },
  HEAD: { method: 'HEAD', action: 'read' },
  POST: { method: 'POST', action: 'insert' },
  PUT: { method: 'PUT', action: 'put' },
  PATCH: { method: 'PATCH', action: 'update' },
  DELETE: { method: 'DELETE', action: 'delete' },
  OPTIONS: { method: 'OPTIONS', action: 'describe' },
}

const FUNCTION_ACTIONS: Readonly<Record<string, Act>> = {
  GET: { method: 'GET', action: 'call' },
  HEAD: { method: 'HEAD', action: 'call' },
  POST: { method: 'POST', action: 'call' },
  OPTIONS: { method: 'OPTIONS', action: 'describe' },
}

const ROOT_ACTIONS: Readonly<Record<string, Act>> = {
  GET: { method: 'GET', action: 'read' },
  HEAD: { method: 'HEAD', action: 'read' },
  OPTIONS: { method: 'OPTIONS', action: 'describe' },
}

const ACTIONS = { table: TABLE_ACTIONS, function: FUNCTION_ACTIONS, root: ROOT_ACTIONS }

function actionOf({ kind }: Resource, method: string): Act {
  const acts = ACTIONS[kind]
  const act = Object.hasOwn(acts, method) ? acts[method] : undefined
  if (act !== undefined) return act
  throw kind === 'function' ? methodNotForFunctions(method) : methodNotSupported(method)
}

function schemaOf(
  headers: Pick<Headers, 'get'>,
  method: ApiRequest['method'],
  schemas: readonly string[],
): Pick<ApiRequest, 'schema' | 'schemaNegotiated'> {
  const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  const named = headers.get(reads ? 'accept-profile' : 'content-profile')
  const schema = named ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) throw schemaNotExposed(schema, schemas)
  return { schema, schemaNegotiated: named !== null || schemas.length > 1 }
}

function requireKnown(preferences: Preferences): void {
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) {
    throw unknownPreferences(preferences.unknown)
  }
}

/** The query string, put in order by what each parameter is about. */
interface Query {
  select?: string
  columns?: string
  onConflict?: string
  filters: [string, string][]
  groups: [string, string][]
  orders: [string, string][]
  /** By the names of embedded resources before them. */
  limits: Map<string, string>
  offsets: Map<string, string>
  arguments: [string, string][]
}

function sortParameters(parameters: readonly (readonly [string, string])[], mayBeArguments: boolean): Query {
  const query: Query = {
    filters: [],
    groups: [],
    orders: [],
    limits: new Map(),
    offsets: new Map(),
    arguments: [],
  }
  for (const [key, value] of parameters) {
    const lastWord = key.slice(key.lastIndexOf('.') + 1)
    if (key === 'select') query.select ??= value
    else if (key === 'columns') query.columns ??= value
    else if (key === 'on_conflict') query.onConflict ??= value
    else if (lastWord === 'order') query.orders.push([key, value])
    else if (lastWord === 'limit') query.limits.set(key.slice(0, -'limit'.length), value)
    else if (lastWord === 'offset') query.offsets.set(key.slice(0, -'offset'.length), value)
    else if (lastWord === 'and' || lastWord === 'or') query.groups.push([key, value])
    else if (mayBeArguments && !looksLikeFilter(value)) query.arguments.push([key, value])
    else query.filters.push([key, value])
  }
  return query
}

function filtersOf({ filters, groups }: Query): Placed<Filter>[] {
  const placed = [
    ...filters.map(([key, value]) => parseFilter(key, value)),
    ...groups.map(([key, value]) => parseGroup(key, value)),
  ]
  const count = placed.reduce((sum, { item }) => sum + countComparisons(item), 0)
  if (count > LIMITS.conditions) throw tooComplex(`A request has at most ${LIMITS.conditions} conditions.`)
  return placed
}

function ordersOf({ orders }: Query): Placed<OrderTerm[]>[] {
  return orders.map(([key, value]) => ({ path: parsePath(key), item: parseOrder(value) }))
}

function rangesOf({ limits, offsets }: Query, header: string | null): Placed<RowRange>[] {
  const prefixes = new Set([...limits.keys(), ...offsets.keys()])
  if (header !== null) prefixes.add('')
  return [...prefixes].map((prefix) => {
    const range = parseRange(limits.get(prefix), offsets.get(prefix))
    return { path: parsePath(`${prefix}limit`), item: prefix === '' ? withRangeHeader(range, header) : range }
  })
}

function namesOf(what: string, text: string): string[] {
  const scanner = new Scanner(`${what} parameter`, text)
  const names = new Set<string>()
  do {
    names.add(scanner.name())
    scanner.skipSpaces()
  } while (scanner.take(','))
  scanner.expectEnd('"," or end of input')
  return [...names]
}

function bodyOf(
  { headers, body }: HttpRequest,
  action: Action,
  method: ApiRequest['method'],
  uniform: boolean,
): Body | null {
  const type = bodyType(headers.get('content-type'))
  if (action === 'call') return method === 'POST' ? parseCallBody(body, type, uniform) : null
  return action === 'insert' || action === 'put' || action === 'update'
    ? parseRows(body, type, uniform)
    : null
}
