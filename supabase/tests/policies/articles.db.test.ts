import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('values', () => {
  it('[DATA-36] have their defaults, and the author is the member who adds the article', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`
        insert into public.knowledge_articles (title, category, author_id)
        values (E' How to\\t\u200bpay ', E'Fin\nance', ${ID.admin})`
      return tx`
        select account_id, author_id, updated_by, system_id, title, excerpt, content, category,
          created_at = now() and updated_at = now() as added_now
        from public.knowledge_articles where title = 'How to pay'`
    })
    expect(row).toEqual({
      account_id: ID.acme,
      author_id: ID.user,
      updated_by: ID.user,
      system_id: null,
      title: 'How to pay',
      excerpt: '',
      content: '',
      category: 'Fin ance',
      added_now: true,
    })
  })

  it('[GAP-34] tell who changed the article last, and the history keeps what was long only as its size', async () => {
    const { row, history } = await stage.as('manager', async (tx) => {
      await tx`
        update public.knowledge_articles
        set content = repeat('x', 20000), updated_at = '2020-01-01', updated_by = ${ID.user} where id = ${ID.handbook}`
      return {
        row: (
          await tx`
            select author_id, updated_by, updated_at = now() as changed_now from public.knowledge_articles
            where id = ${ID.handbook}`
        )[0],
        history: await tx`
          select record_name, field, after, changed_by from public.record_history
          where record_id = ${ID.handbook} and action = 'updated'`,
      }
    })
    expect(row).toEqual({ author_id: ID.user, updated_by: ID.manager, changed_now: true })
    expect(history.map((line) => ({ ...line }))).toEqual([
      { record_name: 'Handbook', field: 'content', after: { omitted_bytes: 20002 }, changed_by: ID.manager },
    ])
  })

  it('[SYS-50] drop an author who leaves, and a system that is deleted, unchanged otherwise', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.user}`
      await tx`delete from public.systems where id = ${ID.ledger}`
      return tx`
        select author_id, system_id, created_at = updated_at as untouched
        from public.knowledge_articles where id = ${ID.handbook}`
    })
    expect(row).toEqual({ author_id: null, system_id: null, untouched: true })
  })
})

describe('[OPEN-23] publishing', () => {
  const post = `insert into public.knowledge_articles (title) values ('Post')`
  const posts = (count: number) =>
    `insert into public.knowledge_articles (title) select 'Post' from generate_series(1, ${count})`
  /** The outcomes of statements that an actor sends one after the other, in one transaction that is rolled back. */
  const outcomes = (actor: Actor, ...statements: string[]) =>
    stage.as(actor, async (tx) => {
      const seen = []
      for (const statement of statements)
        seen.push(await tx.savepoint((point) => point.unsafe(statement)).then(counted, refused))
      return seen
    })
  const counted = (result: { count: number }) => result.count
  const refused = (error: unknown) => outcomeOf(Promise.reject(error))
  const TOO_MANY = { refused: 'PT429' }

  it('is refused for the 11th time within an hour, of twenty at once', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(stage.as('manager', (tx) => tx.unsafe(post), { keep: true })),
      ),
    )
    expect(seen.filter((outcome) => outcome === 1)).toHaveLength(10)
    expect(seen.filter((outcome) => outcome !== 1)).toEqual(Array.from({ length: 10 }, () => TOO_MANY))
    const kept = await stage.admin`
      select from public.knowledge_articles where title = 'Post' and author_id = ${ID.manager}`
    expect(kept).toHaveLength(10)
  })

  it('says so in a sentence', async () => {
    await expect(stage.as('user', (tx) => tx.unsafe(posts(11)))).rejects.toMatchObject({
      code: 'PT429',
      message: 'You can publish up to 10 posts per hour. Please try again later.',
    })
  })

  it('counts several in one request, which is refused whole', async () => {
    expect(await outcomes('user', posts(6), posts(5), posts(4), post)).toEqual([6, TOO_MANY, 4, TOO_MANY])
  })

  it('does not give a turn back for a deleted article', async () => {
    const clear = `delete from public.knowledge_articles where title = 'Post'`
    expect(await outcomes('user', posts(10), clear, post)).toEqual([10, 10, TOO_MANY])
  })

  it('counts each author for themselves, and changes not at all', async () => {
    const edit = `update public.knowledge_articles set excerpt = 'x' where title = 'Post'`
    expect(await outcomes('user', posts(10), edit, post)).toEqual([10, 10, TOO_MANY])
    expect(await stage.outcome('admin', post)).toBe(1)
  })

  it('is possible again after an hour', async () => {
    await stage.admin`
      update public.record_history set changed_at = changed_at - interval '1 hour'
      where kind = 'article' and changed_by = ${ID.manager}`
    expect(await stage.outcome('manager', post)).toBe(1)
  })

  it('does not bind the server’s own functions', async () => {
    expect(
      await stage.outcome(
        'service',
        `insert into public.knowledge_articles (title, account_id) select 'Import', '${ID.acme}' from generate_series(1, 50)`,
      ),
    ).toBe(50)
  })
})
