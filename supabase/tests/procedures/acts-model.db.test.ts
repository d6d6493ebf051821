import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { change, listOf, undoAct } from '../support/bulk.ts'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const RUNS = 6
const SIZE = 6
const PEOPLE = ['admin', 'manager', 'user'] as const
const STATUSES = ['active', 'inactive', 'maintenance']
const OWNERS = [ID.user, ID.manager, ID.colleague]

type Name = (typeof PEOPLE)[number]
type Part = 'status' | 'owner_id' | 'deleted' | 'restored'

interface Line {
  record: number
  part: Part
  before: string | null
}
interface Done {
  act: string
  by: Name
  lines: readonly Line[]
}
/** A record as a reader would keep it on paper: its present state, and every line that was ever written about it. */
interface Sheet {
  status: string
  owner: string | null
  /** The user makes every second one. */
  maker: string
  isThere: boolean
  lines: { act: string; part: Part }[]
}

const step = fc.record({
  by: fc.constantFrom(...PEOPLE),
  what: fc.constantFrom('status', 'owner', 'delete', 'undo', 'undo'),
  records: fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 2, maxLength: 4 }),
  pick: fc.nat(1000),
})

interface Step {
  by: Name
  what: 'status' | 'owner' | 'delete' | 'undo'
  records: readonly number[]
  pick: number
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const mayChange = (by: Name, { maker, owner }: Sheet) =>
  by !== 'user' || maker === ID.user || owner === ID.user

/** Applies an act to the sheets. Deletions and restorations are separate lines. */
function write(sheets: Sheet[], { record, part }: Line, value: string | null, act: string): void {
  const sheet = sheets[record]
  if (!sheet) return
  if (part === 'status') sheet.status = value ?? ''
  else if (part === 'owner_id') sheet.owner = value
  else sheet.isThere = part === 'restored'
  sheet.lines.push({ act, part })
}

/** The lines that the plain model lets a person undo. */
function undoable(sheets: readonly Sheet[], by: Name, done: Done): readonly Line[] {
  return done.lines.filter(({ record, part, before }) => {
    const sheet = sheets[record]
    if (!sheet) return false
    const place = sheet.lines.findLastIndex(({ act }) => act === done.act)
    const later = sheet.lines.slice(place + 1).map((line) => line.part)
    if (part === 'deleted') return !sheet.isThere && later.length === 0 && mayChange(by, sheet)
    if (!sheet.isThere || (part === 'restored' && later.length > 0) || later.includes(part)) return false
    const isGivenAway = part === 'owner_id' && done.by === by && before === ID[by]
    return mayChange(by, sheet) || isGivenAway
  })
}

const OPPOSITE = { status: 'status', owner_id: 'owner_id', deleted: 'restored', restored: 'deleted' } as const

async function arrange(run: string): Promise<{ ids: string[]; sheets: Sheet[] }> {
  const rows = await stage.admin<{ id: string }[]>`
    insert into public.systems (account_id, name, status, created_by)
    select ${ID.acme}, ${run} || n, 'active', case when n % 2 = 0 then ${ID.user}::uuid else ${ID.colleague}::uuid end
    from generate_series(0, ${SIZE - 1}::int) n
    returning id`
  const sheets = rows.map(
    (_, n): Sheet => ({
      ...{ status: 'active', owner: null, isThere: true, lines: [] },
      maker: n % 2 === 0 ? ID.user : ID.colleague,
    }),
  )
  return { ids: rows.map(({ id }) => id), sheets }
}

async function act(ids: readonly string[], sheets: Sheet[], acts: Done[], one: Step): Promise<void> {
  const { by, what, pick } = one
  if (what === 'undo') {
    const done = acts[pick % Math.max(acts.length, 1)]
    if (!done) return
    const meant = undoable(sheets, by, done)
    const answer = await stage.as(by, (tx) => undoAct(tx, done.act), { keep: true })
    expect(answer.undone).toBe(meant.length)
    const lines = meant.map(({ record, part }): Line => {
      const sheet = sheets[record]
      return {
        ...{ record, part: OPPOSITE[part] },
        before: (part === 'status' ? sheet?.status : sheet?.owner) ?? null,
      }
    })
    if (answer.act === null) return
    for (const [index, line] of lines.entries()) write(sheets, line, meant[index]?.before ?? null, answer.act)
    acts.push({ act: answer.act, by, lines })
    return
  }
  const values = { status: STATUSES, owner: OWNERS, delete: [null] }[what]
  const value = values[pick % values.length] ?? null
  const part = ({ status: 'status', owner: 'owner_id', delete: 'deleted' } as const)[what]
  const before = (sheet: Sheet) => (part === 'status' ? sheet.status : sheet.owner)
  const lines = one.records.flatMap((record): Line[] => {
    const sheet = sheets[record]
    if (!sheet?.isThere || !mayChange(by, sheet)) return []
    return part !== 'deleted' && before(sheet) === value ? [] : [{ record, part, before: before(sheet) }]
  })
  const chosen = one.records.map((record) => ids[record] ?? '')
  const done = await stage.as(by, (tx) => change(tx, { action: what, value, ids: chosen }), { keep: true })
  expect(done.changes).toBe(lines.length)
  if (!done.act) return
  for (const line of lines) write(sheets, line, value, done.act)
  acts.push({ act: done.act, by, lines })
}

async function expectSheets(ids: readonly string[], sheets: readonly Sheet[]): Promise<void> {
  const rows = await stage.admin<{ id: string; status: string; owner_id: string | null }[]>`
    select id, status, owner_id from public.systems where id = any (${listOf(ids)}::uuid[])`
  const found = ids.map((id) => rows.find((row) => row.id === id))
  expect(found.map((row) => row && [row.status, row.owner_id])).toEqual(
    sheets.map(({ isThere, status, owner }) => (isThere ? [status, owner] : undefined)),
  )
}

const seed = Number(process.env['ACTS_SEED'] ?? randomInt(2 ** 31))

it(`whatever three people did, an undo leaves what a plain model says (ACTS_SEED=${seed})`, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      run += 1
      const { ids, sheets } = await arrange(`Run ${run} `)
      const acts: Done[] = []
      for (const one of steps) {
        await act(ids, sheets, acts, one)
        await expectSheets(ids, sheets)
      }
    }),
    { seed, numRuns: RUNS, endOnFailure: true },
  )
})
