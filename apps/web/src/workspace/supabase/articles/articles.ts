import type { ArticlesPart } from '@cairn/workspace/port/articles'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The articles of the caller's account; their code is loaded with the first call. */
export function createArticles(connect: Connect, findCaller: FindCaller): ArticlesPart {
  const articles = lazyPart(
    () => import('./articles-on-demand.ts'),
    (code) => code.createArticlesOnDemand(connect, findCaller),
  )
  return {
    list: articles.call((part) => part.list),
    get: articles.call((part) => part.get),
    create: articles.call((part) => part.create),
    update: articles.call((part) => part.update),
    remove: articles.call((part) => part.remove),
  }
}
