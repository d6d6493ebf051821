import { TableError } from '@cairn/tables/model/table-error'
import { writeXlsx } from '@cairn/tables/xlsx/write-xlsx'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { casesToTry } from '@cairn/testing/tier'
import { WorkspaceError } from '@cairn/workspace/errors'
import {
  IMPORT_PART,
  type ImportPlan,
  type ImportsPart,
  type PlannedRow,
} from '@cairn/workspace/port/imports'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import i18next from 'i18next'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { createServiceClient } from '@/workspace/supabase/client/client.ts'
import { createWorkspace } from '@/workspace/supabase/workspace.ts'
import { collected } from '../../../../../packages/tables/test/support/bytes.ts'
import {
  mutated,
  randomFrom,
  smallFiles,
  WORKBOOK_ROWS,
} from '../../../../../packages/tables/test/support/mutated.ts'
import { patiently } from './check/patiently.ts'
import { firstMapping } from './matching/first-mapping.ts'
import { importTargets } from './matching/import-targets.ts'
import { createTableSession } from './reading/table-session.ts'
import { fileProblemText } from './words/file-problem.ts'
import { rowProblemText } from './words/row-problem.ts'

/** `MUTATED_FILES=10000 npx vitest run apps/web/src/features/import/mutated-files.db.test.ts --testTimeout=3600000` tries as many. */
const FILES = casesToTry('MUTATED_FILES', { once: 40, repeated: 80 })
const LONGEST_MS = 10_000
/** The number of files that are applied; the others are only checked. */
const APPLIED = 5

let server: ServerProcess
let database: postgres.Sql
let imports: ImportsPart

beforeAll(async () => {
  // The official client looks for one when it is created; nothing here opens it.
  vi.stubGlobal('WebSocket', class {})
  await startTranslations()
  server = await startServerProcess()
  database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const { email } = await arrangePerson(database, { email: 'ada@files.example', name: 'Ada Example' })
  const client = createServiceClient({ url: server.url, key: server.publishableKey })
  const { error } = await client.supabase.auth.signInWithPassword({ email, password: PASSWORD })
  if (error !== null) throw error
  imports = patient(createWorkspace(async () => client, server.url).imports)
})

afterAll(async () => {
  await database.end()
  await server.dispose()
})

/** Retries as the screen does: a busy machine may keep the server from answering in time. */
const patient = ({ start, addRows, check, rows, apply, ...others }: ImportsPart): ImportsPart => ({
  ...others,
  start: (given) => patiently(() => start(given)),
  addRows: (id, given) => patiently(() => addRows(id, given)),
  check: (id) => patiently(() => check(id)),
  rows: (id, filter) => patiently(() => rows(id, filter)),
  apply: (id) => patiently(() => apply(id)),
})

const SENTENCE = /^\S.*[.!]$/su

test(`${FILES} mutated files are imported or refused in a sentence, whole or not at all`, async () => {
  const originals = smallFiles(await collected(writeXlsx(WORKBOOK_ROWS)))
  const random = randomFrom(27)
  const outcomes = { imported: 0, checked: 0, refused: 0 }
  const slow: string[] = []
  for (let index = 0; index < FILES; index += 1) {
    const [name = '', bytes = new Uint8Array()] = originals[index % originals.length] ?? []
    const source = { name, bytes: mutated(bytes, random) }
    try {
      const isSlow = await takesLong(async () => {
        outcomes[await tried(source, index)] += 1
      })
      // A file that hangs does so again; a busy machine may delay one once.
      if (isSlow && (await takesLong(() => planOf(source, index)))) slow.push(`${name}, file ${index}`)
    } catch (error) {
      throw new Error(`${name}, file ${index}: ${error}`, { cause: error })
    }
  }
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(FILES / 50)
  expect(slow).toEqual([])
})

async function takesLong(work: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now()
  await work()
  return performance.now() - began > LONGEST_MS
}

async function tried(
  source: { name: string; bytes: Uint8Array<ArrayBuffer> },
  index: number,
): Promise<'imported' | 'checked' | 'refused'> {
  const before = await records()
  const plan = await planOf(source, index)
  expect(await records()).toBe(before)
  if (plan === null) return 'refused'
  if (index % APPLIED !== 0) return 'checked'
  const done = await repeated(
    () => imports.apply(plan.id),
    ({ state }) => state === 'done',
  )
  expect(done.applied).toBe(plan.toApply)
  const { items } = await imports.rows(plan.id, { effect: null, skip: 0 })
  expect(items.length).toBeLessThan(100)
  const made = items.filter(({ effect, outcome }) => effect === 'new' && outcome === 'done')
  expect(await records()).toBe(before + made.length)
  expectSentences(items)
  return 'imported'
}

/** The plan of a file, as the screen would make it; null for a file or rows that are refused. */
async function planOf(
  source: { name: string; bytes: Uint8Array<ArrayBuffer> },
  index: number,
): Promise<ImportPlan | null> {
  const kind = CATALOGUE_KINDS[index % CATALOGUE_KINDS.length] ?? 'system'
  const { t } = i18next
  const targets = importTargets(kind, [], { t, namesOf: (phrase) => [phrase], people: [] })
  const session = createTableSession(() => undefined)
  try {
    const preview = await session.read(source, {})
    const mapping = firstMapping(preview, targets, await session.match(targets), null)
    const id = await imports.start({
      ...{ kind, fileName: preview.name, key: mapping.key },
      source: mapping.source?.trim() || null,
    })
    const rows = await session.rows(mapping, targets, 0, IMPORT_PART)
    await imports.addRows(id, rows)
    const plan = await repeated(
      () => imports.check(id),
      ({ checked, total }) => checked === total,
    )
    expect(plan.total).toBe(rows.length)
    expectSentences((await imports.rows(id, { effect: 'error', skip: 0 })).items)
    return plan
  } catch (error) {
    expect(refusalOf(error)).toMatch(SENTENCE)
    return null
  }
}

/** Returns the sentence for the user; throws anything but a refusal again. */
function refusalOf(error: unknown): string {
  if (error instanceof TableError) return fileProblemText(error.problem, i18next.t)
  if (error instanceof WorkspaceError && (error.kind === 'refused' || error.kind === 'invalid'))
    return error.message
  throw error
}

function expectSentences(rows: readonly PlannedRow[]) {
  for (const problem of rows.flatMap(({ problems }) => problems))
    expect(rowProblemText(problem, (field) => field, i18next.t)).toMatch(SENTENCE)
}

async function records(): Promise<number> {
  const counts = await Promise.all(
    CATALOGUE_KINDS.map(async (kind) => {
      const [row] = await database<{ count: number }[]>`
        select count(*)::integer from public.${database(CATALOGUES[kind].table)}`
      return row?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function repeated(
  part: () => Promise<ImportPlan>,
  isDone: (plan: ImportPlan) => boolean,
): Promise<ImportPlan> {
  const plan = await part()
  return isDone(plan) ? plan : repeated(part, isDone)
}
