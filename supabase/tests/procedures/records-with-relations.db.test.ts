import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

interface Saved {
  kind?: string
  columns?: postgres.JSONValue
  relations?: postgres.JSONValue
  id?: string | null
  version?: string | null
}

const save = async (
  tx: Tx,
  { kind = 'system', columns = {}, relations = [], id = null, version = null }: Saved,
) => {
  const [row] = await tx`
    select public.save_record(${kind}, ${tx.json(columns)}, ${tx.json(relations)}, ${id}, ${version}::text::timestamptz) as rows`
  return row?.['rows']
}

const relationsOf = async (tx: Tx, id: string) =>
  (
    await tx`select from_id, to_id, type, note, assigned_by from public.relations
      where ${id} in (from_id, to_id) order by type`
  ).map((row) => ({ ...row }))

describe('a record with relations', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['system', {}],
    ['solution', {}],
    ['agent', { platform: 'Other' }],
    ['automation', { source: 'Other' }],
  ])('is added: %s', async (kind, more) => {
    const found = await stage.as('user', async (tx) => {
      const [row] = await save(tx, {
        ...{ kind, columns: { name: 'Wiki', description: 'Of all', ...more } },
        relations: [
          { record_id: ID.ledger, type: 'depends_on', note: ' Logins ' },
          { record_id: ID.helper, type: 'runs_in', outgoing: false },
          { record_id: ID.helper, type: 'runs_in', outgoing: false },
        ],
      })
      return { row, relations: await relationsOf(tx, row.id) }
    })
    expect(found.row).toMatchObject({ name: 'Wiki', description: 'Of all', created_by: ID.user })
    const id: unknown = found.row.id
    expect(found.relations).toEqual([
      { from_id: id, to_id: ID.ledger, type: 'depends_on', note: 'Logins', assigned_by: ID.user },
      { from_id: ID.helper, to_id: id, type: 'runs_in', note: '', assigned_by: ID.user },
    ])
  })

  it('is changed where it still has the version, and keeps the relations that it has', async () => {
    const relation = { record_id: ID.helper, type: 'depends_on' }
    const found = await stage.as('manager', async (tx) => {
      const [before] = await tx<{ version: string }[]>`
        select updated_at::text as version from public.systems where id = ${ID.ledger}`
      const had = await relationsOf(tx, ID.ledger)
      const change = { id: ID.ledger, columns: { description: 'Books' }, relations: [relation] }
      const saved = await save(tx, { ...change, version: before?.version ?? null })
      const late = await save(tx, {
        ...{ id: ID.ledger, columns: { description: 'Late' }, version: '2020-01-01' },
        relations: [{ ...relation, type: 'runs_in' }],
      })
      return { had, saved, late, has: await relationsOf(tx, ID.ledger) }
    })
    expect(found.saved).toMatchObject([{ id: ID.ledger, description: 'Books' }])
    expect(found.late).toEqual([])
    expect(found.has).toHaveLength(found.had.length + 1)
    expect(found.has).toContainEqual(expect.objectContaining({ from_id: ID.ledger, to_id: ID.helper }))
  })

  it('loses the relations that the call says, all of its others stay, and one that is gone is no error', async () => {
    const found = await stage.as('manager', async (tx) => {
      const own = { id: ID.ledger, columns: {} }
      const helper = { record_id: ID.helper, type: 'depends_on', note: 'Old' }
      const archive = { record_id: ID.archive, type: 'runs_in', outgoing: false }
      await save(tx, { ...own, relations: [helper, archive, { ...helper, type: 'part_of' }] })
      const others = (await relationsOf(tx, ID.ledger)).length - 3
      await save(tx, {
        ...own,
        relations: [
          { ...helper, note: 'New' },
          { ...helper, removed: true },
          { ...archive, removed: true },
          { ...helper, type: 'replaces', removed: true },
        ],
      })
      return { others, has: await relationsOf(tx, ID.ledger) }
    })
    expect(found.has).toHaveLength(found.others + 2)
    const ends = { from_id: ID.ledger, to_id: ID.helper }
    expect(found.has).toContainEqual(expect.objectContaining({ ...ends, type: 'depends_on', note: 'New' }))
    expect(found.has).toContainEqual(expect.objectContaining({ ...ends, type: 'part_of' }))
    expect(found.has).not.toContainEqual(expect.objectContaining({ from_id: ID.archive, type: 'runs_in' }))
  })

  it('keeps its relations where it is refused', async () => {
    const relation = { record_id: ID.archive, type: 'depends_on' }
    await stage.as('manager', async (tx) => {
      await save(tx, { id: ID.ledger, relations: [relation] })
      const before = await relationsOf(tx, ID.ledger)
      const refused = tx.savepoint((inner) =>
        save(inner, { id: ID.ledger, columns: { name: '' }, relations: [{ ...relation, removed: true }] }),
      )
      await expect(refused).rejects.toMatchObject({ detail: 'name.length' })
      expect(await relationsOf(tx, ID.ledger)).toEqual(before)
    })
  })

  it.each<[string, Saved, object]>([
    [
      'with a relation that is refused',
      { relations: [{ record_id: ID.rivalSystem, type: 'depends_on' }] },
      { code: '23503' },
    ],
    [
      'with a relation of no known type',
      { relations: [{ record_id: ID.helper, type: 'likes' }] },
      { detail: 'relation.type' },
    ],
    ['of no known kind', { kind: 'article' }, { detail: 'kind.unknown' }],
    ['without a name', { columns: [] }, { detail: 'name.length' }],
    [
      'with a column that it has not',
      { columns: { name: 'Wiki', kind: 'agent' } },
      { detail: 'record.columns_of_kind' },
    ],
    [
      'with a column that has no grant',
      { columns: { name: 'Wiki', created_at: '2020-01-01' } },
      { code: '42501' },
    ],
  ])('%s is not written', async (_, given, refusal) => {
    await expect(
      stage.as('manager', (tx) => save(tx, { columns: { name: 'Refused' }, ...given })),
    ).rejects.toMatchObject(refusal)
    const [kept] = await stage.admin`select from private.records where name = 'Refused'`
    expect(kept).toBeUndefined()
  })
})
