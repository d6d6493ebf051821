import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useSyncExternalStore } from 'react'
import type { ValueChange } from './list/edit/use-save-value.ts'

/** The record whose details are on the screen, and how a value of it is changed. */
export interface OpenedRecord {
  kind: CatalogueKind
  record: CatalogueRecord
  change: (change: ValueChange) => void
}

let opened: OpenedRecord | null = null
const listeners = new Set<() => void>()

/** Says which record is on the screen, for the windows over it; gives what ends that. */
export function showOpened(next: OpenedRecord): () => void {
  become(next)
  return () => {
    if (opened === next) become(null)
  }
}

function become(next: OpenedRecord | null): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Returns the record on the screen; null where there is none. */
export function useOpenedRecord(): OpenedRecord | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
}
