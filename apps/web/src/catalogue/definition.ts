import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CataloguePart } from '@cairn/workspace/port/records/records'
import type { Workspace } from '@cairn/workspace/port/workspace'
import type { TFunction } from 'i18next'
import type { FailureWords } from '@/shared/loading/failure-toast.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

/** What is said when the records of a catalogue cannot be loaded. */
export interface LoadFailureWords {
  title: string
  /** Stands in the place of the reason. */
  message?: string
}

/** What a user is told about the records of a catalogue. */
interface CatalogueWords {
  loadFailed: LoadFailureWords
  added: (name: string) => ToastInput
  changed: (name: string) => ToastInput
  addFailed: FailureWords
  changeFailed: FailureWords
  /** What is asked before a record is deleted. */
  deletion: { title: string; question: string }
  deleted: ToastInput
  deleteFailed: FailureWords
}

/** A catalogue as its screens use it: where its records are, and what is said of them. */
export interface CatalogueDefinition<Item, New, Change extends { status: string }> {
  kind: CatalogueKind
  part: (workspace: Workspace) => CataloguePart<Item, New, Change>
  words: (t: TFunction) => CatalogueWords
}

/** The same for screens that do not save a form. */
export type AnyCatalogue<Item> = CatalogueDefinition<Item, never, never>

/** What the form of a record starts with, and what of it is sent. */
export interface FormMapping<Item, New, Change, Form> {
  /** Null for a new record. */
  formOf: (record: Item | null) => Form
  added: (form: Form) => New
  changed: (form: Form) => Change
}
