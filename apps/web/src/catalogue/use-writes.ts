import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Shelf, useListCache } from '@/queries/list-cache.ts'
import { pendingDeletions } from '@/queries/pending-deletions.ts'
import { type FailureWords, failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import { WorkspaceError } from '@/workspace/errors.ts'
import type { CatalogueRecord, ChangeOutcome } from '@/workspace/port/records.ts'

interface SaveOptions<Item, Form> {
  shelf: Shelf<Item>
  add: (form: Form) => Promise<Item>
  update: (item: Item, form: Form) => Promise<ChangeOutcome<Item>>
  done: (saved: Item, isNew: boolean) => ToastInput
  failed: (isNew: boolean) => FailureWords
  /** The name is taken. */
  onTaken: (message: string) => void
}

interface SaveInput<Item, Form> {
  /** Null for a new one. */
  item: Item | null
  form: Form
}

/** What became of a form. A failure has been shown already; what others have done meanwhile has not. */
export type SaveOutcome<Item> = ChangeOutcome<Item> | { kind: 'failed' }

/** Saves a new or a changed record; the answer takes its place in the list, nothing is loaded again. */
export function useSaveRecord<Item extends CatalogueRecord, Form>(options: SaveOptions<Item, Form>) {
  const { shelf, add, update, done, failed, onTaken } = options
  const { t } = useTranslation()
  const cache = useListCache(shelf)
  const { mutateAsync, isPending } = useMutation({
    async mutationFn({ item, form }: SaveInput<Item, Form>): Promise<ChangeOutcome<Item>> {
      // The name of a record that is being deleted is free only when the server knows.
      await pendingDeletions.sendAll()
      return item ? update(item, form) : { kind: 'saved', item: await add(form) }
    },
    onSuccess(outcome, { item }) {
      switch (outcome.kind) {
        case 'saved':
          cache.put(outcome.item)
          toast(done(outcome.item, item === null))
          return
        case 'changed':
          cache.replace(outcome.current)
          return
        case 'gone':
          cache.reload()
      }
    },
    onError(error, { item }) {
      if (error instanceof WorkspaceError && error.kind === 'conflict') onTaken(error.message)
      toast(failureToast(error, failed(item === null), t))
    },
  })
  const save = (input: SaveInput<Item, Form>): Promise<SaveOutcome<Item>> =>
    mutateAsync(input).catch(() => ({ kind: 'failed' }))
  return { save, isSaving: isPending }
}

interface SetStatusOptions<Item, Status> {
  shelf: Shelf<Item>
  write: (id: string, status: Status) => Promise<Item>
  done: (saved: Item) => ToastInput
  failed: FailureWords
}

interface SetStatusInput<Item, Status> {
  item: Item
  status: Status
}

/** Changes the status of a record. The list shows it at once, and takes it back if the server refuses. */
export function useSetStatus<Item extends CatalogueRecord, Status extends string>(
  options: SetStatusOptions<Item, Status>,
) {
  const { shelf, write, done, failed } = options
  const { t } = useTranslation()
  const cache = useListCache(shelf)
  const { mutate } = useMutation({
    mutationFn: ({ item, status }: SetStatusInput<Item, Status>) => write(item.id, status),
    onMutate({ item, status }) {
      cache.replace({ ...item, status })
    },
    onSuccess(saved) {
      cache.replace(saved)
      toast(done(saved))
    },
    onError(error, { item }) {
      cache.replace(item)
      toast(failureToast(error, failed, t))
      if (error instanceof WorkspaceError && error.kind === 'not-found') cache.reload()
    },
  })
  return mutate
}
