import type { FoundChoice, FoundFilter } from '@cairn/workspace/port/found'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { foundQueries } from '@/queries/found.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { withProof } from '@/shared/proof/with-proof.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Loads the discovered records that match a filter. */
export function useFound(filter: FoundFilter) {
  const workspace = useWorkspace()
  const list = useInfiniteQuery({
    ...foundQueries.list(workspace, filter),
    placeholderData: keepPreviousData,
  })
  const { data: groups = null } = useQuery(foundQueries.groups(workspace))
  return {
    ...list,
    groups,
    items: list.data?.pages.flatMap(({ items }) => items) ?? null,
    total: list.data?.pages.at(-1)?.total ?? 0,
  }
}

/** Changes discovered records, and shows their new state. */
export function useChangeFound<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => withProof(() => change(given)),
    onSuccess: onDone,
    onError: (error) => toast(failureToast(error, { title: t('This could not be saved') }, t)),
    onSettled: () => queries.invalidateQueries({ queryKey: foundQueries.all }),
  })
}

/** Ignores waiting records for good. */
export function useIgnore(onDone: () => void) {
  const { t } = useTranslation()
  const { found } = useWorkspace()
  return useChangeFound(
    (which: FoundChoice) => found.ignore(which),
    (count) => {
      toast({
        title: t('Ignored: {{count}} records', { count, defaultValue_one: 'Ignored: {{count}} record' }),
      })
      onDone()
    },
  )
}

/** Returns ignored records to the waiting ones. */
export function useTakeBack(onDone: () => void) {
  const { t } = useTranslation()
  const { found } = useWorkspace()
  return useChangeFound(
    (which: FoundChoice) => found.takeBack(which),
    (count) => {
      toast({
        title: t('Waiting again: {{count}} records', {
          count,
          defaultValue_one: 'Waiting again: {{count}} record',
        }),
      })
      onDone()
    },
  )
}
