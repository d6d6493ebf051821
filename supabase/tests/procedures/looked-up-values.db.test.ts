import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { define, setOwn } from '../support/own-fields.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const choices = ['high', 'some', 'low'].map((id) => ({ id, name: id }))
  await define(stage.admin, [
    { name: 'Code', type: 'text' },
    { name: 'Person', type: 'member' },
    { name: 'Level', type: 'choice', choices },
  ])
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const found = z.object({ total: z.number(), items: z.array(z.looseObject({ name: z.string() })) })

async function names(tx: Tx, field: string, operator: string, values: readonly string[]) {
  const conditions = JSON.stringify({ match: 'all', conditions: [{ field, operator, values }] })
  const [row] =
    await tx`select public.find_records('system', conditions => ${conditions}::text::jsonb) as answer`
  return found.parse(row?.['answer']).items.map(({ name }) => name)
}

describe('values of own fields that lists look up', () => {
  it('are whole texts, however long they are', async () => {
    await stage.as('manager', async (tx) => {
      const begin = 'É'.repeat(200)
      await tx.unsafe(setOwn({ code: `${begin} one` }, ID.billing))
      await tx.unsafe(setOwn({ code: `${begin} other` }, ID.ledger))
      await tx.unsafe(setOwn({ code: 'One' }, ID.archive))
      await become(tx, 'viewer')
      const begun = 'e'.repeat(200)
      expect(await names(tx, 'own.code', 'is', [`${begun} ONE`])).toEqual(['Billing'])
      expect(await names(tx, 'own.code', 'is', [begun])).toEqual([])
      expect(await names(tx, 'own.code', 'is', [`${begun} other`, 'one'])).toEqual(['Archive', 'Ledger'])
      expect(await names(tx, 'own.code', 'is_not', [`${begun} one`])).not.toContain('Billing')
      expect(await names(tx, 'own.code', 'contains', ['ONE'])).toEqual(['Archive', 'Billing'])
      expect(await names(tx, 'own.code', 'contains', ['é o'])).toEqual(['Billing', 'Ledger'])
    })
  })

  it('are members too, also those who have left since', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(setOwn({ person: ID.viewer }))
      await become(tx, 'service')
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      await become(tx, 'manager')
      expect(await names(tx, 'own.person', 'is', [ID.viewer, ID.nobody])).toEqual(['Billing'])
      expect(await names(tx, 'own.person', 'is', [ID.viewer.toUpperCase()])).toEqual(['Billing'])
      const [row] = await tx`select public.group_records('system', 'own.person') as answer`
      expect(row?.['answer']).toMatchObject({ groups: [{ value: null }, { value: ID.viewer, records: 1 }] })
    })
  })

  it('put a catalogue in the order of choices, page by page', async () => {
    await stage.as('service', async (tx) => {
      await tx`
        insert into public.systems (account_id, name, own)
        select ${ID.acme}, 'S' || to_char(n, 'FM000'), case n % 4
          when 0 then '{"level": "low"}' when 1 then '{"level": "high"}' when 2 then '{"level": "some"}' else '{}'
        end::jsonb
        from generate_series(1, 400) n`
      await become(tx, 'viewer')
      const all = await tx<{ name: string; level: string | null }[]>`
        select name, own ->> 'level' as level from public.systems`
      for (const descending of [false, true]) {
        const places: readonly (string | null)[] = descending
          ? ['low', 'some', 'high']
          : ['high', 'some', 'low']
        const place = (level: string | null) => (level === null ? places.length : places.indexOf(level))
        const expected = all
          .toSorted((one, other) => place(one.level) - place(other.level) || (one.name < other.name ? -1 : 1))
          .map(({ name }) => name)
        for (const skip of [0, 50, 150, 230, 310]) {
          const [row] = await tx`
            select public.find_records(
              'system', sort => 'own.level', descending => ${descending}, skip => ${skip}
            ) as answer`
          const { total, items } = found.parse(row?.['answer'])
          expect(total).toBe(all.length)
          expect(items.map(({ name }) => name)).toEqual(expected.slice(skip, skip + 100))
        }
      }
    })
  })

  it('end at the last page, however far a caller skips', async () => {
    const [row] = await stage.as(
      'viewer',
      (tx) => tx`select public.find_records('system', sort => 'own.level', skip => 2147483647) as answer`,
    )
    expect(found.parse(row?.['answer']).items).toEqual([])
  })

  const is = (field: string, values: readonly string[]) => ({ field, operator: 'is', values })

  it.each([
    ['all but some', { match: 'all', conditions: [{ ...is('own.code', ['a', 'b']), operator: 'is_not' }] }],
    ['one of several', { match: 'any', conditions: [is('own.code', ['a', 'b']), is('own.level', ['low'])] }],
    [
      'one of several that ask for more',
      {
        match: 'any',
        conditions: [{ match: 'all', conditions: [is('own.code', ['a', 'b'])] }, is('vendor', ['Acme'])],
      },
    ],
  ])('are never compared as a whole list with each record, for %s', async (_, conditions) => {
    const asked = JSON.stringify(conditions)
    await stage.admin
      .begin(async (tx) => {
        await tx`
          insert into public.systems (account_id, name, own)
          select ${ID.acme}, 'M' || n, '{"code": "a"}' from generate_series(1, 4000) n`
        await tx`analyze private.records, private.own_values`
        // As with some hundred thousand values and what memory there is.
        await tx`set local work_mem = '64kB'`
        const [row] = await tx`
          select private.records_condition(
            ${ID.acme}, 'system', '', null, null, false, null, null, false, ${asked}::text::jsonb
          ) as condition`
        const plan = await tx.unsafe(`explain select from public.systems t where ${row?.['condition']}`)
        const lines = plan.map((line) => String(line['QUERY PLAN']))
        expect(lines.filter((line) => /own_values|Anti Join/.test(line))).not.toEqual([])
        expect(lines.filter((line) => /Materialize/.test(line))).toEqual([])
        throw new Error('rolled back')
      })
      .catch((error: Error) => {
        if (error.message !== 'rolled back') throw error
      })
  })
})
