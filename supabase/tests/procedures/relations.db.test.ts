import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const relate = (tx: Tx, from: string, to: string, type = 'depends_on', note = '') =>
  tx`insert into public.relations (from_id, to_id, type, note) values (${from}, ${to}, ${type}, ${note})`

const relations = async (tx: Tx, id: string) =>
  (
    await tx`select from_id, to_id, type, note from public.relations
      where ${id} in (from_id, to_id) order by from_id, to_id, type`
  ).map((row) => ({ ...row }))

const erase = (tx: Tx, kind: string, ids: readonly string[], moveTo: string | null = null) =>
  tx`select public.delete_records(${kind}, ${`{${ids}}`}::uuid[], '', ${moveTo}::uuid)`
const restore = (tx: Tx, ids: readonly string[]) =>
  tx`select public.restore_from_bin(${`{${ids}}`}::uuid[]) as answer`

describe('a relation', () => {
  it('has the kinds of its records, one line of text as its note, and the caller who added it', async () => {
    const added = await stage.as('user', async (tx) => {
      await relate(tx, ID.ledger, ID.helper, 'feeds_data_to', '  every\nnight ')
      return tx`select from_kind, to_kind, note, assigned_by from public.relations where from_id = ${ID.ledger}`
    })
    expect({ ...added[0] }).toEqual({
      from_kind: 'system',
      to_kind: 'agent',
      note: 'every night',
      assigned_by: ID.user,
    })
  })

  it.each<[string, (tx: Tx) => Promise<unknown>, object]>([
    [
      'that there is already',
      (tx) => relate(tx, ID.oracle, ID.reminders),
      { code: '23505', detail: 'relation.exists', message: 'This relation already exists.' },
    ],
    [
      'of a record with itself',
      (tx) => relate(tx, ID.ledger, ID.ledger),
      { code: '23514', detail: 'relation.itself' },
    ],
    ['of no known type', (tx) => relate(tx, ID.ledger, ID.helper, 'likes'), { detail: 'relation.type' }],
    [
      'to a record of another account',
      (tx) => relate(tx, ID.ledger, ID.rivalSystem),
      { code: '23503', detail: 'relation.unknown_record' },
    ],
    [
      'to a record in the bin',
      async (tx) => {
        await erase(tx, 'agent', [ID.helper])
        await relate(tx, ID.ledger, ID.helper)
      },
      { code: '23503', detail: 'relation.record_in_bin' },
    ],
    [
      'with a note that is too long',
      (tx) => relate(tx, ID.ledger, ID.helper, 'runs_in', 'x'.repeat(501)),
      { detail: 'relation.note_length' },
    ],
  ])('%s is refused', async (_, add, refusal) => {
    await expect(stage.as('manager', add)).rejects.toMatchObject(refusal)
  })

  it('of a kind that is switched off is neither added nor removed, but for admins', async () => {
    await stage.admin`update public.app_features set enabled = false
      where account_id = ${ID.acme} and feature_name = 'agents'`
    for (const work of [
      (tx: Tx) => relate(tx, ID.ledger, ID.helper),
      (tx: Tx) => tx`delete from public.relations where from_id = ${ID.oracle}`,
    ]) {
      await expect(stage.as('manager', work)).rejects.toMatchObject({ detail: 'feature.agents_disabled' })
      expect((await stage.as('admin', work)).count).toBe(1)
    }
    await stage.admin`update public.app_features set enabled = true
      where account_id = ${ID.acme} and feature_name = 'agents'`
  })

  it('stands in the history of both records when it is added and when it is removed', async () => {
    const lines = await stage.as('manager', async (tx) => {
      await relate(tx, ID.ledger, ID.helper, 'runs_in')
      await tx`delete from public.relations where from_id = ${ID.ledger}`
      return tx`select record_name, field, before, after from public.record_history
        where changed_by = ${ID.manager} and field = 'relations' order by record_name, changed_at`
    })
    const of = (name: string, id: string, kind: string, outgoing: boolean) => ({
      ...{ id, name, kind, type: 'runs_in', outgoing },
    })
    const helper = of('Helper', ID.helper, 'agent', true)
    const ledger = of('Ledger', ID.ledger, 'system', false)
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { record_name: 'Helper', field: 'relations', before: null, after: ledger },
      { record_name: 'Helper', field: 'relations', before: ledger, after: null },
      { record_name: 'Ledger', field: 'relations', before: null, after: helper },
      { record_name: 'Ledger', field: 'relations', before: helper, after: null },
    ])
  })
})

