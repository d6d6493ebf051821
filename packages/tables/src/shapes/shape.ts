import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Cell } from '../model/table.ts'
import type { Entry } from './values.ts'

/** The shapes of documents that programs write, and what a register calls the source of each. */
export const SOURCES = {
  a2a_cards: 'A2A',
  backstage: 'Backstage',
  copilot_packages: 'Microsoft 365 Copilot',
  github_workflows: 'GitHub Actions',
  google_apps: 'Google Workspace',
  graph_applications: 'Microsoft Entra',
  kubernetes: 'Kubernetes',
  make_scenarios: 'Make.com',
  mcp_config: 'MCP configuration',
  mcp_servers: 'MCP',
  n8n_workflows: 'n8n',
  okta_apps: 'Okta',
  power_platform: 'Power Platform',
  service_now: 'ServiceNow',
} as const

export type DocumentShape = keyof typeof SOURCES

/** The kinds of entries in a file. */
export type Shape = 'rows' | 'entries' | DocumentShape

/** Whether a shape is one of documents that a program writes. */
export function isDocumentShape(shape: Shape): shape is DocumentShape {
  return Object.hasOwn(SOURCES, shape)
}

/** The cells of an entry, by the key of the column. */
type Cells = Readonly<Record<string, Cell>>

/** An entry of a document that becomes a row, and the catalogue that it belongs to; null where the document does not say. */
export interface ShapedRecord {
  cells: Cells
  kind: CatalogueKind | null
}

/** A part of a document that its rows do not have: `count` of this name. */
export interface LeftOut {
  because: 'secret' | 'part' | 'no_place' | 'other_kind'
  /** The name that the document has for it, such as a key or a kind of entities. */
  name: string
  count: number
}

/**
 * A reader of one shape of documents. A document is a value of a JSON file, or one of the documents of a YAML file. The
 * three functions see the same document; only `records` and `leftOut` may rely on `recognizes`.
 */
export interface DocumentReader {
  shape: DocumentShape
  recognizes: (document: Entry) => boolean
  records: (document: Entry) => readonly ShapedRecord[]
  leftOut: (document: Entry) => readonly LeftOut[]
}

/** The entries of a file as rows. Without `head` the header is one of the rows, or there is none. */
export interface ShapedRows {
  shape: Shape
  head: readonly string[] | null
  rows: readonly (readonly Cell[])[]
  leftOut: readonly LeftOut[]
}

/** Returns the names with how often each occurs, as parts that were left out. */
export function counted(because: LeftOut['because'], names: readonly string[]): readonly LeftOut[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ because, name, count }))
}

/** Returns the part of so many secrets; none for 0. */
export function secretParts(count: number): readonly LeftOut[] {
  return count === 0 ? [] : [{ because: 'secret', name: '', count }]
}
