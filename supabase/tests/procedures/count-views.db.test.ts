import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const OTHER = 'This view asks for something that lists do not have.'
const NO_TAG = 'A tag that this view filters by was deleted.'
const GONE = 'The filter of this view is not accepted any more.'

/** The counts that an actor gets of views of the user with these filters, by name. */
const counts = (filters: Readonly<Record<string, object>>, before = 'select 1', actor: Actor = 'user') =>
  stage.as('service', async (tx) => {
    await tx`delete from public.views where account_id = ${ID.acme}`
    await tx.unsafe(before)
    for (const [name, filter] of Object.entries(filters))
      await tx`
        insert into public.views (account_id, kind, person_id, name, filter)
        values (${ID.acme}, 'system', ${ID.user}, ${name}, ${JSON.stringify(filter)}::text::jsonb)`
    await become(tx, actor)
    const rows = await tx<
      { name: string; records: number | null; problem: string | null; refusal: string | null }[]
    >`
      select v.name, c.records, c.problem, c.refusal from public.count_views() c join public.views v on v.id = c.view_id`
    for (const { problem, refusal } of rows)
      expect(refusal).toEqual(problem === null ? null : expect.stringMatching(/^[a-z]+\.[a-z_]+/))
    return Object.fromEntries(rows.map(({ name, records, problem }) => [name, problem ?? records]))
  })

describe('count_views', () => {
  it('counts the caller’s own and those of all, as the list has them', async () => {
    const rows = (actor: Actor) =>
      stage.as(actor, (tx) => tx`select view_id, records from public.count_views() order by records`)
    const [list] = await stage.as(
      'user',
      (tx) =>
        tx`select (public.find_records('system', statuses => '{active}') ->> 'total')::integer as total`,
    )
    expect(await rows('viewer')).toEqual([{ view_id: OWN.sharedView, records: list?.['total'] }])
    expect(await rows('user')).toHaveLength(2)
    expect(await rows('unplaced')).toEqual([])
  })

  it('reads each part of a filter, and takes me for the caller', async () => {
    const answers = await counts(
      {
        all: {},
        nulls: {
          query: null,
          statuses: null,
          owners: null,
          without_owner: null,
          gaps: null,
          tags: null,
          conditions: null,
        },
        text: { query: 'bill' },
        mine: { owners: ['me'] },
        'of the admin': { owners: [ID.admin] },
        unowned: { without_owner: true },
        tagged: { tags: [OWN.tag] },
        'tagged twice': { tags: [OWN.tag, OWN.tag.toUpperCase()], all_tags: true },
        gap: { gaps: ['no_owner'] },
        asked: {
          conditions: {
            match: 'any',
            conditions: [
              { field: 'name', operator: 'is', values: ['me'] },
              { match: 'all', conditions: [{ field: 'owner', operator: 'is', values: ['me'] }] },
            ],
          },
        },
      },
      `update public.systems set owner_id = '${ID.user}', tags = '{${OWN.tag}}' where id = '${ID.billing}'`,
    )
    const all = Number(answers['all'])
    expect(answers).toEqual({
      all,
      nulls: all,
      text: 1,
      // Archive was theirs before.
      mine: 2,
      'of the admin': 0,
      unowned: answers['gap'],
      tagged: 1,
      'tagged twice': 1,
      gap: expect.any(Number),
      asked: 2,
    })
    expect(all).toBeGreaterThan(1)
  })

  it('says why a filter is refused, and counts the others', async () => {
    const answers = await counts({
      good: { query: 'bill' },
      'no gap': { gaps: ['no_coffee'] },
      'no such field': {
        conditions: { match: 'all', conditions: [{ field: 'own.gone', operator: 'filled', values: [] }] },
      },
      'no such tag': { tags: [OWN.tag, OWN.rivalTag] },
      'no such tag within': {
        conditions: {
          match: 'all',
          conditions: [
            { match: 'any', conditions: [{ field: 'tags', operator: 'is_not', values: [ID.nobody] }] },
          ],
        },
      },
      'no such part': { sort: 'name' },
      'no id': { owners: ['nobody'] },
      'no list': { statuses: { active: true } },
      'no truth': { without_owner: 'perhaps' },
    })
    expect(answers).toEqual({
      good: 1,
      'no gap': 'There is no such gap.',
      'no such field': expect.stringContaining('own.gone'),
      'no such tag': NO_TAG,
      'no such tag within': NO_TAG,
      'no such part': OTHER,
      'no id': GONE,
      'no list': OTHER,
      'no truth': GONE,
    })
  })

  it('stops at 1,000 records', async () => {
    const fill = `insert into public.systems (account_id, name) select '${ID.acme}', 'S' || n from generate_series(1, 1100) n`
    expect(await counts({ all: {} }, fill)).toEqual({ all: 1001 })
  })

  it('counts fifty views at most', async () => {
    const filters = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`View ${n}`, {}]))
    expect(Object.keys(await counts(filters))).toHaveLength(50)
  })

  it('leaves out what is switched off', async () => {
    const off = `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'systems', false)`
    expect(await counts({ all: {} }, off)).toEqual({})
  })
})
