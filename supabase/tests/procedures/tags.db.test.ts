import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restored } from '../support/bin.ts'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const list = (ids: readonly string[]) => `{${ids.join()}}`
const NOWHERE = '00000000-0000-4000-8000-00000000dead'

async function newTag(tx: Tx, name: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`insert into public.tags (name) values (${name}) returning id`
  return row?.id ?? ''
}

/** Gives a record tags, and returns its tags. */
async function setTags(tx: Tx, ids: readonly string[], record: string = ID.billing) {
  await tx`update public.systems set tags = ${list(ids)}::uuid[] where id = ${record}`
  return tagsOf(tx, record)
}

async function tagsOf(tx: Tx | postgres.Sql, record: string = ID.billing) {
  const [row] = await tx<
    { tags: string[] }[]
  >`select to_json(tags) as tags from public.systems where id = ${record}`
  return row?.tags
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('the tags of a record', () => {
  it('are refused where they are not there, and a stranger’s exactly like those', async () => {
    const said = []
    for (const id of [NOWHERE, OWN.rivalTag])
      said.push(await refusal(stage.as('manager', (tx) => setTags(tx, [OWN.tag, id]))))
    const expected = {
      code: '23503',
      message: 'There is no such tag.',
      hint: expect.stringContaining('Choose'),
    }
    expect(said).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)])
    const inserted = stage.as(
      'user',
      (tx) =>
        tx`insert into public.agents (name, platform, tags) values ('New', 'x', ${list([OWN.rivalTag])}::uuid[])`,
    )
    expect(await refusal(inserted)).toMatchObject({ code: '23503' })
  })

  it('stand once, in their order', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'audit')
      expect(await setTags(tx, [other, OWN.tag, other])).toEqual([other, OWN.tag])
      expect(await setTags(tx, [OWN.tag, other])).toEqual([OWN.tag, other])
      expect(await setTags(tx, [])).toEqual([])
    })
  })

  it('stand in the history with their names, in one line', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'audit')
      await setTags(tx, [OWN.tag])
      await become(tx, 'manager')
      await setTags(tx, [OWN.tag, other])
      const [line] = await tx`
        select before, after from public.record_history where field = 'tags' order by changed_at desc limit 1`
      const finance = { id: OWN.tag, name: 'finance' }
      expect({ ...line }).toEqual({ before: [finance], after: [{ id: other, name: 'audit' }, finance] })
    })
  })

  it('come back out of the bin without those that are gone meanwhile', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'audit')
      await setTags(tx, [OWN.tag, other])
      await tx`delete from public.systems where id = ${ID.billing}`
      await tx`delete from public.tags where id = ${OWN.tag}`
      await restored(tx, [ID.billing])
      expect(await tagsOf(tx)).toEqual([other])
    })
  })
})

describe('a tag', () => {
  it('is refused by a name that another one has, whatever its capitals and accents', async () => {
    const expected = { code: '23505', message: 'A tag with this name already exists.' }
    expect(await refusal(stage.as('user', (tx) => newTag(tx, ' Fínance ')))).toMatchObject(expected)
    const renamed = stage.as('manager', async (tx) => {
      const id = await newTag(tx, 'audit')
      await tx`update public.tags set name = 'FINANCE' where id = ${id}`
    })
    expect(await refusal(renamed)).toMatchObject(expected)
    await stage.as('manager', async (tx) => {
      await tx`update public.tags set name = 'Finance' where id = ${OWN.tag}`
      await become(tx, 'rival')
      expect(await newTag(tx, 'finance')).not.toBe('')
    })
  })

  it('is the last of 1,000', async () => {
    const filled = (count: number) =>
      stage.as(
        'manager',
        (tx) => tx`insert into public.tags (name) select 'tag ' || n from generate_series(1, ${count}) n`,
      )
    expect((await filled(999)).count).toBe(999)
    expect(await refusal(filled(1000))).toMatchObject({
      code: '23514',
      message: 'An account has at most 1,000 tags.',
    })
  })

  it('leaves all records when it is deleted, and its name stays in their histories', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'audit')
      await setTags(tx, [other, OWN.tag])
      await tx`update public.agents set tags = ${list([OWN.tag])}::uuid[] where id = ${ID.oracle}`
      await become(tx, 'manager')
      await tx`delete from public.tags where id = ${OWN.tag}`
      expect(await tagsOf(tx)).toEqual([other])
      const lines = await tx`
        select record_name, before, after, act from public.record_history
        where field = 'tags' and act = (select act from public.record_history order by changed_at desc limit 1)
        order by record_name`
      const finance = { id: OWN.tag, name: 'finance' }
      const audit = { id: other, name: 'audit' }
      expect(lines.map(({ record_name, before, after }) => [record_name, before, after])).toEqual([
        ['Billing', [audit, finance], [audit]],
        ['Oracle', [finance], []],
      ])
    })
  })

  it('leaves no id behind when it is deleted and added to a record at once, in either order', async () => {
    const tag = await stage.as('manager', (tx) => newTag(tx, 'fleeting'), { keep: true })
    const adding = (tx: Tx) => setTags(tx, [tag], ID.ledger)
    const deleting = (tx: Tx) => tx`delete from public.tags where id = ${tag}`
    const second = await stage.as(
      'admin',
      async (tx) => {
        await adding(tx)
        const waiting = refusal(stage.as('manager', deleting, { keep: true }))
        await stage.untilWaiting(1)
        return { waiting }
      },
      { keep: true },
    )
    expect(await second.waiting).toBe(null)
    expect(await tagsOf(stage.admin, ID.ledger)).toEqual([])

    const other = await stage.as('manager', (tx) => newTag(tx, 'fleeting'), { keep: true })
    const refused = await stage.as(
      'admin',
      async (tx) => {
        await tx`delete from public.tags where id = ${other}`
        const waiting = refusal(
          stage.as('manager', (later) => setTags(later, [other], ID.ledger), { keep: true }),
        )
        await stage.untilWaiting(1)
        return { waiting }
      },
      { keep: true },
    )
    expect(await refused.waiting).toMatchObject({ code: '23503' })
    expect(await tagsOf(stage.admin, ID.ledger)).toEqual([])
  })
})

