import type { ArticlesPart } from '../port/articles.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { onDemand } from './on-demand.ts'

/** The articles of the caller's account; their code is loaded with the first call. */
export function createArticles(connect: Connect, findCaller: FindCaller): ArticlesPart {
  return onDemand(
    async () => (await import('./articles-on-demand.ts')).createArticlesOnDemand(connect, findCaller),
    ['list', 'get', 'create', 'update', 'remove'],
  )
}
