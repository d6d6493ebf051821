import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const retitle = (id: string) => `update public.knowledge_articles set title = 'Retitled' where id = '${id}'`
const remove = (id: string) => `delete from public.knowledge_articles where id = '${id}'`
const about = (system: string) =>
  `insert into public.knowledge_articles (title, account_id, system_id) values ('New', '${ID.acme}', '${system}')`

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const

/** The rights to articles. The cast's `user` wrote Handbook, a colleague wrote News. */
export const ARTICLE_CASES: readonly Case[] = [
  {
    title: '[PERM-18] articles: list everything that one can see',
    statement: 'select * from public.knowledge_articles order by updated_at desc',
    expected: [NO, 0, 1, 2, 2, 2, 2, 3],
  },
  {
    title: '[CALL-29] articles: list by the account, with the author',
    statement: `select a.*, p.name, p.avatar
      from public.knowledge_articles a left join public.profiles p on p.id = a.author_id
      where a.account_id = '${ID.acme}' order by a.updated_at desc`,
    expected: [NO, 0, 0, 2, 2, 2, 2, 2],
  },
  {
    title: '[CALL-30] articles: read one by its id',
    statement: `select * from public.knowledge_articles where id = '${ID.news}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: '[CALL-58] [DIS-10] articles: add to Acme',
    statement: `insert into public.knowledge_articles (title, excerpt, content, category, account_id, author_id, system_id)
      values ('New', '', '', '', '${ID.acme}', '${ID.user}', null)`,
    expected: [NO, NO, NO, NO, 1, 1, 1, 1],
  },
  {
    title: 'articles: add to the other account',
    statement: `insert into public.knowledge_articles (title, account_id) values ('New', '${ID.rivals}')`,
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: 'articles: add under a chosen id',
    statement: `insert into public.knowledge_articles (id, title, account_id) values ('${ID.nobody}', 'New', '${ID.acme}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'articles: add one about a system of the account',
    statement: about(ID.billing),
    expected: [NO, NO, NO, NO, 1, 1, 1, 1],
  },
  {
    title: 'articles: add one about a system of the other account',
    statement: about(ID.rivalSystem),
    expected: [NO, NO, NO, NO, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
  },
  {
    title: 'articles: add one about a system that does not exist, all the same',
    statement: about(ID.nobody),
    expected: [NO, NO, NO, NO, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
  },
  {
    title: '[CALL-59] articles: change one that the user wrote',
    statement: `update public.knowledge_articles set title = 'Retitled', content = 'x', system_id = null, updated_at = now()
      where id = '${ID.handbook}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: '[PERM-06] articles: change a colleague’s',
    statement: retitle(ID.news),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'articles: change one of the other account',
    statement: retitle(ID.rivalArticle),
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: '[CALL-34] articles: let go of a system',
    statement: `update public.knowledge_articles set system_id = null where system_id = '${ID.ledger}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'articles: change with the filter forgotten',
    statement: `update public.knowledge_articles set excerpt = 'x'`,
    expected: [NO, 0, 1, 0, 1, 2, 2, 3],
  },
  {
    title: 'articles: move to another account',
    statement: `update public.knowledge_articles set account_id = '${ID.rivals}' where id = '${ID.handbook}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NOT_THERE],
  },
  {
    title: 'articles: change who wrote it',
    statement: `update public.knowledge_articles set author_id = '${ID.user}' where id = '${ID.news}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: '[CALL-60] articles: delete one that the user wrote',
    statement: remove(ID.handbook),
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'articles: delete a colleague’s',
    statement: remove(ID.news),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'articles: delete one of the other account',
    statement: remove(ID.rivalArticle),
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'articles: delete with the filter forgotten',
    statement: 'delete from public.knowledge_articles',
    expected: [NO, 0, 1, 0, 1, 2, 2, 3],
  },
  {
    title: 'articles: truncate',
    statement: 'truncate public.knowledge_articles',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