describe('merging tags', () => {
  const merge = async (tx: Tx, from: readonly string[], into: string) => {
    const [row] = await tx`select public.merge_tags(${list(from)}::uuid[], ${into}) as changed`
    return row?.['changed']
  }

  it('is for managers, and for tags that are there', async () => {
    const tried = (actor: 'viewer' | 'user' | 'rival', into: string) =>
      refusal(stage.as(actor, (tx) => merge(tx, [OWN.tag], into)))
    expect(await tried('viewer', NOWHERE)).toMatchObject({ code: '42501' })
    expect(await tried('user', NOWHERE)).toMatchObject({
      code: '42501',
      message: 'Only managers and administrators can merge tags.',
    })
    expect(await tried('rival', OWN.rivalTag)).toMatchObject({ code: 'PT404' })
    for (const into of [NOWHERE, OWN.rivalTag])
      expect(await refusal(stage.as('manager', (tx) => merge(tx, [OWN.tag], into)))).toMatchObject({
        code: 'PT404',
        message: 'There is no such tag.',
      })
    expect(await refusal(stage.as('manager', (tx) => merge(tx, [OWN.tag], OWN.tag)))).toMatchObject({
      code: '22023',
    })
  })

  it('gives records of either the one, once, and the others go', async () => {
    await stage.as('manager', async (tx) => {
      const [into, also, third] = [
        await newTag(tx, 'audit'),
        await newTag(tx, 'money'),
        await newTag(tx, 'other'),
      ]
      await setTags(tx, [OWN.tag, third, also])
      await setTags(tx, [into, OWN.tag], ID.ledger)
      await setTags(tx, [into], ID.archive)
      expect(await merge(tx, [OWN.tag, also, into], into)).toBe(2)
      expect(await tagsOf(tx)).toEqual([into, third])
      expect(await tagsOf(tx, ID.ledger)).toEqual([into])
      expect(await tagsOf(tx, ID.archive)).toEqual([into])
      const left = await tx`select id from public.tags order by name`
      expect(left.map(({ id }) => id)).toEqual([into, third])
    })
  })
})

describe('merging tags at once', () => {
  const merge = (from: string, into: string) => (tx: Tx) =>
    tx`select public.merge_tags(${list([from])}::uuid[], ${into})`

  it('in opposite directions keeps one, and refuses the second', async () => {
    const [one, other] = await stage.as(
      'manager',
      async (tx) => [await newTag(tx, 'one'), await newTag(tx, 'other')] as const,
      { keep: true },
    )
    const second = await stage.as(
      'manager',
      async (tx) => {
        await merge(one, other)(tx)
        const waiting = refusal(stage.as('admin', merge(other, one), { keep: true }))
        await stage.untilWaiting(1)
        return { waiting }
      },
      { keep: true },
    )
    expect(await second.waiting).toMatchObject({ code: 'PT404' })
    const left = await stage.admin`delete from public.tags where id in (${one}, ${other}) returning id`
    expect(left).toEqual([{ id: other }])
  })

  it('while another member adds the tag that stays to one of the records, waits and changes it', async () => {
    const [goes, stays] = await stage.as(
      'manager',
      async (tx) => {
        const made = [await newTag(tx, 'goes'), await newTag(tx, 'stays')] as const
        await setTags(tx, [made[0]], ID.ledger)
        return made
      },
      { keep: true },
    )
    const merged = await stage.as(
      'admin',
      async (tx) => {
        await tx`update public.systems set description = 'Held' where id = ${ID.ledger}`
        const waiting = refusal(stage.as('manager', merge(goes, stays), { keep: true }))
        await stage.untilWaiting(1)
        await setTags(tx, [goes, stays], ID.ledger)
        return { waiting }
      },
      { keep: true },
    )
    expect(await merged.waiting).toBe(null)
    expect(await tagsOf(stage.admin, ID.ledger)).toEqual([stays])
    await stage.as('manager', (tx) => tx`delete from public.tags where id = ${stays}`, { keep: true })
  })
})

