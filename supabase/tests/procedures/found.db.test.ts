import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { apply, check, checked, decide, rowsOf } from '../support/imports.ts'
import { FOUND_KEY, OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql
type Values = Readonly<Record<string, unknown>>

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

async function push(tx: Tx, records: unknown, { key = FOUND_KEY, kind = 'agent' } = {}) {
  const [row] =
    await tx`select public.push_found(${key}, ${kind}, ${JSON.stringify(records)}::text::jsonb) as counts`
  const counts = z.record(z.string(), z.unknown()).parse(row?.['counts'])
  // A refusal that commits is returned as an answer.
  if ('code' in counts) throw counts
  return z.record(z.string(), z.number()).parse(counts)
}

const page = z.object({
  total: z.number(),
  items: z.array(
    z.looseObject({
      id: z.string(),
      source: z.string(),
      source_id: z.string(),
      name: z.string(),
      owner: z.nullable(z.string()),
      state: z.string(),
      record_id: z.nullable(z.string()),
    }),
  ),
  groups: z.array(z.object({ kind: z.string(), source: z.string(), state: z.string(), count: z.number() })),
})

async function found(tx: Tx, state = 'waiting') {
  const [row] = await tx`select public.get_found(${state}) as found`
  return page.parse(row?.['found'])
}
const names = async (tx: Tx, state?: string) => (await found(tx, state)).items.map(({ name }) => name).sort()

async function review(tx: Tx): Promise<string> {
  const [row] = await tx`select public.start_import_of_found(null, 'agent', 'Inventory') as id`
  return z.string().parse(row?.['id'])
}

const agent = (id: string, more: Values = {}) => ({ source_id: id, name: `Agent ${id}`, ...more })

describe('a push is refused', () => {
  it.each<[string, unknown, string]>([
    ['no list', {}, 'Send a list of at most 1,000 records.'],
    [
      'too many',
      Array.from({ length: 1001 }, (_, i) => agent(`${i}`)),
      'Send a list of at most 1,000 records.',
    ],
    ['no object', [agent('1'), 'a'], 'Record 2: must be an object.'],
    ['no id', [{ name: 'A' }], 'Record 1: source_id must be a text of 1 to 200 characters.'],
    ['an empty id', [agent(' ')], 'Record 1: source_id must be a text of 1 to 200 characters.'],
    ['no name', [agent('1'), { source_id: '2' }], 'Record 2: name must be a text of 1 to 120 characters.'],
    [
      'a long name',
      [agent('1', { name: 'x'.repeat(121) })],
      'Record 1: name must be a text of 1 to 120 characters.',
    ],
    ['an unknown field', [agent('1', { color: 'red' })], 'Record 1: there is no field "color".'],
    ['a field of another kind', [agent('1', { users: ['a'] })], 'Record 1: there is no field "users".'],
    ['its source', [agent('1', { imported_from: 'Other' })], 'Record 1: there is no field "imported_from".'],
    [
      'an object in a field',
      [agent('1', { vendor: {} })],
      'Record 1: "vendor" must be a text, a number, yes or no, or a list of texts.',
    ],
    [
      'a list of lists',
      [agent('1', { tags: [['a']] })],
      'Record 1: "tags" must be a text, a number, yes or no, or a list of texts.',
    ],
    [
      'too much of one',
      [agent('1', { description: 'x'.repeat(20_001) })],
      'Record 1: must have at most 20,000 bytes.',
    ],
  ])('for %s', async (_, records, message) => {
    expect(await refusal(stage.as('anonymous', (tx) => push(tx, records)))).toMatchObject({
      code: '22023',
      message,
    })
  })

  it('without a key of ours, and for what is no kind', async () => {
    const tried = (options: object) => refusal(stage.as('anonymous', (tx) => push(tx, [agent('1')], options)))
    expect(await tried({ key: 'cairn_src_other' })).toMatchObject({
      code: 'PT401',
      message: 'This is not the key of a source.',
    })
    expect(await tried({ kind: 'article' })).toMatchObject({ code: '22023' })
  })

  it('sixty times a minute, and while ten thousand wait', async () => {
    expect(
      await refusal(
        stage.as('anonymous', async (tx) => {
          for (let turn = 0; turn < 62; turn += 1) await push(tx, [])
        }),
      ),
    ).toMatchObject({ code: 'PT429' })
    await stage.admin`insert into public.found_records (account_id, kind, source, source_id, name)
      select ${ID.acme}, 'agent', 'Full', n::text, 'A' from generate_series(1, 9999) n`
    const one = await refusal(stage.as('anonymous', (tx) => push(tx, [agent('1')])))
    await stage.admin`delete from public.found_records where source = 'Full'`
    expect(one).toMatchObject({ code: 'PT409', message: 'At most 10,000 found records can wait.' })
  })
})

describe('a push', () => {
  it('is taken in once however often it is sent, with what it says last', async () => {
    await stage.as('user', async (tx) => {
      expect(
        await push(tx, [agent('1', { owner: 'Nemo' }), agent('2'), agent('2', { name: 'Second' })]),
      ).toEqual({
        ...{ received: 2, new: 2, waiting: 2, registered: 0, ignored: 0 },
      })
      expect(await push(tx, [agent('1', { name: 'Renamed', owner: ['Nemo', 'Ned'] })])).toMatchObject({
        waiting: 1,
      })
      expect((await found(tx)).total).toBe(3)
      const items = (await found(tx)).items.filter(({ source_id }) => source_id !== 'a1')
      expect(items).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({
            name: 'Renamed',
            owner: 'Nemo, Ned',
            source: 'Inventory',
            kind: 'agent',
          }),
          expect.objectContaining({ name: 'Second', owner: null }),
        ]),
      )
    })
  })

  it('leaves ignored, registered and binned records alone', async () => {
    await stage.as('admin', async (tx) => {
      await push(tx, [agent('1'), agent('2'), agent('3')])
      await tx`select public.ignore_found(array(
        select id from public.found_records where source_id in ('2', 'a1') and account_id = ${ID.acme}))`
      await apply(tx, await review(tx))
      await tx`delete from public.agents where source_id = '3'`
      expect(await push(tx, [agent('1'), agent('2'), agent('3'), agent('4')])).toEqual({
        ...{ received: 4, new: 1, waiting: 1, registered: 2, ignored: 1 },
      })
      const registered = (await found(tx, 'registered')).items.map(({ name, record_id }) => [name, record_id])
      expect(registered.toSorted()).toEqual([
        ['Agent 1', expect.any(String)],
        ['Agent 3', null],
      ])
      expect(await names(tx, 'ignored')).toContain('Agent 2')
    })
  })

  it('has the fields of the account', async () => {
    await stage.as('admin', async (tx) => {
      const seats = { source_id: 's1', name: 'S', 'own.seats': 3, links: ['https://s.example'], tags: ['a'] }
      expect(await push(tx, [seats], { kind: 'system' })).toMatchObject({ new: 1 })
    })
  })
})

