import { REPEATS } from '@cairn/testing/tier'
import fc from 'fast-check'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql
interface Answer {
  groups: { key: string; label: string | null; records: number; unowned: number; troubled: number }[]
  nodes: { id: string; name: string; group: string }[]
  edges: {
    from_group: string
    from_record: string | null
    to_group: string
    to_record: string | null
    total: number
  }[]
  hidden: { groups: number; records: number; relations: number }
  counted_at: string | null
}

interface Asked {
  unfolded?: readonly string[]
  maxGroups?: number
  maxRecords?: number
  kind?: string | null
  filter?: unknown
}

/** A list of texts as Postgres writes it. */
const listOf = (texts: readonly string[]) => `{${texts.map((text) => `"${text}"`).join()}}`

async function groups(
  tx: Tx,
  by: string | null,
  { unfolded = [], maxGroups = 50, maxRecords = 100, kind = null, filter }: Asked = {},
): Promise<Answer> {
  const [row] = await tx`
    select public.map_groups(
      ${by}, ${listOf(unfolded)}::text[], ${maxGroups}, ${maxRecords}, ${kind},
      ${filter === undefined ? null : JSON.stringify(filter)}::text::jsonb
    ) as answer`
  return row?.['answer']
}

describe('a map', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>, string]>([
    ['by something else', (tx) => groups(tx, 'name'), 'map.by'],
    ['by nothing', (tx) => groups(tx, null), 'map.by'],
    ['without a group', (tx) => groups(tx, 'kind', { maxGroups: 0 }), 'map.limit'],
    ['of too many records', (tx) => groups(tx, 'kind', { maxRecords: 501 }), 'map.limit'],
    [
      'with too much unfolded',
      (tx) => groups(tx, 'kind', { unfolded: Array.from({ length: 101 }, String) }),
      'map.unfolded',
    ],
    ['with a filter of no kind', (tx) => groups(tx, 'kind', { filter: {} }), 'map.filter_without_kind'],
    [
      'with a filter that lists do not have',
      (tx) => groups(tx, 'kind', { kind: 'system', filter: { color: 'red' } }),
      'view.outdated',
    ],
  ])('%s is refused', async (_, ask, detail) => {
    await expect(stage.as('viewer', ask)).rejects.toMatchObject({ code: '22023', detail })
  })

  it('names groups by what their records have, and the one of those without a value by nothing', async () => {
    const labels = await stage.as('manager', async (tx) => {
      const tags = await tx<{ id: string }[]>`
        insert into public.tags (name) values ('Zeta'), ('alpha') returning id`
      await tx`update public.systems set
        department = case id when ${ID.ledger} then 'FINANCE' else 'Finance' end, lifecycle = 'phasing_out',
        tags = ${listOf(tags.map(({ id }) => id))}::uuid[]
        where id in (${ID.ledger}, ${ID.archive})`
      const named = async (by: string) =>
        (await groups(tx, by)).groups.map(({ label, records }) => `${label} ${records}`)
      return {
        department: await named('department'),
        tag: await named('tag'),
        lifecycle: await named('lifecycle'),
      }
    })
    expect(labels.department).toContain('Finance 2')
    expect(labels.tag).toContain('alpha 2')
    expect(labels.tag.join()).not.toContain('Zeta')
    expect(labels.lifecycle).toContain('phasing_out 2')
    for (const named of Object.values(labels)) expect(named.join()).toContain('null ')
  })

  it('leads from what needs to what it needs, whichever end the relation was added from', async () => {
    const edges = await stage.as('user', async (tx) => {
      await tx`delete from public.relations`
      await tx`insert into public.relations (from_id, to_id, type) values
        (${ID.ledger}, ${ID.helper}, 'feeds_data_to'), (${ID.helper}, ${ID.archive}, 'depends_on')`
      return (await groups(tx, 'kind', { unfolded: ['system'] })).edges
    })
    const lead = { from_group: 'agent', from_record: null, to_group: 'system', total: 1 }
    expect(edges).toContainEqual({ ...lead, to_record: ID.ledger })
    expect(edges).toContainEqual({ ...lead, to_record: ID.archive })
  })

  it('has the records of a list that match its filter, and the edges among them', async () => {
    const ask = (tx: Tx, filter?: unknown) =>
      groups(tx, 'kind', { unfolded: ['system'], kind: 'system', filter })
    const { all, named, own } = await stage.as('user', async (tx) => {
      await tx`delete from public.relations`
      await tx`insert into public.relations (from_id, to_id, type) values
        (${ID.ledger}, ${ID.helper}, 'depends_on'), (${ID.ledger}, ${ID.archive}, 'depends_on')`
      await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.archive}`
      const [ledger] = await tx<{ name: string }[]>`select name from public.systems where id = ${ID.ledger}`
      return {
        all: await ask(tx),
        named: await ask(tx, { query: ledger?.name }),
        own: await ask(tx, { owners: ['me'] }),
      }
    })
    expect(all.groups.map(({ key }) => key)).toEqual(['system'])
    expect(all.edges.map(({ from_record, to_record }) => [from_record, to_record])).toEqual([
      [ID.ledger, ID.archive],
    ])
    expect(all.hidden).toEqual({ groups: 0, records: 0, relations: 0 })
    expect(named.nodes.map(({ id }) => id)).toEqual([ID.ledger])
    expect(named.edges).toEqual([])
    expect(own.nodes.map(({ id }) => id)).toContain(ID.archive)
    expect(own.nodes.map(({ id }) => id)).not.toContain(ID.ledger)
  })

  it('leaves out kinds that are switched off, and says nothing of another account', async () => {
    await stage.admin`update public.app_features set enabled = false
      where account_id = ${ID.acme} and feature_name = 'agents'`
    const keys = async (who: 'viewer' | 'rival') =>
      (await stage.as(who, (tx) => groups(tx, 'kind'))).groups.map(({ key }) => key)
    expect(await keys('viewer')).not.toContain('agent')
    await stage.admin`update public.app_features set enabled = true
      where account_id = ${ID.acme} and feature_name = 'agents'`
    expect(await keys('viewer')).toContain('agent')
    const rival = await stage.as('rival', (tx) => groups(tx, 'kind', { unfolded: ['system', 'agent'] }))
    expect(rival.nodes.map(({ id }) => id)).not.toContain(ID.ledger)
  })
})

const RECORDS = 10
const DEPARTMENTS = ['', 'Finance', 'Sales', 'Legal']
const node = fc.nat(RECORDS - 1)
const graph = fc.record({
  departments: fc.array(fc.constantFrom(...DEPARTMENTS), { minLength: RECORDS, maxLength: RECORDS }),
  edges: fc.uniqueArray(
    fc
      .record({ from: node, to: node, type: fc.constantFrom('depends_on', 'part_of') })
      .filter(({ from, to }) => from !== to),
    { maxLength: 25, selector: ({ from, to, type }) => `${from} ${to} ${type}` },
  ),
  unfolded: fc.subarray(DEPARTMENTS.map((name) => name.toLowerCase())),
  maxGroups: fc.integer({ min: 1, max: 5 }),
  maxRecords: fc.nat(12),
})

interface Graph {
  departments: readonly string[]
  edges: readonly { from: number; to: number; type: string }[]
}

/** Replaces the records of the account by those of a graph. */
async function arrange(tx: Tx, { departments, edges }: Graph): Promise<void> {
  await tx`delete from private.records where account_id = ${ID.acme}`
  const rows = await tx<{ id: string }[]>`
    insert into public.systems (account_id, name, department)
    select ${ID.acme}, 'Node ' || d.place, d.name
    from unnest(${listOf(departments)}::text[]) with ordinality as d (name, place) returning id`
  const relations = edges.map(({ from, to, type }) => ({
    from_id: rows[from]?.id,
    to_id: rows[to]?.id,
    type,
  }))
  await tx`
    insert into public.relations (account_id, from_id, to_id, type)
    select ${ID.acme}, r.from_id, r.to_id, r.type
    from jsonb_to_recordset(${JSON.stringify(relations)}::text::jsonb) as r (from_id uuid, to_id uuid, type text)`
}

/** Does work with all rights, as the server does, and undoes it. */
async function rolledBack<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const done: { result?: T } = {}
  const end = new Error('Rolled back.')
  await stage.admin
    .begin(async (tx) => {
      done.result = await work(tx)
      throw end
    })
    .catch((error: unknown) => {
      if (error !== end) throw error
    })
  if (done.result === undefined) throw new Error('The work ended without a result.')
  return done.result
}

/** Counts the map as that of an account with 50,000 records. */
async function countAsLarge(tx: Tx): Promise<void> {
  await tx`reset role`
  await tx`
    insert into private.record_counts
      (account_id, kind, owner_left, handover_pending, awaited, nobody_else, records)
    values (${ID.acme}, 'system', false, false, array[gen_random_uuid()], false, 50000)`
  await tx`select private.count_map(${ID.acme}, 'department')`
}

it('shows and hides as many records and relations as are stored, whatever is unfolded', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async ({ departments, edges, ...asked }) => {
      const { answer, counted, stored } = await rolledBack(async (tx) => {
        await arrange(tx, { departments, edges })
        await become(tx, 'viewer')
        const answer = await groups(tx, 'department', asked)
        await countAsLarge(tx)
        await become(tx, 'viewer')
        return { answer, counted: await groups(tx, 'department', asked), stored: new Set(departments).size }
      })
      expect(answer.counted_at).toBeNull()
      expect({ ...counted, counted_at: null }).toEqual(answer)
      expect(counted.counted_at).not.toBeNull()
      const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
      expect(answer.groups.length + answer.hidden.groups).toBe(stored)
      expect(answer.groups.length).toBe(Math.min(stored, asked.maxGroups))
      expect(sum(answer.groups.map(({ records }) => records)) + answer.hidden.records).toBe(RECORDS)
      expect(sum(answer.edges.map(({ total }) => total)) + answer.hidden.relations).toBe(edges.length)
      const open = answer.groups.filter(({ key }) => asked.unfolded.includes(key))
      expect(answer.nodes.length).toBe(Math.min(asked.maxRecords, sum(open.map(({ records }) => records))))
      for (const { group } of answer.nodes) expect(open.map(({ key }) => key)).toContain(group)
    }),
    { numRuns: REPEATS ? 1000 : 40 },
  )
})

describe('a counted map', () => {
  const counted = (
    change: (tx: Tx) => Promise<unknown>,
    who: 'viewer' | 'rival' = 'viewer',
    asked: Asked = {},
  ) =>
    rolledBack(async (tx) => {
      await arrange(tx, {
        departments: ['Finance', 'Sales'],
        edges: [{ from: 0, to: 1, type: 'depends_on' }],
      })
      await countAsLarge(tx)
      await change(tx)
      await become(tx, who)
      return groups(tx, 'department', { unfolded: ['sales'], ...asked })
    })
  const named = ({ groups: found }: Answer) => found.map(({ key, records }) => `${key} ${records}`)

  it('keeps its sums and reads the records of unfolded groups anew', async () => {
    const { nodes, edges, ...answer } = await counted(
      (tx) => tx`update private.records set department = 'Sales' where account_id = ${ID.acme}`,
    )
    expect(named({ nodes, edges, ...answer })).toEqual(['finance 1', 'sales 1'])
    expect(nodes).toHaveLength(2)
    expect(edges.every(({ total }) => total > 0)).toBe(true)
  })

  it('is not shown for a list, to others, or after a kind was switched off', async () => {
    const change = async () => {}
    expect((await counted(change, 'viewer', { kind: 'system' })).counted_at).toBeNull()
    expect(named(await counted(change, 'rival'))).not.toContain('finance 1')
    const off = (tx: Tx) => tx`
      insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'agents', false)
      on conflict (account_id, feature_name) do update set enabled = false`
    expect((await counted(off)).counted_at).toBeNull()
  })

  it('is counted for large accounts ten minutes after a change, and forgotten when they shrink', async () => {
    const due = (change: (tx: Tx) => Promise<unknown>) =>
      rolledBack(async (tx) => {
        await countAsLarge(tx)
        await change(tx)
        const rows = await tx<{ account: string }[]>`select account from private.maps_to_count() as account`
        return rows.map(({ account }) => account).includes(ID.acme)
      })
    const countedAgo = (tx: Tx, minutes: number) =>
      tx`update private.map_counts set counted_at = now() - make_interval(mins => ${minutes})`
    const lastChange = (tx: Tx, minutes: number) =>
      tx`update public.record_history set changed_at = now() - make_interval(mins => ${minutes})`
    expect(await due((tx) => tx`delete from private.map_counts`)).toBe(true)
    expect(await due((tx) => countedAgo(tx, 9))).toBe(false)
    expect(await due((tx) => countedAgo(tx, 11).then(() => lastChange(tx, 10)))).toBe(true)
    expect(await due((tx) => countedAgo(tx, 11).then(() => lastChange(tx, 12)))).toBe(false)
    expect(await due((tx) => countedAgo(tx, 61).then(() => lastChange(tx, 90)))).toBe(true)
    expect(await due((tx) => tx`delete from private.record_counts`)).toBe(true)
  })
})
