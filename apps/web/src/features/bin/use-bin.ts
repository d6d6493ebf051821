import type { BinnedRecord, BinPage, RestoredRecord } from '@cairn/workspace/port/records/bin'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { recordPath } from '@/catalogue/record-path.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { binQueries } from '@/queries/deletions/bin.ts'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { showRestored } from '@/queries/deletions/show-restored.ts'
import { keysOfNews } from '@/queries/news.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** The bin, of one kind or of all, with a text in the name. */
export function useBin(kind: CatalogueKind | null, query: string) {
  const list = useInfiniteQuery({
    ...binQueries.of(useWorkspace(), kind, query),
    placeholderData: keepPreviousData,
  })
  const [first] = list.data?.pages ?? []
  return {
    ...list,
    items: list.data?.pages.flatMap(({ items }) => items) ?? null,
    days: first?.days ?? null,
  }
}

interface RestoreOptions {
  /** Tells what did not come back with the record. */
  onRestored: (record: RestoredRecord) => void
  onFailed?: (error: Error) => void
}

/** Restores a record. */
export function useRestoreFromBin({ onRestored, onFailed = () => undefined }: RestoreOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, newName }: { id: string; newName: string | null }) =>
      workspace.bin.restore(id, newName),
    onSuccess(record) {
      // This page may have deleted it itself, and hides it since.
      pendingDeletions.restore(record.id)
      // Its row disappears at once, before the bin is reloaded: it cannot be restored a second time.
      queries.setQueriesData<InfiniteData<BinPage>>(
        { queryKey: binQueries.all },
        (bin) => bin && withoutRecord(bin, record.id),
      )
      for (const queryKey of [binQueries.all, ...keysOfNews(CATALOGUE_KINDS)])
        void queries.invalidateQueries({ queryKey })
      toast({
        title: t('{{name}} has been restored', { name: record.name }),
        action: { label: t('Open'), onPress: () => void navigate(recordPath(record)) },
      })
      onRestored(record)
    },
    onError: onFailed,
  })
}

function withoutRecord({ pages, ...bin }: InfiniteData<BinPage>, id: string): InfiniteData<BinPage> {
  const without = ({ items, ...page }: BinPage) => ({
    ...page,
    items: items.filter(({ recordId }) => recordId !== id),
  })
  return { ...bin, pages: pages.map(without) }
}

/** Restores several records as one act, and says how many stay. */
export function useRestoreMany(onDone: () => void) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => workspace.bin.restoreMany(ids),
    onSuccess({ restored, left }) {
      void showRestored(workspace, pendingDeletions, CATALOGUE_KINDS)
      toast({
        title: t('Restored: {{count}} records', {
          count: restored,
          defaultValue_one: 'Restored: {{count}} record',
        }),
        description: left > 0 ? t('Skipped: {{number}}', { number: left }) : null,
      })
      onDone()
    },
    onError: (error) => {
      toast(failureToast(error, { title: t('The records could not be restored') }, t))
    },
    onSettled() {
      for (const queryKey of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Deletes a record in the bin for good, or all of them. */
export function usePurge(what: BinnedRecord | 'all', onDone: () => void) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => workspace.bin.purge(what === 'all' ? null : what.recordId),
    onSuccess: (count) => {
      toast({
        title: t('{{count}} records deleted for good', {
          count,
          defaultValue_one: '{{count}} record deleted for good',
        }),
      })
      onDone()
    },
    onError: (error) => {
      const title =
        what === 'all'
          ? t('Error emptying the bin')
          : t('Error deleting {{name}} for good', { name: what.name })
      toast(failureToast(error, { title }, t))
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: binQueries.all }),
  })
}
