import type { Reason } from '../../errors.ts'
import { CATALOGUES, type CatalogueKind } from './catalogues.ts'
import type { RecordFilter } from './records.ts'

/** The icons of views, shown before the name. */
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

/** The maximum length of a view's name. */
export const VIEW_NAME = 60

/** The word for the current user among the owners in a view's filter. */
export const VIEWER = 'me'

/** The query parameter for the open view, and its value where no view is open. */
export const SAVED = 'saved'
export const NO_VIEW = 'none'

/** A state of a catalogue's list, saved under a name. */
export interface SavedView {
  id: string
  kind: CatalogueKind
  name: string
  icon: ViewIcon
  /** The list's query string: its parameters in alphabetical order, without those for opened records and dialogs. */
  address: string
  /** Whether all members see the view; otherwise only the user does. */
  isShared: boolean
  /** Whether the catalogue opens with the view, for this user. */
  isDefault: boolean
  /** Whether the user is notified of records that come into it and that leave it. */
  isWatched: boolean
}

/** The state of a list to save: its address, and the part of it that decides which records it contains. */
export interface ListState {
  address: string
  filter: RecordFilter
}

export interface NewView extends ListState, Pick<SavedView, 'kind' | 'name' | 'icon' | 'isShared'> {}

/** The changed fields of a view; a missing field stays as it is. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'icon' | 'isShared'>> & { list?: ListState }

/** The number of records in a view. */
export interface ViewCount {
  viewId: string
  /** Null where the view refers to something that was deleted. */
  records: number | null
  /** Why the records cannot be counted. */
  problem: Reason | null
}

/** The highest number of records that is counted in a view; a higher count means more than that. */
export const COUNTED_IN_VIEW = 1000

export interface ViewsPart {
  /** The user's own views, and those of all members, each in their order. */
  list(): Promise<readonly SavedView[]>
  /** The number of records in each view: the first fifty views, in one request. */
  counts(): Promise<readonly ViewCount[]>
  /** Adds a view. @throws WorkspaceError of kind `conflict` where the name is taken. */
  add(view: NewView): Promise<SavedView>
  change(id: string, change: ViewChange): Promise<void>
  /** Changes the user's settings of a view; at most one view of a kind is the default. */
  set(id: string, setting: Partial<Pick<SavedView, 'isDefault' | 'isWatched'>>): Promise<void>
  /** Puts views of a kind in this order: either the user's own ones or those of all members. */
  order(ids: readonly string[]): Promise<void>
  remove(id: string): Promise<void>
}

/** The address that opens a view. */
export function viewPath(kind: CatalogueKind, id: string): string {
  return `${CATALOGUES[kind].path}?${SAVED}=${encodeURIComponent(id)}`
}
