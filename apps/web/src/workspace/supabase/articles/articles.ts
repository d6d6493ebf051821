import { phrase } from '@cairn/workspace/lib/phrase'
import type { Article, ArticleInput, ArticleSummary, ArticlesPart } from '@cairn/workspace/port/articles'
import { creator } from '../account/creator.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { allPages, type Changed, lastChangedFirst } from '../rows/all-pages.ts'
import { changedNow } from '../rows/records.ts'

const SUMMARY_COLUMNS =
  'id, account_id, author_id, system_id, title, excerpt, category, created_at, updated_at, author:profiles(name, avatar)'
const COLUMNS = `content, ${SUMMARY_COLUMNS}` as const

type SummaryRow = Awaited<ReturnType<typeof summariesAfter>>[number]

/** The account's articles, with the name and picture of their authors. */
export function createArticles(connect: Connect, findCaller: FindCaller): ArticlesPart {
  return {
    async list() {
      const { accountId } = await findCaller()
      const rows = await allPages((last: SummaryRow | null) => summariesAfter(connect, accountId, last))
      return rows.map(summaryOf)
    },

    async get(id) {
      return articleOf(
        await ask(connect, (supabase) =>
          supabase.from('knowledge_articles').select(COLUMNS).eq('id', id).single(),
        ),
      )
    },

    async create(input) {
      const { personId, accountId } = await creator(
        findCaller,
        phrase('You must be signed in to create articles'),
      )
      const row = { ...columnsOf(input), author_id: personId, account_id: accountId }
      return articleOf(
        await ask(connect, (supabase) =>
          supabase.from('knowledge_articles').insert(row).select(COLUMNS).single(),
        ),
      )
    },

    async update(id, input) {
      await creator(findCaller, phrase('You must be signed in to update articles'))
      const row = { ...columnsOf(input), ...changedNow() }
      return articleOf(
        await ask(connect, (supabase) =>
          supabase.from('knowledge_articles').update(row).eq('id', id).select(COLUMNS).single(),
        ),
      )
    },

    async remove(id) {
      await creator(findCaller, phrase('You must be signed in to delete articles'))
      await ask(connect, (supabase) =>
        supabase.from('knowledge_articles').delete().eq('id', id).select('id').single(),
      )
    },
  }
}

/** The next page of an account's articles, without what is written in them. */
function summariesAfter(connect: Connect, accountId: string, last: Changed | null) {
  return ask(connect, (supabase) =>
    lastChangedFirst(
      supabase.from('knowledge_articles').select(SUMMARY_COLUMNS).eq('account_id', accountId),
      last,
    ),
  )
}

function columnsOf({ systemId, title, excerpt, content, category }: ArticleInput) {
  return { system_id: systemId, title, excerpt, content, category }
}

function summaryOf(row: SummaryRow): ArticleSummary {
  return {
    id: row.id,
    accountId: row.account_id,
    authorId: row.author_id,
    authorName: row.author?.name || 'Unknown',
    authorAvatar: row.author?.avatar ?? null,
    systemId: row.system_id,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function articleOf({ content, ...summary }: SummaryRow & { content: string }): Article {
  return { ...summaryOf(summary), content }
}
