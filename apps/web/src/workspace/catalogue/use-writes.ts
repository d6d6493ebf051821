import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import { WorkspaceError } from '../errors.ts'
import { type FailureWords, failureToast } from '../failure-toast.ts'
import type { CatalogueRecord } from '../port/records.ts'
import { type Shelf, useListCache } from './list-cache.ts'

interface SaveOptions<Item, Form> {
  shelf: Shelf<Item>
  /** Writes a changed record, or a new one. */
  write: (item: Item | null, form: Form) => Promise<Item>
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

/** Saves a new or a changed record; the answer takes its place in the list, nothing is loaded again. */
export function useSaveRecord<Item extends CatalogueRecord, Form>(options: SaveOptions<Item, Form>) {
  const { shelf, write, done, failed, onTaken } = options
  const { t } = useTranslation()
  const cache = useListCache(shelf)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ item, form }: SaveInput<Item, Form>) => write(item, form),
    onSuccess(saved, { item }) {
      cache.put(saved)
      toast(done(saved, item === null))
    },
    onError(error, { item }) {
      if (error instanceof WorkspaceError && error.kind === 'conflict') onTaken(error.message)
      toast(failureToast(error, failed(item === null), t))
    },
  })
  return { save: (input: SaveInput<Item, Form>) => succeeds(mutateAsync(input)), isSaving: isPending }
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
    },
  })
  return mutate
}

/** Whether it worked; the failure itself has been shown already. */
function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
