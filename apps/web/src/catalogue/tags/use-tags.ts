import type { Tag } from '@cairn/workspace/port/records/tags'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { tagQueries } from '@/queries/records/tags.ts'

const NONE: readonly Tag[] = []

/** The account's tags, by name. A failure is noted, and leaves none. */
export function useTags(): { tags: readonly Tag[]; isKnown: boolean } {
  const { data, error } = useQuery(tagQueries.list(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the tags', error)
  }, [error])
  return { tags: data ?? NONE, isKnown: data !== undefined }
}

/** The tags with these ids, by name. One that is not known, or not yet, is missing. */
export function useTagsOf(ids: readonly string[]): readonly Tag[] {
  const { tags } = useTags()
  return useMemo(() => tags.filter(({ id }) => ids.includes(id)), [tags, ids])
}

/** What a tag is called, by its id. */
export function useTagName(): (id: string) => string {
  const { t } = useTranslation()
  const { tags, isKnown } = useTags()
  return useCallback(
    (id) => tags.find((tag) => tag.id === id)?.name ?? (isKnown ? t('Deleted tag') : ''),
    [tags, isKnown, t],
  )
}
