import { readFile } from '@cairn/tables/read-tables'
import { describe, expect, it } from 'vitest'
import type { CallProcedure } from '../../functions/_shared/server-function.ts'
import { exportRecords } from '../../functions/export/handler.ts'

const COLUMNS = [
  { key: 'name', head: 'Name', type: 'text' },
  { key: 'description', head: 'Beschreibung', type: 'long_text' },
]

function asked(body: unknown): Request {
  return new Request('http://cairn.test/functions/v1/export', { method: 'POST', body: JSON.stringify(body) })
}
const wanted = (more: object = {}) => asked({ kind: 'system', format: 'csv', columns: COLUMNS, ...more })

/** A database of so many records. `parts` answers for the records, by the number of the call. */
function database(records: number, part: (ids: readonly string[], call: number) => Response = rowsOf) {
  const calls: string[] = []
  const call: CallProcedure = async (name, { ids }) => {
    calls.push(name)
    if (name === 'begin_export')
      return Response.json({ total: records, ids: Array.from({ length: records }, (_, at) => `id-${at}`) })
    return part(Array.isArray(ids) ? ids : [], calls.length - 1)
  }
  return { call, calls }
}

function rowsOf(ids: readonly string[]): Response {
  return Response.json(ids.map((id) => ({ id, name: `System ${id}`, description: 'x'.repeat(500) })))
}

