import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useSyncExternalStore } from 'react'

/** What is being created in a window over the screen: a record of a kind, or of one that is still to be chosen. */
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

/** What is being created now, and whenever that changes. */
export function useCreation(): Creation {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => creation,
  )
}
