import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { Tag, TagInput } from '@cairn/workspace/port/records/tags'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { tagQueries } from '@/queries/records/tags.ts'
import { useSave } from '@/shared/form/use-save.ts'

/** Brings everything up to date that shows tags, or records with tags. */
function useRefresh() {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey })
    return queries.invalidateQueries({ queryKey: tagQueries.all })
  }
}

interface Changed {
  tag: Tag
  input: TagInput
}

/** Renames or recolors a tag. */
export function useChangeTag() {
  const { t } = useTranslation()
  const { tags } = useWorkspace()
  const refresh = useRefresh()
  const { save, isSaving } = useSave({
    write: ({ tag, input }: Changed) => tags.change(tag.id, input).then(() => input),
    done: ({ name }) => ({ title: t('Tag changed'), description: name }),
    failed: { title: t('The tag could not be changed') },
    onSaved: refresh,
  })
  return { change: save, isChanging: isSaving }
}

interface Merged {
  tag: Tag
  into: Tag
}

/** Merges a tag into another one. */
export function useMergeTag(onDone: () => void) {
  const { t } = useTranslation()
  const { tags } = useWorkspace()
  const refresh = useRefresh()
  return useSave({
    write: ({ tag, into }: Merged) => tags.merge([tag.id], into.id),
    done: (count) => ({
      title: t('Tags merged'),
      description: t('Changed: {{count}} records', { count, defaultValue_one: 'Changed: {{count}} record' }),
    }),
    failed: { title: t('The tags could not be merged') },
    onSaved: () => {
      onDone()
      return refresh()
    },
  })
}

/** Deletes a tag; the records that have it let go of it. */
export function useDeleteTag(onDone: () => void) {
  const { t } = useTranslation()
  const { tags } = useWorkspace()
  const refresh = useRefresh()
  return useSave({
    write: (tag: Tag) => tags.remove(tag.id).then(() => tag),
    done: ({ name }) => ({ title: t('Tag deleted'), description: name }),
    failed: { title: t('The tag could not be deleted') },
    onSaved: () => {
      onDone()
      return refresh()
    },
  })
}
