import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Limits } from './limits.ts'
import type { Overrides } from './table.ts'

/** How a file is to be read. */
export interface Reading {
  overrides: Overrides
  /** The catalogue that the rows are for; null where it is not known. */
  recordKind: CatalogueKind | null
  limits: Limits
  /** Is told now and then how much of the file has been read, from 0 to 1. */
  onProgress: (share: number) => void
}