describe('merging tags that views name', () => {
  it('gives these the one in address and filter, once, also where a view is of another member', async () => {
    await stage.as('manager', async (tx) => {
      const [into, third] = [await newTag(tx, 'audit'), await newTag(tx, 'other')]
      const asked = (field: string, values: readonly string[]) => ({ field, operator: 'is', values })
      const view = (ids: readonly string[], words: readonly string[]) => {
        const address = new URLSearchParams({ tag: `all:${ids.join()}`, where: `tags.is.${ids.join()}` })
        const within = { match: 'any', conditions: [asked('tags', ids), asked('own.code', words)] }
        const conditions = { match: 'all', conditions: [asked('tags', ids), within] }
        return { address: `${address}`, filter: { query: 'x', tags: ids, all_tags: true, conditions } }
      }
      const words = [OWN.tag, 'me']
      const before = view([OWN.tag, third, into], words)
      await tx`
        update public.views set address = ${before.address}, filter = ${JSON.stringify(before.filter)}::text::jsonb
        where id = ${OWN.sharedView}`
      const read = async (id: string) =>
        (await tx`select address, filter from public.views where id = ${id}`).map((row) => ({ ...row }))[0]
      await become(tx, 'service')
      await tx`update public.views set address = ${before.address} where id = ${OWN.view}`
      await become(tx, 'manager')
      await tx`select public.merge_tags(${list([OWN.tag])}::uuid[], ${into})`
      expect(await read(OWN.sharedView)).toEqual(view([into, third], words))
      await become(tx, 'user')
      expect(await read(OWN.view)).toMatchObject({ address: view([into, third], words).address })
    })
  })
})

describe('merging tags of records in the bin', () => {
  it('gives them the one, too', async () => {
    await stage.as('manager', async (tx) => {
      const into = await newTag(tx, 'audit')
      await setTags(tx, [OWN.tag, into])
      await tx`delete from public.systems where id = ${ID.billing}`
      await tx`select public.merge_tags(${list([OWN.tag])}::uuid[], ${into})`
      await restored(tx, [ID.billing])
      expect(await tagsOf(tx)).toEqual([into])
    })
  })
})

describe('the tags of an account', () => {
  const read = async (tx: Tx) => (await tx`select public.get_tags() as tags`)[0]?.['tags']

  it('come with how many records of each kind have them, and none of a stranger', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'Audit')
      await setTags(tx, [OWN.tag, other])
      await setTags(tx, [OWN.tag], ID.ledger)
      await tx`update public.agents set tags = ${list([OWN.tag])}::uuid[] where id = ${ID.oracle}`
      expect(await read(tx)).toEqual([
        { id: other, name: 'Audit', color: 'gray', records: { system: 1 } },
        { id: OWN.tag, name: 'finance', color: 'gray', records: { system: 2, agent: 1 } },
      ])
      await become(tx, 'rival')
      expect(await read(tx)).toEqual([{ id: OWN.rivalTag, name: 'secret', color: 'gray', records: {} }])
      await become(tx, 'unplaced')
      expect(await read(tx)).toEqual([])
    })
  })

  it('narrow a list down, to records of any of them or of all', async () => {
    await stage.as('manager', async (tx) => {
      const other = await newTag(tx, 'audit')
      await setTags(tx, [OWN.tag, other])
      await setTags(tx, [OWN.tag], ID.ledger)
      const found = async (tags: readonly string[], all: boolean) => {
        const [row] = await tx<{ answer: { total: number; items: { name: string }[] } }[]>`
          select public.find_records('system', tags => ${list(tags)}::uuid[], all_tags => ${all}) as answer`
        return row?.answer.items.map(({ name }) => name)
      }
      expect(await found([OWN.tag, other], false)).toEqual(['Billing', 'Ledger'])
      expect(await found([OWN.tag, other], true)).toEqual(['Billing'])
      expect(await found([NOWHERE], false)).toEqual([])
      expect((await found([], true))?.length).toBeGreaterThan(2)
    })
  })

  it('are found by # and how they begin, with the records that have them', async () => {
    await stage.as('manager', async (tx) => {
      await newTag(tx, 'Field')
      await setTags(tx, [OWN.tag])
      const search = async (text: string) => {
        const [row] = await tx<
          {
            answer: { results: { title: string }[]; counts: Record<string, number>; tags: { name: string }[] }
          }[]
        >`select public.search_workspace(${text}) as answer`
        return row?.answer
      }
      expect(await search('#FIN')).toMatchObject({
        counts: { system: 1, agent: 0 },
        results: [{ type: 'system', title: 'Billing' }],
        tags: [{ id: OWN.tag, name: 'finance', color: 'gray', kinds: ['system'] }],
      })
      expect((await search('#fi'))?.tags).toMatchObject([{ name: 'Field', kinds: [] }, { name: 'finance' }])
      expect(await search('finance')).toMatchObject({ tags: [] })
      expect(await search('#secret')).toMatchObject({ tags: [], results: [] })
      await become(tx, 'unplaced')
      expect(await search('#fi')).toMatchObject({ tags: [], results: [] })
    })
  })
})