describe('a waiting record', () => {
  it('becomes a record or joins one, by the plan of an import, which reports no other record as gone', async () => {
    await stage.as('admin', async (tx) => {
      await tx`update public.agents set name = 'Billing bot' where id = ${ID.helper}`
      await push(tx, [agent('1', { vendor: 'Acme' }), agent('2', { name: 'Billing-Bot' }), agent('3')])
      await tx`select public.ignore_found(array(
        select id from public.found_records where account_id = ${ID.acme} and source_id in ('3', 'a1')))`
      const id = await review(tx)
      expect((await check(tx, id)).summary).toMatchObject({ new: 1, duplicate: 1, gone: 0 })
      const row = (await rowsOf(tx, id, 'duplicate'))[0]
      await decide(tx, id, { do: 'join', record_id: ID.helper, fields: [] }, { rows: [row?.row ?? 0] })
      expect(await apply(tx, id)).toMatchObject({ applied: 2, refused: 0 })
      expect(await names(tx)).toEqual([])
      expect(await names(tx, 'registered')).toEqual(['Agent 1', 'Billing-Bot'])
      const [joined] = await tx`select name, source_id from public.agents where id = ${ID.helper}`
      expect(joined).toEqual({ name: 'Billing bot', source_id: '2' })
      // A second review of registered records has nothing to do; another push reports all as known.
      expect(await refusal(tx.savepoint(review))).toMatchObject({ code: 'PT404' })
      expect(await push(tx, [agent('1'), agent('2')])).toMatchObject({ registered: 2, waiting: 0 })
    })
  })

  it('is reviewed by kind and source', async () => {
    const mixed = (tx: Tx) =>
      push(tx, [agent('1')], { kind: 'system' }).then(() => tx`select public.start_import_of_found()`)
    expect(await refusal(stage.as('user', mixed))).toMatchObject({
      code: '22023',
      message: 'Review records of one kind and one source at a time.',
    })
  })

  it('is ignored in bulk, and moved back', async () => {
    await stage.as('user', async (tx) => {
      await push(tx, [agent('1'), agent('2')])
      const [all] = await tx`select public.ignore_found(null, 'agent', 'Inventory') as done`
      expect([all?.['done'], await names(tx)]).toEqual([3, []])
      const [some] = await tx`
        select public.take_back_found(array(select id from public.found_records where source_id = '1')) as done`
      expect([some?.['done'], await names(tx)]).toEqual([1, ['Agent 1']])
    })
  })

  it('can be moved back when its record is deleted for good', async () => {
    await stage.as('admin', async (tx) => {
      const id = await review(tx)
      await apply(tx, id)
      const takeBack = async () => (await tx`select public.take_back_found() as done`)[0]?.['done']
      expect(await takeBack()).toBe(0)
      await tx`delete from public.agents where imported_from = 'Inventory'`
      expect(await takeBack()).toBe(0)
      await tx`select public.purge_bin()`
      expect(await takeBack()).toBe(1)
      expect(await names(tx)).toEqual(['Found agent'])
    })
  })
})

