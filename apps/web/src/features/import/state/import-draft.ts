import type { Overrides } from '@cairn/tables/model/table'
import type { FileProblem } from '@cairn/tables/model/table-error'
import type { Mapping } from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'
import type { Source } from '../reading/table-session.ts'

/** A plan that was made of the table, and of which mapping. */
export interface MadePlan {
  id: string
  kind: string
  mapping: Mapping
}

/** What a user has chosen of an import so far. */
export interface ImportDraft {
  source: Source | null
  overrides: Overrides
  /** Null until the file is read. */
  preview: Preview | null
  /** The how manieth reading of this tab it is. */
  reading: number
  /** How much of the file is read, from 0 to 1; null while nothing is being read. */
  progress: number | null
  /** Why the file cannot be read; `failed` where the reader itself is missing. */
  problem: FileProblem | { kind: 'failed' } | null
  /** How the columns are matched, by the kind of the records. */
  mappings: Readonly<Record<string, Mapping>>
  plan: MadePlan | null
}
