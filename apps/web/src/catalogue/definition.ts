import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CataloguePart } from '@cairn/workspace/port/records/records'
import type { Workspace } from '@cairn/workspace/port/workspace'
import type { TFunction } from 'i18next'
import type { FailureWords } from '@/shared/loading/failure-toast.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

/** The words for a failure to load the records of a catalogue. */
export interface LoadFailureWords {
  title: string
  /** Stands in the place of the reason. */
  message?: string
}

/** The words for messages about the records of a catalogue. */
interface CatalogueWords {
  loadFailed: LoadFailureWords
  added: (name: string) => ToastInput
  changed: (name: string) => ToastInput
  addFailed: FailureWords
  changeFailed: FailureWords
  /** The question before a record is deleted. */
  deletion: { title: string; question: string }
  deleted: ToastInput
  deleteFailed: FailureWords
}

/** A catalogue as its screens use it: the source of its records, and the words for them. */
export interface CatalogueDefinition<Item, New, Change extends { status: string }> {
  kind: CatalogueKind
  part: (workspace: Workspace) => CataloguePart<Item, New, Change>
  words: (t: TFunction) => CatalogueWords
}

/** The same for screens that do not save a form. */
export type AnyCatalogue<Item> = CatalogueDefinition<Item, never, never>

/** Maps a record to the form's initial values, and the form to the values that are sent. */
export interface FormMapping<Item, New, Change, Form> {
  /** Null for a new record. */
  formOf: (record: Item | null) => Form
  added: (form: Form) => New
  changed: (form: Form) => Change
}
