import type { Overrides } from '@cairn/tables/model/table'
import type { FileProblem } from '@cairn/tables/model/table-error'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Mapping } from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'
import type { Source } from '../reading/table-session.ts'

/** A plan that was created from the table, and its mapping. */
export interface MadePlan {
  id: string
  kind: string
  mapping: Mapping
}

/** The choices of a user in an import so far. */
export interface ImportDraft {
  source: Source | null
  overrides: Overrides
  /** The catalogue for which the file is read. */
  recordKind: CatalogueKind
  /** Null until the file is read. */
  preview: Preview | null
  /** The number of this reading among those of the tab. */
  reading: number
  /** The share of the file that is read, from 0 to 1; null while nothing is being read. */
  progress: number | null
  /** Why the file cannot be read; `failed` where the reader itself is missing. */
  problem: FileProblem | { kind: 'failed' } | null
  /** How the columns are matched, by the kind of the records. */
  mappings: Readonly<Record<string, Mapping>>
  plan: MadePlan | null
}
