import type { ArticleInput } from '@cairn/workspace/port/articles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { articleQueries } from '@/queries/articles.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

// The screens of articles are not released yet; they will use these hooks.

/** Loads the articles of the account, the last changed first. */
export function useArticles() {
  return useQuery(articleQueries.list(useWorkspace()))
}

/** Loads an article with its text. */
export function useArticle(id: string) {
  return useQuery(articleQueries.detail(useWorkspace(), id))
}

/** Creates an article. */
export function useCreateArticle() {
  const { t } = useTranslation()
  const { articles } = useWorkspace()
  return useArticleWrite((input: ArticleInput) => articles.create(input), {
    done: t('Article created'),
    failed: t('Error creating article'),
  })
}

/** Changes an article. */
export function useUpdateArticle() {
  const { t } = useTranslation()
  const { articles } = useWorkspace()
  return useArticleWrite(({ id, input }: { id: string; input: ArticleInput }) => articles.update(id, input), {
    done: t('Article updated'),
    failed: t('Error updating article'),
  })
}

/** Deletes an article. */
export function useDeleteArticle() {
  const { t } = useTranslation()
  const { articles } = useWorkspace()
  return useArticleWrite((id: string) => articles.remove(id), {
    done: t('Article deleted'),
    failed: t('Error deleting article'),
  })
}

/** A write that shows its outcome in a toast and invalidates the queries of articles. */
function useArticleWrite<Input, Answer>(
  write: (input: Input) => Promise<Answer>,
  { done, failed }: { done: string; failed: string },
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess() {
      void queries.invalidateQueries({ queryKey: articleQueries.all })
      toast({ title: done })
    },
    onError: (error) => toast(failureToast(error, { title: failed }, t)),
  })
}
