import type { BuiltInKey } from '@cairn/workspace/port/records/fields'

/** It stands in the status line, and not among the other properties. */
export const LIFECYCLE = 'lifecycle' satisfies BuiltInKey
