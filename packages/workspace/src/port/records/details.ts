import type { CatalogueKind } from './catalogues.ts'
import type { FieldType } from './fields.ts'

/** The custom field that a label of additional details would become. */
export interface DetailPreview {
  name: string
  type: FieldType
  /** How many records would have their value in the field, and how many would keep it in their details. */
  moves: number
  stays: number
  /** The first few records that would keep it. */
  first: readonly { id: string; name: string; value: string }[]
}

/** For admins: the additional details of the records of a kind, by their label. */
export interface DetailsPart {
  /** @throws WorkspaceError of kind `conflict` where a field of this name exists. */
  preview(kind: CatalogueKind, label: string): Promise<DetailPreview>
  /** Makes the field, and moves the values into it. Returns how many, and the act that can be undone. */
  makeField(kind: CatalogueKind, label: string): Promise<{ moved: number; act: string | null }>
}
