import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  columnsOfFields,
  fieldsOf,
  usesOfFields,
  wordsOfFields,
} from '../../supabase/tests/described/built-in-fields.ts'
import { formattedAs } from '../../supabase/tests/described/formatted.ts'
import { change, undo } from '../../supabase/tests/support/bulk.ts'
import { ID } from '../../supabase/tests/support/cast.ts'
import { apply, checked, rowsOf } from '../../supabase/tests/support/imports.ts'
import { openStage, type Stage } from '../../supabase/tests/support/stage.ts'
import { type TriedProduct, tryOut } from './trial.ts'
import { migrate } from './trial-database.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let tried: TriedProduct
let stage: Stage
beforeAll(async () => {
  tried = tryOut([{ patch: 'field.patch' }])
  stage = await openStage()
  await migrate(stage.admin, tried.folder)
  await stage.admin`update public.systems set region = 'Ålesund' where id = ${ID.billing}`
  await stage.admin`update public.systems set region = 'Bergen' where id = ${ID.archive}`
})
afterAll(async () => {
  await stage?.close()
  tried?.remove()
})

const page = z.object({ items: z.array(z.looseObject({ id: z.string() })) })
const json = (value: unknown) => JSON.stringify(value)

/** The answer to a call that an admin makes; nothing is kept. */
async function answer(call: string): Promise<unknown> {
  const [row] = await stage.as('admin', (tx) => tx.unsafe(`select ${call} as answer`))
  return row?.['answer']
}

const regionOf = (id: string) => `select region from public.systems where id = '${id}'`

describe('the region of the trial, which is a column and a row,', () => {
  it.each([
    ['is', ['alesund'], [ID.billing]],
    ['contains', ['erg'], [ID.archive]],
  ])('filters: %s %j', async (operator, values, ids) => {
    const conditions = json({ match: 'all', conditions: [{ field: 'region', operator, values }] })
    const found = await answer(`public.find_records('system', conditions => '${conditions}')`)
    expect(page.parse(found).items.map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    [false, [ID.billing, ID.archive]],
    [true, [ID.archive, ID.billing]],
  ])('orders, descending: %s', async (descending, first) => {
    const found = await answer(`public.find_records('system', sort => 'region', descending => ${descending})`)
    expect(
      page
        .parse(found)
        .items.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(first)
  })

  it('groups', async () => {
    const found = await answer(`public.group_records('system', 'region')`)
    expect(found).toMatchObject({
      groups: expect.arrayContaining([
        expect.objectContaining({ value: 'Bergen', records: 1 }),
        expect.objectContaining({ value: 'Ålesund', records: 1 }),
      ]),
    })
  })

  it('is set in bulk, refused where it is too long, and given back', async () => {
    const ids = [ID.billing, ID.ledger]
    const done = await stage.as('admin', async (tx) => {
      const { act, changes } = await change(tx, { action: 'field', value: json({ region: ' Oslo ' }), ids })
      const changed = await tx.unsafe(regionOf(ID.ledger))
      await undo(tx, act)
      return { changes, changed: [...changed], undone: [...(await tx.unsafe(regionOf(ID.billing)))] }
    })
    expect(done).toEqual({ changes: 2, changed: [{ region: 'Oslo' }], undone: [{ region: 'Ålesund' }] })
    const tooLong = json({ region: 'x'.repeat(121) })
    await expect(
      stage.as('admin', (tx) => change(tx, { action: 'field', value: tooLong, ids })),
    ).rejects.toMatchObject({ code: '23514', message: 'Region must have at most 120 characters.' })
  })

  it('is imported, with new records and into others', async () => {
    const written = await stage.as('admin', async (tx) => {
      const rows = [
        { name: 'Weather', region: ' Tromsø ' },
        { name: 'Tides', region: 'x'.repeat(121) },
      ]
      const { id } = await checked(tx, rows)
      const planned = await rowsOf(tx, id)
      await apply(tx, id)
      const [added] = await tx`select region from public.systems where name = 'Weather'`
      return { added, problems: planned.map(({ problems }) => problems[0]?.detail) }
    })
    expect(written).toEqual({
      added: { region: 'Tromsø' },
      problems: [undefined, 'Region must have at most 120 characters.'],
    })
  })

  it('is exported', async () => {
    const rows = await answer(`public.get_records_to_export('system', '{${ID.archive}}')`)
    expect(rows).toEqual([expect.objectContaining({ region: 'Bergen' })])
  })

  it('is suggested, and accepted', async () => {
    const region = await stage.as('admin', async (tx) => {
      await tx`select public.allow_suggested_edits(true)`
      const [made] = await tx`
        select public.suggest_edit('system', ${ID.archive}, 'region', '"Bodø"', 'It moved.', 'desk') ->> 'id' as id`
      await tx`select public.accept_suggestion(${made?.['id']})`
      return [...(await tx.unsafe(regionOf(ID.archive)))]
    })
    expect(region).toEqual([{ region: 'Bodø' }])
  })

  it('keeps its name from own fields', async () => {
    const added = stage.as(
      'admin',
      (tx) => tx`insert into public.own_fields (kind, name, type) values ('system', 'Région', 'text')`,
    )
    await expect(added).rejects.toMatchObject({ message: 'Records have a built-in field of this name.' })
  })

  it.each([
    ['packages/workspace/src/port/records/built-in-fields.ts', wordsOfFields],
    ['packages/workspace/src/port/records/built-in-uses.ts', usesOfFields],
    ['apps/web/src/workspace/supabase/rows/built-in-columns.ts', columnsOfFields],
  ])('is in %s, which a command writes', async (file, write) => {
    const written = formattedAs(join(ROOT, file), write(await fieldsOf(stage.admin)))
    expect(written).toBe(readFileSync(join(tried.folder, file), 'utf8'))
  })
})