describe('rows of an import that are left for later', () => {
  it('wait with the source of the import, or its file, and are not counted again', async () => {
    await stage.as('user', async (tx) => {
      const { id } = await checked(
        tx,
        [{ name: 'Left', owner: 'Nemo' }, { name: 'Taken' }, { name: 'Helper Ltd' }, { name: '' }],
        { kind: 'agent', fileName: 'agents.csv' },
      )
      await decide(tx, id, { do: 'leave' }, { rows: [1] })
      const later = async () => (await tx`select public.leave_import_for_later(${id}) as done`)[0]?.['done']
      const left = (await rowsOf(tx, id, 'duplicate')).length
      expect(await later()).toBe(1 + left)
      expect(await later()).toBe(0)
      const item = (await found(tx)).items.find(({ name }) => name === 'Left')
      expect(item).toMatchObject({ source: 'agents.csv', source_id: 'left', owner: 'Nemo', state: 'waiting' })
      await apply(tx, id)
      const [row] = await tx`select public.start_import_of_found(${`{${item?.id}}`}::uuid[]) as id`
      const again = z.string().parse(row?.['id'])
      expect(await apply(tx, again)).toMatchObject({ applied: 1 })
      expect(await names(tx, 'registered')).toEqual(['Left'])
    })
  })

  it('but not those of the inbox, which wait already', async () => {
    await stage.as('user', async (tx) => {
      const id = await review(tx)
      await decide(tx, id, { do: 'leave' }, { rows: [1] })
      expect(await tx`select public.leave_import_for_later(${id}) as done`).toMatchObject([{ done: 0 }])
    })
  })
})

