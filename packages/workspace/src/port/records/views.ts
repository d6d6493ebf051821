import type { Phrase } from '../../lib/phrase.ts'
import { CATALOGUES, type CatalogueKind } from './catalogues.ts'
import type { RecordFilter } from './records.ts'

/** What stands before the name of a view. */
export const VIEW_ICONS = [
  'bookmark',
  'star',
  'flag',
  'heart',
  'eye',
  'clock',
  'calendar',
  'bell',
  'shield',
  'alert',
  'person',
  'people',
  'tag',
  'coins',
  'folder',
  'globe',
] as const
export type ViewIcon = (typeof VIEW_ICONS)[number]

/** The longest name of a view. */
export const VIEW_NAME = 60

/** Among the owners of a view's filter: the user who looks at it. */
export const VIEWER = 'me'

/** The parameter that says in an address which view is open, and the word for none of them. */
export const SAVED = 'saved'
export const NO_VIEW = 'none'

/** A state of a catalogue's list, kept under a name. */
export interface SavedView {
  id: string
  kind: CatalogueKind
  name: string
  icon: ViewIcon
  /** The list's query string: its parameters in the order of the alphabet, without those that say what is open. */
  address: string
  /** All members see it; otherwise it is the user's alone. */
  isShared: boolean
  /** The catalogue opens with it, for this user. */
  isDefault: boolean
  /** The user is told what comes into it and what leaves it. */
  isWatched: boolean
}

/** A list as it is to be kept: its address, and what of it decides which records it holds. */
export interface ListState {
  address: string
  filter: RecordFilter
}

export interface NewView extends ListState, Pick<SavedView, 'kind' | 'name' | 'icon' | 'isShared'> {}

/** What of a view is changed; what is missing stays. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'icon' | 'isShared'>> & { list?: ListState }

/** How many records a view holds. */
export interface ViewCount {
  viewId: string
  /** Null where the view asks for something that is gone. */
  records: number | null
  /** Why it cannot be counted. */
  problem: Phrase | null
}

/** Up to how many records of a view are counted; a count above stands for more. */
export const COUNTED_IN_VIEW = 1000

export interface ViewsPart {
  /** The user's own, and those of all members, each in their order. */
  list(): Promise<readonly SavedView[]>
  /** How many records each view holds: the first fifty of them, in one question. */
  counts(): Promise<readonly ViewCount[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(view: NewView): Promise<SavedView>
  change(id: string, change: ViewChange): Promise<void>
  /** What a view is to the user; of a kind, one view is the default at most. */
  set(id: string, setting: Partial<Pick<SavedView, 'isDefault' | 'isWatched'>>): Promise<void>
  /** Puts views of a kind in this order, all of them of the user or all of them of all members. */
  order(ids: readonly string[]): Promise<void>
  remove(id: string): Promise<void>
}

/** The address that opens a view. */
export function viewPath(kind: CatalogueKind, id: string): string {
  return `${CATALOGUES[kind].path}?${SAVED}=${encodeURIComponent(id)}`
}
