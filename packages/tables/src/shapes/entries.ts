import type { Limits } from '../model/limits.ts'
import type { Cell } from '../model/table.ts'
import { TableError } from '../model/table-error.ts'
import { agentCardRows, isAgentCard } from './agent-cards.ts'
import { catalogRows, isCatalogEntity } from './catalog-info.ts'
import { isMcpServer, mcpServerRows } from './mcp-servers.ts'
import type { ShapedRows } from './shape.ts'
import { cellOf, type Entry, isEntry } from './values.ts'

/** Keys of objects in objects are put together with a point, so far down. */
const DEEPEST_KEY = 3

/**
 * The rows of the values of a JSON or YAML file: a list of objects or of lists, an object around one, or documents of a
 * known form. Null where there is nothing to list.
 */
export function shapedRows(values: readonly unknown[], limits: Limits): ShapedRows | null {
  const items = itemsOf(values)
  if (items.length > limits.rows + 1)
    throw new TableError({ kind: 'too_many_rows', count: items.length, most: limits.rows })
  const shaped = known(items.filter(isEntry)) ?? plain(items, limits)
  return shaped && shaped.rows.length > 0 ? shaped : null
}

function known(entries: readonly Entry[]): ShapedRows | null {
  const catalog = entries.filter(isCatalogEntity)
  if (catalog.length > 0) return catalogRows(catalog)
  const cards = entries.filter(isAgentCard)
  if (cards.length > 0) return agentCardRows(cards)
  const servers = entries.filter(isMcpServer)
  return servers.length > 0 ? mcpServerRows(servers) : null
}

function plain(items: readonly unknown[], limits: Limits): ShapedRows | null {
  const lists = items.filter((item) => Array.isArray(item))
  if (lists.length > 0 && lists.length === items.length)
    return { shape: 'rows', head: null, rows: lists.map((list) => list.map(cellOf)) }
  const entries = items.filter(isEntry).map((entry) => flat(entry))
  return entries.length > 0 ? named(entries, limits) : null
}

/** Every key that an entry has is a column. */
function named(entries: readonly ReadonlyMap<string, Cell>[], limits: Limits): ShapedRows {
  const head = new Set<string>()
  for (const entry of entries) for (const key of entry.keys()) head.add(key)
  if (head.size > limits.columns)
    throw new TableError({ kind: 'too_many_columns', count: head.size, most: limits.columns })
  const keys = [...head]
  return {
    shape: 'entries',
    head: keys,
    rows: entries.map((entry) => keys.map((key) => entry.get(key) ?? null)),
  }
}

/** The values of a file, or those of the one list in its one value: `{"systems": [ … ], "total": 5}`. */
function itemsOf(values: readonly unknown[]): readonly unknown[] {
  const [only] = values
  if (values.length !== 1) return values
  if (Array.isArray(only)) return only
  if (!isEntry(only) || isCatalogEntity(only) || isAgentCard(only) || isMcpServer(only)) return values
  const lists = Object.values(only).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isEntry),
  )
  const [list] = lists
  return lists.length === 1 && Array.isArray(list) ? list : values
}

function flat(entry: Entry, prefix = '', depth = 1, into = new Map<string, Cell>()): Map<string, Cell> {
  for (const [key, value] of Object.entries(entry)) {
    const name = prefix + key
    if (isEntry(value) && depth < DEEPEST_KEY) flat(value, `${name}.`, depth + 1, into)
    else into.set(name, cellOf(value))
  }
  return into
}
