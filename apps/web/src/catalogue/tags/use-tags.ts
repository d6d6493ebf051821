import type { Tag } from '@cairn/workspace/port/records/tags'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { tagQueries } from '@/queries/records/tags.ts'

const NONE: readonly Tag[] = []
/** The time between two searches for an unknown tag, which another user may have just made. */
const AGAIN_AFTER_MS = 10_000

/** Returns the account's tags, by name. A failure is logged, and leaves none. */
export function useTags(): { tags: readonly Tag[]; isKnown: boolean } {
  const { data, error } = useQuery(tagQueries.list(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the tags', error)
  }, [error])
  return { tags: data ?? NONE, isKnown: data !== undefined }
}

/** Returns the tags with these ids, by name. An unknown tag is missing, and looked for again. */
export function useTagsOf(ids: readonly string[]): readonly Tag[] {
  const { data, dataUpdatedAt, refetch } = useQuery(tagQueries.list(useWorkspace()))
  const tags = useMemo(() => (data ?? NONE).filter(({ id }) => ids.includes(id)), [data, ids])
  const isMissing = data !== undefined && tags.length < ids.length
  useEffect(() => {
    if (isMissing && Date.now() - dataUpdatedAt > AGAIN_AFTER_MS) void refetch({ cancelRefetch: false })
  }, [isMissing, dataUpdatedAt, refetch])
  return tags
}

/** Returns a function that names a tag by its id. */
export function useTagName(): (id: string) => string {
  const { t } = useTranslation()
  const { tags, isKnown } = useTags()
  return useCallback(
    (id) => tags.find((tag) => tag.id === id)?.name ?? (isKnown ? t('Deleted tag') : ''),
    [tags, isKnown, t],
  )
}
