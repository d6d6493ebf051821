import { phrase } from '@cairn/workspace/lib/phrase'
import type { Article, ArticleInput, ArticleSummary, ArticlesPart } from '@cairn/workspace/port/articles'
import { z } from 'zod/mini'
import { creator } from '../account/creator.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { allPages, lastChangedFirst } from '../rows/all-pages.ts'
import { changedNow, touched } from '../rows/records.ts'

const SUMMARY_COLUMNS =
  'id, account_id, author_id, system_id, title, excerpt, category, created_at, updated_at, author:profiles(name, avatar)'
const COLUMNS = `content, ${SUMMARY_COLUMNS}` as const

const summaryFields = {
  id: z.string(),
  account_id: z.string(),
  author_id: z.nullable(z.string()),
  system_id: z.nullable(z.string()),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  author: z.nullable(z.object({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) })),
}
const summaryRow = z.object(summaryFields)
type SummaryRow = z.infer<typeof summaryRow>
const summaryRows = z.array(summaryRow)
const articleRow = z.object({ ...summaryFields, content: z.string() })

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
        await ask(
          connect,
          (supabase) => supabase.from('knowledge_articles').select(COLUMNS).eq('id', id).single(),
          articleRow,
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
        await ask(
          connect,
          (supabase) => supabase.from('knowledge_articles').insert(row).select(COLUMNS).single(),
          articleRow,
        ),
      )
    },

    async update(id, input) {
      await creator(findCaller, phrase('You must be signed in to update articles'))
      const row = { ...columnsOf(input), ...changedNow() }
      return articleOf(
        await ask(
          connect,
          (supabase) => supabase.from('knowledge_articles').update(row).eq('id', id).select(COLUMNS).single(),
          articleRow,
        ),
      )
    },

    async remove(id) {
      await creator(findCaller, phrase('You must be signed in to delete articles'))
      await ask(
        connect,
        (supabase) => supabase.from('knowledge_articles').delete().eq('id', id).select('id').single(),
        touched,
      )
    },
  }
}

/** The next page of an account's articles, without what is written in them. */
function summariesAfter(connect: Connect, accountId: string, last: SummaryRow | null) {
  return ask(
    connect,
    (supabase) =>
      lastChangedFirst(
        supabase.from('knowledge_articles').select(SUMMARY_COLUMNS).eq('account_id', accountId),
        last,
      ),
    summaryRows,
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

function articleOf({ content, ...summary }: z.infer<typeof articleRow>): Article {
  return { ...summaryOf(summary), content }
}
