import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { NewRelation } from '@cairn/workspace/port/records/relations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { deletionQueries, LINKED } from '@/queries/deletions/deletion.ts'
import { historyQueries } from '@/queries/records/history.ts'
import { relationQueries } from '@/queries/records/relations.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Loads what a record is related to. Articles are about systems alone. */
export function useRelations(kind: CatalogueKind, recordId: string) {
  const workspace = useWorkspace()
  const near = useQuery(relationQueries.of(workspace, kind, recordId))
  const linked = useQuery({
    ...deletionQueries.linked(workspace, kind, recordId),
    enabled: kind === 'system',
  })
  return {
    near: near.data,
    articles: linked.data?.filter((group) => group.kind === 'article') ?? [],
    error: near.error,
    isLoading: near.isLoading || linked.isLoading,
    isFetching: near.isFetching,
    retry: () => void near.refetch(),
  }
}

/** The relations of a record as they are loaded. */
export type LoadedRelations = ReturnType<typeof useRelations>

/** Adds relations. */
export function useAddRelation() {
  const { relations } = useWorkspace()
  const refresh = useRefresh()
  return useMutation({ mutationFn: (relation: NewRelation) => relations.add(relation), onSuccess: refresh })
}

/** Removes relations; each can be put back as long as the toast stands. */
export function useRemoveRelation() {
  const { t } = useTranslation()
  const { relations } = useWorkspace()
  const refresh = useRefresh()
  const { mutate: putBack } = useMutation({
    mutationFn: (relation: NewRelation) => relations.add(relation),
    onSuccess: refresh,
    onError: (error) => toast(failureToast(error, { title: t('Error adding relation') }, t)),
  })
  return useMutation({
    mutationFn: (relation: NewRelation) => relations.remove(relation),
    onSuccess(_, relation) {
      toast({
        title: t('Relation removed'),
        action: { label: t('Undo'), isUndo: true, onPress: () => putBack(relation) },
      })
      return refresh()
    },
    onError(error) {
      toast(failureToast(error, { title: t('Error removing relation') }, t))
      return refresh()
    },
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: historyQueries.all })
    await queries.invalidateQueries({ queryKey: LINKED })
  }
}
