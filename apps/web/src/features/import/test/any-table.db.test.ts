import { HEAD_WORDS } from '@cairn/tables/matching/head-words'
import { casesToTry } from '@cairn/testing/tier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesOf } from './becomes.ts'
import { type Field, openField } from './whole-way.ts'

// Tables with heads and cells by chance: each row of them is in the sum, and no cell that cannot be read refuses a row.

const TABLES = casesToTry('TABLES_BY_CHANCE', { once: 8, repeated: 60 })
const ROWS = 25
const KINDS = ['system', 'agent', 'automation', 'solution'] as const
const CELLS = [
  ...['', '', '-', 'N/A', '0', '1,5', '1.234,56', '12/31/2026', '31.12.2026', '9999-12-31', '2026-13-45'],
  ...[
    'Ann Example',
    'Example, Ann',
    'DOM\\ann',
    'CN=Example\\, Ann,OU=Staff',
    'user:default/ann',
    'Nemo; Ann',
  ],
  ...[
    'Live',
    'abgekündigt',
    'P1',
    'Copilot Studio',
    'n8n',
    'ja',
    'x',
    'https://a.example',
    'not a link',
    '#REF!',
  ],
  ...['a, b; c', '"quoted"', '=1+1', 'line one\nline two', '\u0000', '😀', 'a'.repeat(5000), '12 €', 'EUR'],
]

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

/** Numbers from 0 on, the same for a seed each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function tableBy(seed: number): readonly (readonly string[])[] {
  const below = chance(seed)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]
  const words = Object.values(HEAD_WORDS)
  const heads = Array.from({ length: 3 + below(9) }, () => pick(pick(words) ?? []) ?? '')
  const names = Array.from({ length: ROWS }, (_, row) =>
    pick([`Tool ${row}`, `Tool ${below(ROWS)}`, '', 'Total']),
  )
  return [['Name', ...heads], ...names.map((name) => [name ?? '', ...heads.map(() => pick(CELLS) ?? '')])]
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

it.each(Array.from({ length: TABLES }, (_, seed) => seed + 1))(
  'table %i by chance becomes records, and its sum adds up',
  async (seed) => {
    const rows = tableBy(seed)
    const mark = [',', ';', '\t'][seed % 3] ?? ','
    const text = rows.map((cells) => cells.map(quoted).join(mark)).join('\r\n')
    const kind = KINDS[seed % KINDS.length] ?? 'system'
    const {
      preview,
      plan,
      rows: planned,
      sum,
      done,
      records,
    } = await field.importFile({ name: 'a.csv', bytes: bytesOf(text) }, kind)
    const unsent = preview.oddRows.filter(({ isKept }) => !isKept).length
    expect(preview.rowCount + unsent).toBe(ROWS)
    const [total, ...parts] = [...sum.matchAll(/\d+/g)].map(Number)
    expect(total).toBe(ROWS)
    expect(parts.reduce((before, part) => before + part, 0)).toBe(total)
    const refusals = new Set(planned.flatMap(({ problems }) => problems.map(({ problem }) => problem)))
    for (const problem of ['no_field', 'unknown_member', 'required']) expect(refusals).not.toContain(problem)
    expect(done).toMatchObject({ refused: 0 })
    expect(records).toHaveLength(plan.summary.new)
  },
)
