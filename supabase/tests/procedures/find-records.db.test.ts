import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const answerRow = z.object({
  answer: z.object({
    total: z.number(),
    items: z.array(z.looseObject({ id: z.string(), name: z.string(), account_id: z.string() })),
  }),
})

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.systems set description = 'Keeps every ACCOUNT 100% safe_and\\sound' where id = '${ID.ledger}';
    insert into public.systems (account_id, name, status, created_at, owner_id)
    select '${ID.acme}', 'Register ' || lpad(n::text, 3, '0'), case when n = 7 then 'deprecated' else 'active' end,
      timestamptz '2020-01-01' + n * interval '1 day', case when n = 5 then '${ID.viewer}'::uuid end
    from generate_series(1, 120) n`)
})
afterAll(() => stage?.close())

interface Search {
  kind?: string
  query?: string | null
  sort?: string
  descending?: boolean
  skip?: number | null
  statuses?: string[] | null
  owners?: string[] | null
  withoutOwner?: boolean | null
}

async function find(actor: Actor, search: Search = {}) {
  const { kind = 'system', query = '', sort = 'usual', descending = false, skip = 0 } = search
  const { statuses = null, owners = null, withoutOwner = false } = search
  const [row] = await stage.as(
    actor,
    (tx) => tx`
      select public.find_records(${kind}, ${query}, ${sort}, ${descending}, ${skip}::integer,
        ${arrayOf(statuses)}::text[], ${arrayOf(owners)}::uuid[], ${withoutOwner}) as answer`,
  )
  return answerRow.parse(row).answer
}
const arrayOf = (words: string[] | null) => words && `{${words.join()}}`
const names = async (search: Search) => (await find('viewer', search)).items.map(({ name }) => name)

describe('[SYS-09, 11] find_records', () => {
  it('gives a hundred records at a time, each once, and counts all', async () => {
    const first = await find('viewer')
    const second = await find('viewer', { skip: 100 })
    expect([first.total, second.total]).toEqual([123, 123])
    expect([first.items.length, second.items.length]).toEqual([100, 23])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(123)
    expect(await find('viewer', { skip: 1000 })).toEqual({ total: 123, items: [] })
    expect((await find('viewer', { skip: null })).items).toEqual(first.items)
  })

  it('forgives accents, and a typo in the name where the text stands nowhere', async () => {
    await stage.admin`
      insert into public.solutions (account_id, name, description)
      select ${ID.acme}, n, 'Pays the workers' from unnest(${'{"Özel Workday","Meyer","Meier"}'}::text[]) n`
    const solutions = (query: string) => names({ kind: 'solution', query })
    expect(await solutions('ozel')).toEqual(['Özel Workday'])
    expect(await solutions('worday')).toEqual(['Özel Workday'])
    expect(await solutions('meyer')).toEqual(['Meyer'])
    expect(await solutions('meyr')).toEqual(['Meyer'])
    expect(await solutions('wokrers')).toEqual([])
    expect(await names({ kind: 'solution', query: 'ozel', sort: 'match' })).toEqual(['Özel Workday'])
    expect((await find('rival', { kind: 'solution', query: 'worday' })).items).toEqual([])
  })

  it('gives whole rows, as the table has them', async () => {
    const [item] = (await find('viewer', { query: 'ledger' })).items
    const [row] = await stage.as(
      'viewer',
      (tx) => tx`select to_json(s) as row from public.systems s where id = ${ID.ledger}`,
    )
    expect(item).toEqual(row?.['row'])
  })

  it.each([
    ['account', ['Ledger']],
    ['  LEDGER ', ['Ledger']],
    ['100%', ['Ledger']],
    ['d\\s', ['Ledger']],
    ['e_a', ['Ledger']],
    ['%', ['Ledger']],
    ['_a', ['Ledger']],
    ['10%%', []],
    ['zz', []],
  ])('finds %o as it is written, in any capitals', async (query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  it('looks past capitals in every script, with one letter as with many', async () => {
    await stage.admin`update public.systems set name = 'Überweisung 東京' where id = ${ID.billing}`
    for (const query of ['üb', 'ÜB', 'ÜBERW', '東', '東京'])
      expect(await names({ query })).toEqual(['Überweisung 東京'])
    await stage.admin`update public.systems set name = 'Billing' where id = ${ID.billing}`
  })

  it('keeps the records that have one of the statuses and one of the owners, or none', async () => {
    const total = async (search: Search) => (await find('viewer', search)).total
    expect(await names({ statuses: ['deprecated'] })).toEqual(['Register 007'])
    expect(await total({ query: 'register', statuses: ['deprecated', 'active'] })).toBe(120)
    expect(await names({ query: 'register', owners: [ID.viewer] })).toEqual(['Register 005'])
    expect(await total({ query: 'register', owners: [ID.admin] })).toBe(0)
    expect(await total({ query: 'register', withoutOwner: true })).toBe(119)
    expect(await total({ query: 'register', owners: [ID.viewer], withoutOwner: true })).toBe(120)
    expect(await names({ statuses: ['deprecated'], owners: [ID.viewer] })).toEqual([])
    expect(await total({ statuses: [], owners: [], withoutOwner: null })).toBe(123)
    expect((await names({ sort: 'name', withoutOwner: true, query: 'register', skip: 100 }))[0]).toBe(
      'Register 102',
    )
  })

  it('puts a match in the name before one in the description', async () => {
    await stage.admin`update public.systems set description = 'Feeds the ledger' where id = ${ID.billing}`
    expect(await names({ query: 'ledger', sort: 'name' })).toEqual(['Billing', 'Ledger'])
    expect(await names({ query: 'ledger', sort: 'match' })).toEqual(['Ledger', 'Billing'])
    await stage.admin`update public.systems set description = '' where id = ${ID.billing}`
    expect(await names({ sort: 'match' })).toEqual(await names({ sort: 'name' }))
  })

  it.each([
    ['name', false, 'Archive'],
    ['name', true, 'Register 120'],
    ['created', false, 'Register 001'],
    ['status', true, 'Register 007'],
  ])('orders by %s (descending: %o)', async (sort, descending, first) => {
    expect((await names({ sort, descending }))[0]).toBe(first)
  })

  it('orders by the names of people, records without a person at the end', async () => {
    const owned = (await names({ sort: 'owner' })).slice(0, 2)
    const [person] = await stage.admin`
      select (select p.name from public.profiles p where id = ${ID.user})
        < (select p.name from public.profiles p where id = ${ID.viewer}) as "userFirst"`
    expect(owned).toEqual(person?.['userFirst'] ? ['Archive', 'Register 005'] : ['Register 005', 'Archive'])
    const [last] = (await find('viewer', { sort: 'owner', skip: 122 })).items
    expect(last).toMatchObject({ owner_id: null })
  })

  it.each([
    ['solution', ['usual', 'name', 'created', 'status', 'owner', 'lastPublisher']],
    ['agent', ['usual', 'platform', 'lastUsed', 'owner', 'lastPublisher', 'status']],
    ['automation', ['usual', 'source', 'lastRun', 'owner', 'lastPublisher', 'status']],
  ])('knows the orders of every %s', async (kind, sorts) => {
    for (const sort of sorts)
      for (const descending of [false, true])
        expect((await find('viewer', { kind, sort, descending })).total).toBeGreaterThan(1)
  })

  it.each([
    { kind: 'person' },
    { kind: 'systems; drop table public.systems' },
    { sort: 'platform' },
    { sort: 'r.name' },
    { sort: '' },
    { query: 'x'.repeat(201) },
  ])('refuses %o', async (search) => {
    await expect(find('viewer', search)).rejects.toMatchObject({ code: '22023' })
  })

  it('refuses filters of more than a hundred values', async () => {
    const many = (value: string) => Array.from({ length: 101 }, () => value)
    for (const search of [{ statuses: many('active') }, { owners: many(ID.viewer) }])
      await expect(find('viewer', search)).rejects.toMatchObject({ code: '22023' })
  })

  it('[PERM-18] shows an account its own records alone, and shows a person without an account none', async () => {
    expect((await find('rival', { query: 'register' })).total).toBe(0)
    expect((await find('rival', { owners: [ID.viewer] })).total).toBe(0)
    for (const { account_id } of (await find('rival')).items) expect(account_id).toBe(ID.rivals)
    for (const actor of ['unplaced', 'former'] as const)
      expect(await find(actor)).toEqual({ total: 0, items: [] })
    expect(await stage.outcome('anonymous', `select public.find_records('system')`)).toEqual({
      refused: '42501',
    })
  })
})
