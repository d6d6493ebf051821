import type { CatalogueKind } from './catalogues.ts'
import type { Color } from './fields.ts'

/** A word with which an account groups records of any kind. */
export interface Tag {
  id: string
  /** Unique within the account, regardless of case and accents. */
  name: string
  color: Color
}

/** How many records of each kind have the tag; a kind without any is missing. */
export interface CountedTag extends Tag {
  records: Readonly<Partial<Record<CatalogueKind, number>>>
}

/** The input for a tag. */
export type TagInput = Pick<Tag, 'name' | 'color'>

export const MAX_TAG_NAME = 40
/** The maximum number of tags of a record. */
export const MAX_TAGS = 50

export interface TagsPart {
  /** All tags of the account, by name. */
  list(): Promise<readonly Tag[]>
  /** The same with the number of records of each tag, which takes longer. */
  counted(): Promise<readonly CountedTag[]>
  /** Adds a tag. @throws WorkspaceError of kind `conflict` where the name is taken. */
  add(input: TagInput): Promise<Tag>
  change(id: string, input: TagInput): Promise<void>
  /** Replaces the tags with another one on all records, and deletes them. Returns how many records changed. */
  merge(ids: readonly string[], into: string): Promise<number>
  /** Deletes a tag and removes it from all records. */
  remove(id: string): Promise<void>
}