describe('the bin', () => {
  it('keeps relations of a record and gives them back, without a line in the history', async () => {
    await stage.as('manager', async (tx) => {
      await relate(tx, ID.ledger, ID.helper, 'runs_in', 'by night')
      await relate(tx, ID.archive, ID.ledger)
      const before = await relations(tx, ID.ledger)
      const told = () => tx`select from public.record_history where field = 'relations'`
      const lines = (await told()).count
      await erase(tx, 'system', [ID.ledger])
      expect(await relations(tx, ID.ledger)).toEqual([])
      await restore(tx, [ID.ledger])
      expect(await relations(tx, ID.ledger)).toEqual(before)
      expect((await told()).count).toBe(lines)
    })
  })

  it.each([
    ['the first', [ID.ledger, ID.archive]],
    ['the second', [ID.archive, ID.ledger]],
  ])('gives a relation back whose ends come back one by one, %s end first', async (_, order) => {
    await stage.as('manager', async (tx) => {
      await relate(tx, ID.archive, ID.ledger)
      const before = await relations(tx, ID.ledger)
      await erase(tx, 'system', [ID.archive])
      await erase(tx, 'system', [ID.ledger])
      await restore(tx, order.slice(0, 1))
      expect(await relations(tx, ID.ledger)).toEqual([])
      await restore(tx, order.slice(1))
      expect(await relations(tx, ID.ledger)).toEqual(before)
    })
  })

  it('moves relations to a successor, and takes them back from it', async () => {
    await stage.as('manager', async (tx) => {
      await relate(tx, ID.ledger, ID.helper)
      await relate(tx, ID.ledger, ID.archive)
      const before = await relations(tx, ID.ledger)
      await erase(tx, 'system', [ID.ledger], ID.archive)
      expect(await relations(tx, ID.archive)).toEqual([
        { from_id: ID.archive, to_id: ID.helper, type: 'depends_on', note: '' },
      ])
      await restore(tx, [ID.ledger])
      expect(await relations(tx, ID.ledger)).toEqual(before)
      expect((await relations(tx, ID.archive)).map(({ from_id }) => from_id)).toEqual([ID.ledger])
    })
  })

  it('brings nothing that an archive has forged', async () => {
    const [{ id = '' } = {}] = await stage.admin<{ id: string }[]>`
      insert into public.systems (account_id, name) values (${ID.acme}, 'Forged') returning id`
    await stage.as('manager', (tx) => erase(tx, 'system', [id]), { keep: true })
    const forged = [
      { kind: 'system', id: ID.rivalSystem, outgoing: true, type: 'depends_on' },
      { kind: 'system', id: ID.billing, outgoing: true, type: 'likes' },
      { kind: 'system', id, outgoing: true, type: 'depends_on' },
      { kind: 'system', id: ID.billing, outgoing: false, type: 'runs_in', note: 'y'.repeat(900) },
    ]
    await stage.admin`update public.binned_records
      set links = private.sanitized_links(${JSON.stringify({ relations: forged })}::text::jsonb)
      where account_id = ${ID.acme} and record_id = ${id}`
    const found = await stage.as('manager', async (tx) => {
      await restore(tx, [id])
      return relations(tx, id)
    })
    expect(found).toEqual([{ from_id: ID.billing, to_id: id, type: 'runs_in', note: 'y'.repeat(500) }])
  })
})

