import type { Filter, Placed } from './filter.ts'
import type { MediaRange } from './media-type.ts'
import type { OrderTerm } from './order.ts'
import type { Body } from './payload.ts'
import type { Preferences } from './preferences.ts'
import type { RowRange } from './range.ts'
import type { SelectItem } from './select.ts'

export type Resource = { kind: 'table'; name: string } | { kind: 'function'; name: string } | { kind: 'root' }

/**
 * The one address of a resource, made of what a request was parsed to. Policies and functions read it as `request.path`, so
 * how the caller wrote the address decides nothing.
 */
export function addressOf(resource: Resource): string {
  if (resource.kind === 'root') return '/'
  const name = encodeURIComponent(resource.name)
  return resource.kind === 'function' ? `/rpc/${name}` : `/${name}`
}

/** What is to be done. Reading by HEAD does the same as by GET and keeps the body to itself. */
export type Action = 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call' | 'describe'

/** A request that has been read and not yet compared with the database: its names are only words. */
export interface ApiRequest {
  action: Action
  resource: Resource
  /** `read` only: no write, and nothing but the headers, for HEAD. */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  schema: string
  /** True when the request named the schema, or could have: then the answer names it too. */
  schemaNegotiated: boolean
  select: readonly SelectItem[]
  filters: readonly Placed<Filter>[]
  orders: readonly Placed<readonly OrderTerm[]>[]
  ranges: readonly Placed<RowRange>[]
  /** `columns=`: what to take from the body. */
  columns: readonly string[] | null
  /** `on_conflict=`: the unique key that decides what is a duplicate. */
  onConflict: readonly string[] | null
  /** Of a function called by GET. A name may come more than once. */
  arguments: readonly (readonly [string, string])[]
  body: Body | null
  preferences: Preferences
  /** What the caller can read, the best first. */
  accept: readonly MediaRange[]
  /** The query in a fixed order, for `Content-Location`. */
  canonicalQuery: string
}
