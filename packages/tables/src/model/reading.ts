import type { Limits } from './limits.ts'
import type { Overrides } from './table.ts'

/** How a file is to be read. */
export interface Reading {
  overrides: Overrides
  limits: Limits
  /** Is told now and then how much of the file has been read, from 0 to 1. */
  onProgress: (share: number) => void
}
