import type { CatalogueKind } from './catalogues.ts'
import type { Color } from './fields.ts'

/** A word with which an account puts records of every kind together. */
export interface Tag {
  id: string
  /** Unique within the account, whatever the capitals and accents. */
  name: string
  color: Color
}

/** How many records of each kind have the tag; a kind without any is missing. */
export interface CountedTag extends Tag {
  records: Readonly<Partial<Record<CatalogueKind, number>>>
}

/** What a user says of a tag. */
export type TagInput = Pick<Tag, 'name' | 'color'>

export const MAX_TAG_NAME = 40
/** As many as a record has. */
export const MAX_TAGS = 50

export interface TagsPart {
  /** All of the account, by name. */
  list(): Promise<readonly Tag[]>
  /** The same with how many records have each, which takes longer. */
  counted(): Promise<readonly CountedTag[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(input: TagInput): Promise<Tag>
  change(id: string, input: TagInput): Promise<void>
  /** Records that have one of the tags get another one instead, and the tags go. Says how many records changed. */
  merge(ids: readonly string[], into: string): Promise<number>
  /** Records let go of it. */
  remove(id: string): Promise<void>
}
