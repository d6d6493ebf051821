import type { ArticlesPart } from '../port/articles.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { once } from './once.ts'

/** The articles of the caller's account; their code is loaded with the first call. */
export function createArticles(connect: Connect, findCaller: FindCaller): ArticlesPart {
  const load = once(async () => {
    const { createArticlesOnDemand } = await import('./articles-on-demand.ts').catch(chunkMissing)
    return createArticlesOnDemand(connect, findCaller)
  })
  return {
    list: async () => (await load()).list(),
    get: async (id) => (await load()).get(id),
    create: async (input) => (await load()).create(input),
    update: async (id, input) => (await load()).update(id, input),
    remove: async (id) => (await load()).remove(id),
  }
}