describe('the impact of a deletion', () => {
  const impact = async (tx: Tx, kind: string, ids: readonly string[]) => {
    const [row] = await tx<{ groups: { kind: string; active: number; items: { name: string }[] }[] }[]>`
      select public.get_deletion_impact(${kind}, ${`{${ids}}`}::uuid[]) as groups`
    return row?.groups.map(({ kind: of, active, items }) => [of, active, items.map(({ name }) => name)])
  }

  it('names what depends on the record, of any kind, and not what it depends on', async () => {
    await stage.as('manager', async (tx) => {
      await relate(tx, ID.invoices, ID.archive)
      await relate(tx, ID.helper, ID.archive, 'runs_in')
      await relate(tx, ID.archive, ID.intranet, 'feeds_data_to')
      await relate(tx, ID.archive, ID.ledger)
      await relate(tx, ID.archive, ID.oracle, 'replaces')
      expect(await impact(tx, 'system', [ID.archive])).toEqual([
        ['solution', 1, ['Intranet']],
        ['automation', 1, ['Invoices']],
        ['agent', 0, ['Helper']],
      ])
    })
  })

  it('names records whose custom field names the record', async () => {
    await stage.as('admin', async (tx) => {
      const [field] = await tx`
        insert into public.own_fields (kind, name, type, record_kind) values ('agent', 'Runs on', 'record', 'system')
        returning key`
      await tx`update public.agents set own = ${JSON.stringify({ [field?.['key']]: ID.archive })}::text::jsonb
        where id = ${ID.helper}`
      expect(await impact(tx, 'system', [ID.archive])).toEqual([['agent', 0, ['Helper']]])
      const [row] = await tx`select public.neighbours('system', ${ID.archive}) as answer`
      expect(row?.['answer'].edges).toEqual([
        {
          from: ID.helper,
          to: ID.archive,
          type: 'refers_to',
          note: '',
          field: 'Runs on',
          is_relation: false,
        },
      ])
    })
  })

  it('counts the relations that go with the record', async () => {
    const effects = await stage.as('manager', async (tx) => {
      await relate(tx, ID.archive, ID.ledger)
      await relate(tx, ID.helper, ID.archive)
      return tx`select affected, count::int, to_json(names) as names
        from public.get_deletion_effects('system', ${ID.archive})`
    })
    expect(effects.map((row) => ({ ...row }))).toEqual([
      { affected: 'relations', count: 2, names: ['Helper', 'Ledger'] },
    ])
  })
})

