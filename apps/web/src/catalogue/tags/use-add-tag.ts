import { WorkspaceError } from '@cairn/workspace/errors'
import { folded } from '@cairn/workspace/lib/forgiving'
import type { Tag } from '@cairn/workspace/port/records/tags'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { tagQueries } from '@/queries/records/tags.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { nextColor } from './next-color.ts'
import { useTags } from './use-tags.ts'

/** Makes a tag of a name, in the next color; where another user has just made it, that one is taken. */
export function useAddTag(onAdded: (tag: Tag) => void) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { tags } = useTags()
  const { queryKey } = tagQueries.list(workspace)
  const { mutate, isPending } = useMutation({
    async mutationFn(name: string) {
      try {
        return await workspace.tags.add({ name, color: nextColor(tags) })
      } catch (error) {
        if (!(error instanceof WorkspaceError) || error.kind !== 'conflict') throw error
        const now = await queries.fetchQuery({ ...tagQueries.list(workspace), staleTime: 0 })
        const same = now.find((tag) => folded(tag.name) === folded(name))
        if (same === undefined) throw error
        return same
      }
    },
    onSuccess(tag) {
      queries.setQueryData(queryKey, (known) =>
        known?.some(({ id }) => id === tag.id)
          ? known
          : [...(known ?? []), tag].toSorted((one, other) => one.name.localeCompare(other.name)),
      )
      void queries.invalidateQueries({ queryKey: tagQueries.all })
      onAdded(tag)
    },
    onError: (error) => toast(failureToast(error, { title: t('The tag could not be created') }, t)),
  })
  return { add: mutate, isAdding: isPending }
}
