import type { Filter, Placed } from './filter.ts'
import type { MediaRange } from './media-type.ts'
import type { OrderTerm } from './order.ts'
import type { Body } from './payload.ts'
import type { Preferences } from './preferences.ts'
import type { RowRange } from './range.ts'
import type { SelectItem } from './select.ts'

export type Resource = { kind: 'table'; name: string } | { kind: 'function'; name: string } | { kind: 'root' }

/**
 * The canonical address of a resource, built from the parsed request. Policies and functions read it as `request.path`,
 * so the caller's way of writing the address decides nothing.
 */
export function addressOf(resource: Resource): string {
  if (resource.kind === 'root') return '/'
  const name = encodeURIComponent(resource.name)
  return resource.kind === 'function' ? `/rpc/${name}` : `/${name}`
}

/** The action of a request. Reading by HEAD does the same as by GET, but omits the body. */
export type Action = 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call' | 'describe'

/** A parsed request that has not been compared with the database yet: its names are only words. */
export interface ApiRequest {
  action: Action
  resource: Resource
  /** For `read` only: GET, or HEAD, whose response is nothing but the headers. */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  schema: string
  /** True when the request named the schema, or could have: then the response names it too. */
  schemaNegotiated: boolean
  select: readonly SelectItem[]
  filters: readonly Placed<Filter>[]
  orders: readonly Placed<readonly OrderTerm[]>[]
  ranges: readonly Placed<RowRange>[]
  /** `columns=`: the columns to read from the body. */
  columns: readonly string[] | null
  /** `on_conflict=`: the unique key that decides what is a duplicate. */
  onConflict: readonly string[] | null
  /** The arguments of a function called by GET. A name may occur more than once. */
  arguments: readonly (readonly [string, string])[]
  body: Body | null
  preferences: Preferences
  /** The formats that the caller accepts, the preferred first. */
  accept: readonly MediaRange[]
  /** The query in a fixed order, for `Content-Location`. */
  canonicalQuery: string
}
