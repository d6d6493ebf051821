import { WorkspaceError } from '@cairn/workspace/errors'
import { DEMO_ARTICLES } from '@cairn/workspace/examples/knowledge'
import { DEMO_ACCOUNT_ID } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { Article, ArticlesPart } from '@cairn/workspace/port/articles'
import { loaded, notSignedIn } from './answers.ts'

/** The sample articles; writing some needs an account. */
export const demoArticles: ArticlesPart = {
  list: () => loaded(() => articles().map(({ content: _, ...summary }) => summary)),
  async get(id) {
    const found = await loaded(() => articles().find((article) => article.id === id))
    if (!found) throw new WorkspaceError(phrase('This article does not exist.'), { kind: 'not-found' })
    return found
  },
  create: () => notSignedIn(phrase('You must be signed in to create articles')),
  update: () => notSignedIn(phrase('You must be signed in to update articles')),
  remove: () => notSignedIn(phrase('You must be signed in to delete articles')),
}

function articles(): readonly Article[] {
  return DEMO_ARTICLES.map(({ author, lastUpdated, ...sample }) => ({
    ...sample,
    accountId: DEMO_ACCOUNT_ID,
    authorId: null,
    authorName: author,
    authorAvatar: null,
    systemId: null,
    createdAt: new Date(lastUpdated),
    updatedAt: new Date(lastUpdated),
  })).sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
}