describe('the neighbors of a record', () => {
  const ask = async (actor: Actor, kind: string, id: string, depth: number | null, limit: number | null) => {
    const [row] = await stage.as(
      actor,
      (tx) => tx`select public.neighbours(${kind}, ${id}, ${depth}, ${limit}) as answer`,
    )
    return row?.['answer']
  }

  it.each([
    ['a depth of 0', 'system', ID.ledger, 0, 10, 'relation.depth'],
    ['a depth of 99', 'system', ID.ledger, 99, 10, 'relation.depth'],
    ['no depth', 'system', ID.ledger, null, 10, 'relation.depth'],
    ['a limit of 0', 'system', ID.ledger, 1, 0, 'relation.limit'],
    ['a limit of 501', 'system', ID.ledger, 1, 501, 'relation.limit'],
    ['an article', 'article', ID.handbook, 1, 10, 'kind.unknown'],
    ['a record of another kind', 'agent', ID.ledger, 1, 10, 'record.gone'],
    ['a record of another account', 'system', ID.rivalSystem, 1, 10, 'record.gone'],
  ])('are refused for %s', async (_, kind, id, depth, limit, detail) => {
    await expect(ask('admin', kind, id, depth, limit)).rejects.toMatchObject({ detail })
  })

  it('are linked by relations and by the links of solutions, in both directions', async () => {
    const answer = await ask('viewer', 'agent', ID.helper, 2, 10)
    expect(
      answer.nodes.map(({ name, distance }: { name: string; distance: number }) => [name, distance]),
    ).toEqual([
      ['Helper', 0],
      ['Portal', 1],
      ['Billing', 2],
      ['Invoices', 2],
      ['Ledger', 2],
    ])
    expect(answer.hidden).toBe(0)
    expect(answer.edges).toContainEqual({
      ...{ from: ID.helper, to: ID.portal, type: 'part_of', note: '', field: null, is_relation: false },
    })
    expect(answer.groups).toEqual([
      { type: 'part_of', outgoing: true, field: null, is_relation: false, kind: 'solution', total: 1 },
    ])
  })

  it('show how they run, and none of a kind that is switched off', async () => {
    const answer = await ask('viewer', 'solution', ID.portal, 1, 10)
    expect(answer.nodes.find(({ id }: { id: string }) => id === ID.invoices)).toMatchObject({
      state: 'on_time',
    })
    await stage.admin`update public.app_features set enabled = false
      where account_id = ${ID.acme} and feature_name = 'agents'`
    const without = await ask('viewer', 'solution', ID.portal, 1, 10)
    await stage.admin`update public.app_features set enabled = true
      where account_id = ${ID.acme} and feature_name = 'agents'`
    expect(without.nodes.map(({ kind }: { kind: string }) => kind)).not.toContain('agent')
    expect(without.nodes).toHaveLength(answer.nodes.length - 1)
  })

  it('leave out, for a token, what its scope does not name', async () => {
    const answer = await stage.as('manager', async (tx) => {
      await relate(tx, ID.ledger, ID.helper)
      await relate(tx, ID.ledger, ID.archive)
      await tx`select set_config('request.jwt.claims',
        (current_setting('request.jwt.claims')::jsonb || '{"scope": "systems:write"}')::text, true),
        set_config('role', 'cairn_token', true)`
      const [row] = await tx`select public.neighbours('system', ${ID.ledger}) as answer`
      expect(await relations(tx, ID.ledger)).toHaveLength(1)
      return row?.['answer']
    })
    expect(answer.nodes.map(({ id }: { id: string }) => id)).toEqual([ID.ledger, ID.archive])
    expect(answer.groups).toHaveLength(1)
  })

  it('show the first of each type before the rest of one, and count all', async () => {
    const answer = await stage.as('manager', async (tx) => {
      await tx`insert into public.systems (name) select 'Client ' || n from generate_series(1, 30) as n`
      await tx`insert into public.relations (from_id, to_id, type)
        select id, ${ID.archive}, 'depends_on' from public.systems where name like 'Client %'`
      await relate(tx, ID.archive, ID.ledger, 'runs_in')
      const [row] = await tx`select public.neighbours('system', ${ID.archive}, 1, 5) as answer`
      return row?.['answer']
    })
    expect(answer.nodes.map(({ id }: { id: string }) => id)).toContain(ID.ledger)
    expect(answer.nodes).toHaveLength(6)
    expect(answer.hidden).toBe(26)
    expect(answer.groups).toContainEqual({
      ...{ type: 'depends_on', outgoing: false, field: null, is_relation: true, kind: 'system', total: 30 },
    })
  })

  it('count 10,000 relations of one record, and go around a circle once', async () => {
    const answers = await stage.admin.begin(async (tx) => {
      await tx`savepoint arranged`
      // As in a database that runs: the triggers have done their work, and the planner knows how many there are.
      await tx`set local session_replication_role = replica`
      await tx`insert into private.records (id, account_id, kind, name, status, details)
        select md5('client ' || n)::uuid, ${ID.acme}, 'system', 'Client ' || n, 'active', '{}' from generate_series(1, 10000) as n`
      await tx`insert into public.relations (account_id, from_kind, from_id, to_kind, to_id, type)
        select ${ID.acme}, 'system', md5('client ' || n)::uuid, 'system', ${ID.archive}, 'depends_on'
        from generate_series(1, 10000) as n`
      await tx`insert into public.relations (account_id, from_kind, from_id, to_kind, to_id, type)
        values (${ID.acme}, 'system', ${ID.archive}, 'system', md5('client 7')::uuid, 'depends_on')`
      await tx`analyze private.records, public.relations`
      await become(tx, 'viewer')
      const found: { nodes: { id: string }[]; hidden: number; groups: unknown[] }[] = []
      for (const depth of [1, 3]) {
        const [row] = await tx`select public.neighbours('system', ${ID.archive}, ${depth}, 150) as answer`
        found.push(row?.['answer'])
      }
      await tx`rollback to arranged`
      return found
    })
    for (const { nodes, hidden } of answers) {
      expect(nodes).toHaveLength(151)
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(151)
      expect(hidden).toBeGreaterThanOrEqual(9850)
    }
    const all = { type: 'depends_on', field: null, is_relation: true, kind: 'system' }
    expect(answers[0]?.groups).toContainEqual({ ...all, outgoing: false, total: 10000 })
    expect(answers[0]?.groups).toContainEqual({ ...all, outgoing: true, total: 1 })
  })

  it('tell links of a solution from relations of the same type, and how critical each is', async () => {
    const answer = await stage.as('manager', async (tx) => {
      await relate(tx, ID.portal, ID.ledger)
      await tx`update public.solutions set related_systems = ${`{${ID.archive}}`}::uuid[] where id = ${ID.portal}`
      await tx`update public.systems set criticality = 'critical' where id = ${ID.archive}`
      const [row] = await tx`select public.neighbours('solution', ${ID.portal}) as answer`
      return row?.['answer']
    })
    const systems = answer.groups.filter(({ kind }: { kind: string }) => kind === 'system')
    expect(
      systems.map(({ is_relation, total }: { is_relation: boolean; total: number }) => [is_relation, total]),
    ).toEqual([
      [false, 1],
      [true, 1],
    ])
    expect(answer.nodes).toContainEqual(expect.objectContaining({ id: ID.archive, criticality: 'critical' }))
  })
})
