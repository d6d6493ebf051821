import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useSyncExternalStore } from 'react'

/**
 * The kind of the record that is being created in a window over the screen; 'any' while the user still has to choose
 * it.
 */
export type Creation = CatalogueKind | 'any' | null

let creation: Creation = null
const listeners = new Set<() => void>()

function become(next: Creation): void {
  creation = next
  for (const listener of listeners) listener()
}

/** Opens the form of a new record over the screen on which the user is. */
export function startCreation(kind: CatalogueKind | 'any'): void {
  become(kind)
}

/** Closes that form. */
export function endCreation(): void {
  become(null)
}

/** Returns the present creation, and updates whenever it changes. */
export function useCreation(): Creation {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => creation,
  )
}