describe('sources', () => {
  const add = (tx: Tx, name: string) =>
    tx`select public.add_found_source(${name}) as made`.then((rows) =>
      z.object({ id: z.string(), key: z.string() }).parse(rows[0]?.['made']),
    )

  it('are refused to contributors, and twice with a name', async () => {
    const tried = (person: Person, name: string) => refusal(stage.as(person, (tx) => add(tx, name)))
    expect(await tried('user', 'n8n')).toMatchObject({
      code: '42501',
      message: 'Only managers can manage sources.',
    })
    expect(await tried('manager', ' inventory')).toMatchObject({
      code: '23505',
      message: 'A source with this name already exists.',
    })
    expect(await tried('manager', '')).toMatchObject({ code: '23514' })
    const many = async (tx: Tx) => {
      for (let number = 0; number < 50; number += 1) await add(tx, `Source ${number}`)
    }
    expect(await refusal(stage.as('manager', many))).toMatchObject({
      message: 'An account has at most 50 sources.',
    })
    expect(
      await refusal(stage.as('manager', (tx) => tx`select public.renew_found_key(${ID.nobody})`)),
    ).toMatchObject({ code: 'PT404', message: 'This source no longer exists.' })
  })

  it('mark a record that they sent no more, a day after others', async () => {
    await stage.admin`
      insert into public.found_records (account_id, kind, source, source_id, name, last_seen_at)
      values
        (${ID.acme}, 'agent', 'Desk', '1', 'A', now() - interval '30 hours'),
        (${ID.acme}, 'agent', 'Desk', '2', 'B', now() - interval '1 hour'),
        (${ID.acme}, 'agent', 'Desk', '3', 'C', now())`
    const [row] = await stage.as(
      'manager',
      (tx) => tx`
      select jsonb_path_query_array(public.get_found(source => 'Desk'), '$.items[*] ? (@.is_missing == true).source_id') as ids`,
    )
    await stage.admin`delete from public.found_records where source = 'Desk'`
    expect(row?.['ids']).toEqual(['1'])
  })

  it('push with their key until it is renewed or deleted, which the audit log tells', async () => {
    await stage.as('manager', async (tx) => {
      const { id, key } = await add(tx, 'n8n')
      expect(key).toMatch(/^cairn_src_[0-9a-f]{64}$/)
      expect(await push(tx, [agent('1')], { key })).toMatchObject({ new: 1 })
      expect((await found(tx)).groups).toContainEqual({
        kind: 'agent',
        source: 'n8n',
        state: 'waiting',
        count: 1,
      })
      const [renewed] = await tx`select public.renew_found_key(${id}) ->> 'key' as key`
      const other = z.string().parse(renewed?.['key'])
      const tried = (with_: string) => refusal(tx.savepoint((inner) => push(inner, [], { key: with_ })))
      expect([await tried(key), await tried(other)]).toMatchObject([{ code: 'PT401' }, null])
      const [seen] = await tx`
        select s.value from jsonb_array_elements(public.get_found_sources()) s where s.value ->> 'name' = 'n8n'`
      expect(seen?.['value']).toMatchObject({
        created_by_name: 'Mia Manager',
        last_seen_at: expect.any(String),
      })
      await tx`select public.delete_found_source(${id})`
      expect(await tried(other)).toMatchObject({ code: 'PT401' })
      expect(await names(tx)).toContain('Agent 1')
      await become(tx, 'admin')
      const log = await tx`select action, severity, details ->> 'name' as name from public.security_audit_log
        where resource_type = 'found_source' order by created_at`
      expect(log).toEqual([
        { action: 'found_source_added', severity: 'medium', name: 'n8n' },
        { action: 'found_key_renewed', severity: 'medium', name: 'n8n' },
        { action: 'found_source_deleted', severity: 'medium', name: 'n8n' },
      ])
    })
  })

  it('keep their keys to themselves', async () => {
    const [row] = await stage.admin`select key_hash from public.found_sources where id = ${OWN.foundSource}`
    expect(row?.['key_hash']).toMatch(/^[0-9a-f]{64}$/)
  })
})
