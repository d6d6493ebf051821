import { WorkspaceError } from '@cairn/workspace/errors'
import type { CatalogueRecord, ChangeOutcome } from '@cairn/workspace/port/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { LINKED } from '@/queries/deletions/deletion.ts'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useListCache } from '@/queries/records/list-cache.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import type { CatalogueDefinition, FormMapping } from '../definition.ts'
import { recordPath } from '../record-path.ts'
import { disputes, type FormPart, merge, type Side, type Versions, withHidden } from './conflict.ts'
import { startCreation } from './creation.ts'

/** A form that has a field `name`. */
type NamedForm<Form extends FieldValues> = UseFormReturn<Form> & {
  setError(field: 'name', error: { message: string }, options: { shouldFocus: boolean }): void
}

/** The catalogue of a form. */
export interface SavedRecord<Item, New, Change extends { status: string }, Form> {
  catalogue: CatalogueDefinition<Item, New, Change>
  mapping: FormMapping<Item, New, Change, Form>
}

/** The catalogue and the state of a form. */
export interface SavedForm<Item, New, Change extends { status: string }, Form extends FieldValues>
  extends SavedRecord<Item, New, Change, Form> {
  form: NamedForm<Form>
}

interface SaveOptions<Item, New, Change extends { status: string }, Form extends FieldValues>
  extends SavedRecord<Item, New, Change, Form> {
  /** The form that shows a taken name; without it, only the toast does. */
  form?: NamedForm<Form>
  /** Null for a new record. */
  record: Item | null
  /** The fields that can conflict with another user's change. */
  fields: readonly FormPart<Form>[]
  onSaved: (saved: Item) => void
  /** Called when another user has deleted the record, and it is not created again. */
  onGone?: () => void
  /** Begins another new record; without it, in a window over the screen. */
  onAnother?: () => void
}

interface Conflict<Form> extends Pick<Versions<Form>, 'theirs' | 'mine'> {
  /** The user who has changed the record; null where that is not known. */
  by: string | null
  choices: ReadonlyMap<string, Side>
}

/**
 * Saves the form of a new or changed record, and reports the result in a toast. Where another user has changed or
 * deleted the record meanwhile, it says so, and the user can go on and save.
 */
export function useSaveRecord<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends FieldValues,
>(options: SaveOptions<Item, New, Change, Form>) {
  const { mapping, record, fields, onSaved, onGone } = options
  const { write, isSaving } = useWrite(options)
  const [seen, setSeen] = useState(record)
  const [isGone, setGone] = useState(false)
  const [conflict, setConflict] = useState<Conflict<Form> | null>(null)

  const saveOver = async (item: Item | null, entered: Form, done?: ToastInput): Promise<void> => {
    const outcome = await write({ item, form: entered, done }).catch(() => null)
    switch (outcome?.kind) {
      case undefined:
        return
      case 'saved':
        setConflict(null)
        return onSaved(outcome.item)
      case 'gone':
        setConflict(null)
        setSeen(null)
        setGone(true)
        return onGone?.()
      case 'changed': {
        const { current } = outcome
        const theirs = mapping.formOf(current)
        const mine = withHidden(fields, { mine: entered, theirs })
        const choices = disputes(fields, { before: item ? mapping.formOf(item) : mine, theirs, mine })
        if (choices.size === 0) return saveOver(current, mine, done)
        setSeen(current)
        setConflict({ by: current.updatedBy, theirs, mine, choices })
      }
    }
  }

  return {
    save: (form: Form) => saveOver(seen, form),
    /** Saves a form that started from another state of the record than the first; `done` replaces the usual toast. */
    saveFrom: (item: Item, form: Form, done: ToastInput) => saveOver(item, form, done),
    isSaving,
    /** Whether another user has deleted the record: saving creates it again. */
    isGone,
    conflict,
    choose: (choices: Conflict<Form>['choices']) => setConflict((known) => known && { ...known, choices }),
    /** Ends the conflict, and saves nothing. */
    dismiss: () => setConflict(null),
    /** Returns the form with the chosen values, and ends the conflict: the form goes on from it. */
    resolve(known: Conflict<Form>): Form {
      setConflict(null)
      return merge(fields, known, known.choices)
    },
    /** Saves the chosen values. The conflict ends once they are saved. */
    saveChosen: (known: Conflict<Form>) => saveOver(seen, merge(fields, known, known.choices)),
  }
}

interface Written<Item, Form> {
  /** Null for a new record. */
  item: Item | null
  form: Form
  /** The toast for a saved change. */
  done: ToastInput | undefined
}

type WriteOptions<Item, New, Change extends { status: string }, Form extends FieldValues> = Pick<
  SaveOptions<Item, New, Change, Form>,
  'catalogue' | 'mapping' | 'form' | 'onAnother'
>

/** Sends a form. The server's answer replaces the record in the lists; nothing is loaded again. */
function useWrite<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends FieldValues,
>({ catalogue, mapping, form, onAnother }: WriteOptions<Item, New, Change, Form>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { kind } = catalogue
  const words = catalogue.words(t)
  const part = catalogue.part(useWorkspace())
  const cache = useListCache(catalogueQueries(catalogue.kind, part))
  const { mutateAsync, isPending } = useMutation({
    async mutationFn({ item, form: filled }: Written<Item, Form>): Promise<ChangeOutcome<Item>> {
      // The name of a record that is being deleted is free only after the server has deleted it.
      await pendingDeletions.sendAll()
      if (item) return part.update(item.id, mapping.changed(filled), item.version)
      return { kind: 'saved', item: await part.add(mapping.added(filled)) }
    },
    onSuccess(outcome, { item, done }) {
      switch (outcome.kind) {
        case 'saved':
          cache.put(outcome.item)
          void queries.invalidateQueries({ queryKey: LINKED })
          toast(
            item
              ? (done ?? words.changed(outcome.item.name))
              : {
                  ...words.added(outcome.item.name),
                  action: {
                    label: t('Open'),
                    onPress: () => void navigate(recordPath({ kind, id: outcome.item.id })),
                  },
                  alternative: {
                    label: t('Create another'),
                    onPress: onAnother ?? (() => startCreation(kind)),
                  },
                },
          )
          return
        case 'changed':
          cache.replace(outcome.current)
          return
        case 'gone':
          cache.reload()
      }
    },
    onError(error, { item }) {
      if (error instanceof WorkspaceError && error.kind === 'conflict')
        form?.setError('name', { message: error.message }, { shouldFocus: true })
      // An admin may have changed the fields of the account since this page read them.
      if (error instanceof WorkspaceError && error.kind === 'invalid')
        void queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      toast(failureToast(error, item ? words.changeFailed : words.addFailed, t))
    },
  })
  return { write: mutateAsync, isSaving: isPending }
}
