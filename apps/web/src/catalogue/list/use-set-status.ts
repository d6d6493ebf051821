import { WorkspaceError } from '@cairn/workspace/errors'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useListCache } from '@/queries/records/list-cache.ts'
import { type FailureWords, failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import type { CatalogueDefinition } from '../definition.ts'

interface SetStatusWords<Item> {
  done: (saved: Item) => ToastInput
  failed: FailureWords
}

/** Changes the status of a record. The list shows it at once, and takes it back if the server refuses. */
export function useSetStatus<Item extends CatalogueRecord, New, Change extends { status: string }>(
  catalogue: CatalogueDefinition<Item, New, Change>,
  { done, failed }: SetStatusWords<Item>,
) {
  const { t } = useTranslation()
  const part = catalogue.part(useWorkspace())
  const cache = useListCache(catalogueQueries(catalogue.kind, part))
  const { mutate } = useMutation({
    mutationFn: ({ item, status }: { item: Item; status: Change['status'] }) =>
      part.setStatus(item.id, status),
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
