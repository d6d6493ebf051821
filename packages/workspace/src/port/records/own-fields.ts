import type { CatalogueKind } from './catalogues.ts'
import type { Color, FieldType, FieldValue } from './fields.ts'

/** For how many days a deleted field can come back with its values. */
export const DELETED_FIELD_DAYS = 30

export interface OwnChoice {
  id: string
  name: string
  color: Color
}

/** What an admin says of a field. */
export interface OwnFieldWords {
  name: string
  /** Empty for none, as are unit and section. */
  help: string
  unit: string
  choices: readonly OwnChoice[]
  /** A new record needs a value; those that are there do not. */
  required: boolean
  defaultValue: FieldValue | null
  section: string
}

/** Of which type the values are. */
export interface OwnFieldType {
  type: FieldType
  /** Of which kind the records are that a field of the type `record` names; null for the others. */
  recordKind: CatalogueKind | null
}

/** A field that an account has given to its records of a kind. */
export interface OwnField extends OwnFieldWords, OwnFieldType {
  id: string
  kind: CatalogueKind
  /** What its values are called, without `own.` before it. */
  key: string
  place: number
  /** Hidden; its values are kept. */
  isRetired: boolean
  /** It is gone with its values `DELETED_FIELD_DAYS` later, and can be brought back until then. */
  deletedAt: Date | null
  /** Which state of the field this is; a change says from which it starts. */
  version: string
}

/** A field in the state in which the admin saw it. */
export type SeenField = Pick<OwnField, 'id' | 'version'>

/** What a change of the type would do. */
export interface TypePreview {
  /** How many values can be converted, and how many cannot. */
  converts: number
  fails: number
  /** The first few records whose value cannot. */
  first: readonly { id: string; name: string; value: string; isInBin: boolean }[]
}

/**
 * The definitions of own fields. All members read them, admins change them. A change of a field that another admin has
 * changed since is refused with the kind 'conflict'.
 */
export interface OwnFieldsPart {
  /** Those of all kinds in their order, retired and deleted ones among them. */
  list(): Promise<readonly OwnField[]>
  /** Adds a field behind the others of its kind. A choice without an id gets one. */
  add(kind: CatalogueKind, field: OwnFieldWords & OwnFieldType): Promise<OwnField>
  change(seen: SeenField, words: OwnFieldWords): Promise<OwnField>
  /** Puts the fields of a kind in this order. */
  reorder(fields: readonly OwnField[]): Promise<void>
  retire(seen: SeenField): Promise<OwnField>
  remove(seen: SeenField): Promise<OwnField>
  /** Brings a field back that is retired or deleted. */
  bringBack(seen: SeenField): Promise<OwnField>
  /** How many records have a choice. */
  countChoice(id: string, choice: string): Promise<number>
  previewType(id: string, type: OwnFieldType): Promise<TypePreview>
  /** Changes the type and all values with it. Where one cannot be converted, nothing changes. */
  changeType(seen: SeenField, type: OwnFieldType): Promise<void>
}
