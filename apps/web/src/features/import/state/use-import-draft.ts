import { createContext, useContext, useSyncExternalStore } from 'react'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import type { ImportDraft } from './import-draft.ts'

let known: { owner: string; store: DraftStore } | null = null

/** The draft of a user: one for the tab. What another user has chosen before is forgotten. */
export function draftStoreOf(owner: string): DraftStore {
  if (known?.owner !== owner) {
    known?.store.forget()
    known = { owner, store: createDraftStore(`import ${owner}`) }
  }
  return known.store
}

const StoreContext = createContext<DraftStore | null>(null)
export const DraftStoreProvider = StoreContext

export function useDraftStore(): DraftStore {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('A step of an import stands inside DraftStoreProvider.')
  return store
}

export function useImportDraft(): ImportDraft {
  const { subscribe, current } = useDraftStore()
  return useSyncExternalStore(subscribe, current, current)
}