describe('the function that exports', () => {
  it('refuses what is no export, before it asks for anything', async () => {
    const { call, calls } = database(1)
    const column = COLUMNS[0]
    const bodies = [
      [],
      { kind: 'system', format: 'csv' },
      { kind: 'system', format: 'exe', columns: COLUMNS },
      { kind: 'system', format: 'csv', columns: [] },
      { kind: 'system', format: 'csv', columns: Array(201).fill(column) },
      { kind: 'system', format: 'csv', columns: [{ ...column, words: { a: 1 } }] },
      { kind: 'system', format: 'csv', columns: [{ key: 'name' }] },
      { kind: 'system', format: 'csv', columns: COLUMNS, separator: 'x' },
      { kind: 'system', format: 'csv', columns: COLUMNS, list: { account: 'another' } },
      { kind: 'system', format: 'csv', columns: COLUMNS, list: [] },
      { kind: 'sys\0tem', format: 'csv', columns: COLUMNS },
    ]
    for (const body of bodies) {
      const answer = await exportRecords(asked(body), call)
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
    }
    expect(calls).toEqual([])
    expect((await exportRecords(new Request('http://cairn.test/'), call)).status).toBe(405)
  })

  it('asks for other lists by their own procedures, with what they are filtered by', async () => {
    const asking: [string, unknown][] = []
    const call: CallProcedure = async (name, args) => {
      asking.push([name, args])
      return Response.json(
        name === 'begin_list_export'
          ? { ids: ['a'] }
          : [{ id: 'a', action: 'status', value: 'active', name: '=1' }],
      )
    }
    const columns = [
      { key: 'name', head: 'Name', type: 'text' },
      { key: 'value', head: 'Value', type: 'choice', of: 'action', words: { 'status active': 'Aktiv' } },
    ]
    const answer = await exportRecords(
      asked({ kind: 'bin', format: 'csv', columns, list: { query: 'fax' } }),
      call,
    )
    expect(answer.headers.get('content-disposition')).toMatch(/filename="bin-\d{4}-\d\d-\d\d\.csv"$/)
    expect(await answer.text()).toBe("Name,Value\r\n'=1,Aktiv\r\n")
    expect(asking).toEqual([
      ['begin_list_export', { list: 'bin', format: 'csv', filter: { query: 'fax' } }],
      ['get_list_to_export', { list: 'bin', ids: ['a'] }],
    ])
    for (const wrong of [{ list: { sort: 'name' } }, { columns: [{ ...columns[0], of: 1 }] }])
      expect(
        (await exportRecords(asked({ kind: 'bin', format: 'csv', columns, ...wrong }), call)).status,
      ).toBe(400)
  })

  it('hands on what the database refuses', async () => {
    const refusing: CallProcedure = async () =>
      Response.json({ code: 'PT429', message: 'Too many exports at once.' }, { status: 429 })
    const answer = await exportRecords(wanted(), refusing)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toEqual({ code: 'PT429', message: 'Too many exports at once.' })
  })

  it('asks for records only as they are taken, and no more once the caller has gone', async () => {
    const { call, calls } = database(10_000)
    const answer = await exportRecords(wanted(), call)
    expect(answer.headers.get('x-record-count')).toBe('10000')
    expect(calls).toEqual(['begin_export'])
    const reader = answer.body?.getReader()
    await reader?.read()
    const soFar = calls.length
    expect(soFar).toBeLessThan(4)
    await reader?.cancel()
    expect(calls).toHaveLength(soFar)
  })

  it('ends without an end where the database fails in the middle', async () => {
    const { call } = database(2_000, (ids, at) =>
      at < 3 ? rowsOf(ids) : Response.json({ code: '57014', message: 'canceled' }, { status: 500 }),
    )
    for (const format of ['csv', 'xlsx', 'json'])
      await expect((await exportRecords(wanted({ format }), call)).arrayBuffer()).rejects.toThrow('500')
  })

  it('asks for fewer records at once where they are too large for an answer', async () => {
    const { call } = database(1_000, (ids) =>
      ids.length > 40 ? Response.json({ code: '54000' }, { status: 413 }) : rowsOf(ids),
    )
    const rows: unknown = await (await exportRecords(wanted({ format: 'json' }), call)).json()
    expect(rows).toHaveLength(1_000)
  })

  it('writes formulas, long cells, lists, words, days and moments so that they come back', async () => {
    const row = {
      name: '=HYPERLINK("http://evil.test";"x")',
      description: `"a";b,\n${'ü'.repeat(10_000)}`,
      status: 'active',
      cost_per_month: 1234.5,
      renews_on: '2026-12-31',
      updated_at: '2026-11-23T10:11:12.123456+00:00',
      tags: ['one', 'two, three'],
      links: [{ purpose: 'docs', title: 'T', url: 'https://a.test/' }],
      own: { critical: true, note: '+49 30 1', __proto__: null },
    }
    const columns = [
      ...COLUMNS,
      { key: 'status', head: 'Status', type: 'choice', words: { active: 'Aktiv' } },
      { key: 'cost_per_month', head: 'Kosten', type: 'number' },
      { key: 'renews_on', head: 'Ende', type: 'date' },
      { key: 'updated', head: 'Geändert', type: 'moment' },
      { key: 'tags', head: 'Tags', type: 'choices' },
      { key: 'links', head: 'Links', type: 'choices' },
      { key: 'own.critical', head: 'Kritisch', type: 'yes_no', words: { true: 'Ja', false: 'Nein' } },
      { key: 'own.note', head: 'Notiz', type: 'text' },
      { key: 'constructor', head: 'Nichts', type: 'text' },
    ]
    const { call } = database(1, () => Response.json([row]))
    const read = async (format: string) => {
      const answer = await exportRecords(wanted({ format, columns, separator: ';' }), call)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return readFile(bytes, `a.${format}`)
    }
    const day = new Date('2026-12-31T00:00:00Z')
    const texts = [row.name, row.description, 'Aktiv']
    const rest = ['one; "two, three"', 'https://a.test/']
    const csv = await read('csv')
    expect(csv.head).toEqual(columns.map(({ head }) => head))
    expect(csv.dialect.decimal).toBe(',')
    expect(csv.rows[0]?.cells.slice(0, 10)).toEqual([
      ...[...texts, '1234,5', '2026-12-31', '2026-11-23T10:11:12Z'],
      ...[...rest, 'Ja', '+49 30 1'],
    ])
    const xlsx = await read('xlsx')
    expect(xlsx.rows[0]?.cells.slice(0, 5)).toEqual([...texts, 1234.5, day])
    const json = await read('json')
    expect(json.head).toEqual(columns.slice(0, -1).map(({ key }) => key))
    expect(json.rows[0]?.cells).toEqual([
      ...[...texts, 1234.5, '2026-12-31', '2026-11-23T10:11:12Z'],
      ...[...rest, true, '+49 30 1'],
    ])
  })
})
