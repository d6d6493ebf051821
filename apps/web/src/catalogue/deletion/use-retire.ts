import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import type { AnyCatalogue } from '../definition.ts'

/** Keeps a record that was about to be deleted, as one that is not used any more. */
export function useRetire<Item extends CatalogueRecord>(catalogue: AnyCatalogue<Item>, onDone: () => void) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { changed, changeFailed } = catalogue.words(t)
  return useMutation({
    mutationFn: ({ id }: Item) => workspace.deletion.retire(catalogue.kind, id),
    onSuccess(_, { name }) {
      for (const queryKey of keysOfNews([catalogue.kind])) void queries.invalidateQueries({ queryKey })
      toast(changed(name))
      onDone()
    },
    onError: (error) => void toast(failureToast(error, changeFailed, t)),
  })
}
