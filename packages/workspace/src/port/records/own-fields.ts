import type { CatalogueKind } from './catalogues.ts'
import type { Color, FieldType, FieldValue } from './fields.ts'

/** For how many days a deleted field can be restored with its values. */
export const DELETED_FIELD_DAYS = 30

export interface OwnChoice {
  id: string
  name: string
  color: Color
}

/** The settings of a field that an admin enters. */
export interface OwnFieldWords {
  name: string
  /** Empty for none; the same holds for unit and section. */
  help: string
  unit: string
  choices: readonly OwnChoice[]
  /** A new record needs a value; existing records do not. */
  required: boolean
  defaultValue: FieldValue | null
  section: string
}

/** The type of the values. */
export interface OwnFieldType {
  type: FieldType
  /** The kind of the records that a field of the type `record` refers to; null for the others. */
  recordKind: CatalogueKind | null
}

/** A custom field of an account for its records of a kind. */
export interface OwnField extends OwnFieldWords, OwnFieldType {
  id: string
  kind: CatalogueKind
  /** The key of its values, without the prefix `own.`. */
  key: string
  place: number
  /** The field is hidden; its values are kept. */
  isRetired: boolean
  /** The field and its values are permanently deleted `DELETED_FIELD_DAYS` later, and can be restored until then. */
  deletedAt: Date | null
  /** The version of the field; a change names the version that it starts from. */
  version: string
}

/** A field in the state in which the admin saw it. */
export type SeenField = Pick<OwnField, 'id' | 'version'>

/** The effect that a change of the type would have. */
export interface TypePreview {
  /** How many values can be converted, and how many cannot. */
  converts: number
  fails: number
  /** The first few records whose value cannot be converted. */
  first: readonly { id: string; name: string; value: string; isInBin: boolean }[]
}

/**
 * The definitions of custom fields. All members read them, admins change them. A change of a field that another admin
 * has changed since is refused with the kind 'conflict'.
 */
export interface OwnFieldsPart {
  /** The fields of all kinds in their order, including retired and deleted ones. */
  list(): Promise<readonly OwnField[]>
  /** Adds a field after the others of its kind. A choice without an ID gets one. */
  add(kind: CatalogueKind, field: OwnFieldWords & OwnFieldType): Promise<OwnField>
  change(seen: SeenField, words: OwnFieldWords): Promise<OwnField>
  /** Puts the fields of a kind in this order. */
  reorder(fields: readonly OwnField[]): Promise<void>
  retire(seen: SeenField): Promise<OwnField>
  remove(seen: SeenField): Promise<OwnField>
  /** Restores a field that is retired or deleted. */
  bringBack(seen: SeenField): Promise<OwnField>
  /** How many records have a choice. */
  countChoice(id: string, choice: string): Promise<number>
  previewType(id: string, type: OwnFieldType): Promise<TypePreview>
  /** Changes the type and all values with it. Where one cannot be converted, nothing changes. */
  changeType(seen: SeenField, type: OwnFieldType): Promise<void>
}
