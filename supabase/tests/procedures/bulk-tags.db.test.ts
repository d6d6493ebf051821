import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change, listOf, preview, SYSTEMS, undoAct } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const ADD = { action: 'add_tag', value: OWN.tag }
const REMOVE = { action: 'remove_tag', value: OWN.tag }

async function newTag(tx: Tx, name: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`insert into public.tags (name) values (${name}) returning id`
  return row?.id ?? ''
}

/** The names of the tags that SYSTEMS have, in the order of their names. */
async function tags(tx: Tx): Promise<readonly (readonly string[])[]> {
  const rows = await tx<{ names: string[] }[]>`
    select to_json(array(select t.name from public.tags t where t.id = any (s.tags) order by t.name)) as names
    from public.systems s where s.id = any (${listOf(SYSTEMS)}::uuid[]) order by s.name`
  return rows.map(({ names }) => names)
}

const set = (tx: Tx, record: string, ids: readonly string[]) =>
  tx`update public.systems set tags = ${listOf(ids)}::uuid[] where id = ${record}`

/** Gives a record as many tags as it can have. */
const fill = (tx: Tx, record: string) =>
  tx`
    with made as (
      insert into public.tags (name) select 'one of 50: ' || n from generate_series(1, 50) n returning id
    )
    select to_json(array_agg(id)) as ids from made`.then(([row]) => set(tx, record, row?.['ids'] ?? []))

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a tag in bulk', () => {
  it('is refused where it is not there, and a stranger’s exactly like that', async () => {
    const said = []
    for (const value of [ID.billing, OWN.rivalTag])
      for (const action of ['add_tag', 'remove_tag'])
        said.push(await refusal(stage.as('manager', (tx) => change(tx, { action, value }))))
    expect(said).toEqual(
      Array(4).fill(expect.objectContaining({ code: '23503', message: 'There is no such tag.' })),
    )
  })

  it('is added to what the caller may change and has it not, and taken off again', async () => {
    await stage.as('user', async (tx) => {
      await set(tx, ID.billing, [OWN.tag])
      await become(tx, 'user')
      expect(await preview(tx, ADD)).toMatchObject({ total: 3, changes: 1, no_right: 1, already: 1 })
      const done = await change(tx, ADD)
      expect(done).toMatchObject({ changes: 1, no_right: 1, already: 1 })
      expect(await tags(tx)).toEqual([['finance'], ['finance'], []])
      expect(await undoAct(tx, done.act)).toMatchObject({ undone: 1, left: [] })
      expect(await tags(tx)).toEqual([[], ['finance'], []])
      await become(tx, 'user')
      const removed = await change(tx, REMOVE)
      expect(removed).toMatchObject({ changes: 1, already: 1, no_right: 1 })
      expect(await undoAct(tx, removed.act)).toMatchObject({ undone: 1 })
      expect(await tags(tx)).toEqual([[], ['finance'], []])
    })
  })

  it('reaches what has a tag, by the filter of the list', async () => {
    await stage.as('manager', async (tx) => {
      const audit = await newTag(tx, 'audit')
      await set(tx, ID.ledger, [audit])
      const [row] = await tx`
        select public.change_in_bulk('system', 'add_tag', ${OWN.tag}, tags => ${listOf([audit])}::uuid[]) as answer`
      expect(row?.['answer']).toMatchObject({ total: 1, changes: 1 })
      expect(await tags(tx)).toEqual([[], [], ['audit', 'finance']])
    })
  })

  it('is not added to what has 50 tags, and says so', async () => {
    await stage.as('manager', async (tx) => {
      await fill(tx, ID.ledger)
      await become(tx, 'manager')
      const expected = { total: 3, changes: 2, already: 0, full: 1 }
      const seen = await preview(tx, ADD)
      expect(seen).toMatchObject({
        ...expected,
        left_out: [{ id: ID.ledger, name: 'Ledger', reason: 'full' }],
      })
      const done = await change(tx, { ...ADD, seenAt: seen.seen_at ?? '' })
      expect(done).toMatchObject({ ...expected, changed_meanwhile: 0 })
      expect((await tags(tx)).map(({ length }) => length)).toEqual([1, 1, 50])
    })
  })

  it('is an act by its name, also when the tag is gone', async () => {
    await stage.as('manager', async (tx) => {
      const { act } = await change(tx, ADD)
      const read = async () => (await tx`select public.get_act(${act ?? null}) as act`)[0]?.['act']
      const expected = { action: 'add_tag', value: OWN.tag, value_name: 'finance', records: 3, lines: 3 }
      expect(await read()).toMatchObject({ ...expected, undoable: 3 })
      const [row] = await tx`select public.get_act_lines(${act ?? null}) as lines`
      const finance = { id: OWN.tag, name: 'finance' }
      const line = { part: 'tags', before: [], after: [finance], problem: null }
      expect(row?.['lines']).toMatchObject([line, line, line])
      await become(tx, 'manager')
      await tx`delete from public.tags where id = ${OWN.tag}`
      expect(await read()).toMatchObject({
        ...expected,
        undoable: 0,
        left: [{ problem: 'changed', records: 3 }],
      })
    })
  })
})

describe('undoing a tag in bulk', () => {
  it('takes that tag alone, and leaves the records whose tags others have changed since', async () => {
    await stage.as('manager', async (tx) => {
      const audit = await newTag(tx, 'audit')
      await set(tx, ID.archive, [audit])
      await become(tx, 'manager')
      const done = await change(tx, ADD)
      await become(tx, 'manager')
      const own = await change(tx, { action: 'add_tag', value: audit })
      expect(own).toMatchObject({ changes: 2, already: 1 })
      await become(tx, 'admin')
      await set(tx, ID.ledger, [OWN.tag])
      await become(tx, 'manager')
      expect(await undoAct(tx, done.act)).toMatchObject({
        undone: 2,
        left: [{ problem: 'changed', by_id: ID.admin, records: 1 }],
      })
      expect(await tags(tx)).toEqual([['audit'], ['audit'], ['finance']])
    })
  })

  it('does not give back a tag to what has 50 others by now, and says so', async () => {
    await stage.as('manager', async (tx) => {
      await change(tx, ADD)
      await become(tx, 'manager')
      const removed = await change(tx, REMOVE)
      await become(tx, 'manager')
      await fill(tx, ID.ledger)
      await become(tx, 'manager')
      expect(await undoAct(tx, removed.act)).toMatchObject({
        undone: 2,
        left: [{ problem: 'full', by_id: null, records: 1 }],
      })
      expect((await tags(tx)).map(({ length }) => length)).toEqual([1, 1, 50])
    })
  })

  it('of a tag that is gone says so, and the undo is undone like any act', async () => {
    await stage.as('manager', async (tx) => {
      await change(tx, ADD)
      await become(tx, 'manager')
      const removed = await change(tx, REMOVE)
      await become(tx, 'manager')
      const undone = await undoAct(tx, removed.act)
      expect(await tags(tx)).toEqual([['finance'], ['finance'], ['finance']])
      await become(tx, 'manager')
      const again = await undoAct(tx, undone.act)
      expect(again).toMatchObject({ undone: 3 })
      expect(await tags(tx)).toEqual([[], [], []])
      await become(tx, 'manager')
      await tx`delete from public.tags where id = ${OWN.tag}`
      expect(await undoAct(tx, again.act)).toMatchObject({
        act: null,
        undone: 0,
        left: [{ problem: 'tag_gone', records: 3 }],
      })
    })
  })
})
