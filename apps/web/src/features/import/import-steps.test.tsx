import type { ImportPlan, PlannedRow } from '@cairn/workspace/port/imports'
import type { Me } from '@cairn/workspace/port/workspace'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { openDemo } from '@/workspace/demo/open.ts'
import { PlanStep } from './check/plan-step.tsx'
import { firstMapping } from './matching/first-mapping.ts'
import type { ImportTarget } from './reading/mapping.ts'
import { createTableSession } from './reading/table-session.ts'
import { createDraftStore } from './state/draft-store.ts'
import { DraftStoreProvider } from './state/use-import-draft.ts'
import { FileStep } from './steps/file-step.tsx'
import { MeetingRows, mappingProblem } from './steps/meeting-rows.tsx'
import { ReadingStep } from './steps/reading-step.tsx'
import { WordsOfColumn } from './steps/words-of-column.tsx'

startTranslations()

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  return () => vi.unstubAllGlobals()
})

const ME: Me = {
  kind: 'member',
  personId: 'ann',
  account: { id: 'acme', name: 'Acme' },
  permissionLevel: 'admin',
}
const workspace = openDemo()
const open = (onProgress: (share: number) => void) => ({
  ...createTableSession(onProgress),
  close: () => undefined,
})

/** Draws a step; `prepare` fills what it would load. */
async function drawn(step: ReactNode, text: string | null, prepare?: (queries: QueryClient) => void) {
  const store = createDraftStore('import ann', open)
  if (text !== null) {
    store.choose({ name: 'tools.csv', text })
    await vi.waitFor(() => expect(store.current().progress).toBeNull())
  }
  const queries = new QueryClient()
  queries.setQueryData(ownFieldQueries.list(workspace).queryKey, [])
  prepare?.(queries)
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <WorkspaceProvider workspace={workspace} me={ME}>
          <DraftStoreProvider value={store}>{step}</DraftStoreProvider>
        </WorkspaceProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

const previewOf = async (text: string) =>
  createTableSession(() => undefined).read({ name: 'tools.csv', text }, {})

test('the choice of a file says why one cannot be read', async () => {
  const step = <FileStep kind="system" onKind={() => undefined} onRead={() => undefined} />
  expect(await drawn(step, ' ')).toContain('tools.csv: There is nothing in it.')
  expect(await drawn(step, 'Name\nMail')).toContain('1 row')
})

test('the reading shows what was recognized, and what stands out', async () => {
  const text = 'Name;Day;Cost;Cost\nMail;01/02/2026;1,5;2'
  const preview = await previewOf(text)
  const markup = await drawn(
    <ReadingStep preview={preview} onBack={() => undefined} onNext={() => undefined} />,
    text,
  )
  expect(markup).toContain('<option value=";" selected="">Semicolon (;)</option>')
  expect(markup).toContain('<option value="," selected="">Comma (1,5)</option>')
  expect(markup).toContain('Some dates can be read in two ways.')
  expect(markup).toContain('The columns C, D have the same head: Cost.')
  expect(markup).toContain('Feb 1, 2026')
})

const STATUS: ImportTarget = {
  key: 'status',
  label: 'Status',
  names: ['Status'],
  type: 'choice',
  list: null,
  choices: [{ id: 'active', names: ['Active'] }],
}

test('words that are not known are asked for once each; the others are folded up', async () => {
  const session = createTableSession(() => undefined)
  const preview = await session.read({ name: '', text: 'Status\nLive\nfoo\nfoo' }, {})
  const mapping = firstMapping(preview, [STATUS], await session.match([STATUS]), null)
  const look = await session.look(0, STATUS)
  const markup = await drawn(
    <WordsOfColumn kind="system" target={STATUS} {...{ look, mapping }} onChange={() => undefined} />,
    null,
  )
  expect(markup).toContain('Map values')
  expect(markup).toContain('aria-label="What foo means"')
  expect(markup).toContain('1 word of Status is understood')
  expect(markup).toContain('2 rows')
})

test('rows need something by which they find their records', async () => {
  const name: ImportTarget = { key: 'name', label: 'Name', names: ['Name'], type: 'text', list: null }
  const id: ImportTarget = { ...name, key: 'source_id', label: 'ID', names: ['ID'] }
  const begun = async (text: string) => {
    const session = createTableSession(() => undefined)
    const preview = await session.read({ name: 'tools.csv', text }, {})
    return firstMapping(preview, [name, id], await session.match([name, id]), null)
  }
  const problem = async (text: string, source?: null) =>
    mappingProblem({ ...(await begun(text)), ...(source === null && { source }) }, [name, id], i18next.t)
  expect(await problem('Other\nx')).toBe('Choose the column with the names first.')
  expect(await problem('Name,ID\nMail,1')).toBeNull()
  expect(await problem('Name,ID\nMail,1', null)).toBe('Name the source of the list.')
  const markup = await drawn(
    <MeetingRows mapping={await begun('Name,ID\nMail,1')} targets={[name, id]} onChange={() => undefined} />,
    null,
  )
  expect(markup).toContain('Source and its ID')
  expect(markup).toContain('value="tools"')
})

const PLAN: ImportPlan = {
  id: 'p1',
  kind: 'system',
  fileName: 'tools.csv',
  source: null,
  key: 'name',
  startedBy: { id: 'ann', name: 'Ann' },
  startedAt: new Date('2026-11-01'),
  expiresAt: new Date('2026-11-08'),
  state: 'open',
  total: 3,
  checked: 3,
  summary: { new: 1, changed: 0, same: 0, duplicate: 1, error: 1, gone: 0 },
  undecided: 1,
  toApply: 1,
  applied: 0,
  refused: 0,
  leftOut: 0,
  inBin: 0,
  act: null,
  people: [{ word: 'Bob', rows: 2, isOwner: true, choice: null, isRemembered: false }],
}
const ROW: PlannedRow = {
  row: 4,
  effect: 'duplicate',
  recordId: null,
  name: 'Slack GmbH',
  cells: [],
  problems: [],
  candidates: [
    {
      recordId: 'r1',
      row: null,
      name: 'Slack',
      reason: 'name',
      cells: [{ field: 'status', before: 'inactive', after: 'active' }],
    },
  ],
  decision: null,
  outcome: null,
}

const planDrawn = (
  plan: ImportPlan | null,
  effect: 'duplicate' | 'refused' | null,
  items: readonly PlannedRow[],
) =>
  drawn(<PlanStep id="p1" onBack={null} onAgain={() => undefined} />, null, (queries) => {
    queries.setQueryData(importQueries.one(workspace, 'p1').queryKey, plan)
    queries.setQueryData(importQueries.rows(workspace, 'p1', effect).queryKey, {
      pages: [{ items: [...items], total: items.length }],
      pageParams: [0],
    })
  })

test('a plan begins with what waits for a decision', async () => {
  const markup = await planDrawn(PLAN, 'duplicate', [ROW])
  expect(markup).toContain('1 new, 1 possible duplicate, 1 error')
  expect(markup).toContain('Apply 1 Row')
  expect(markup).toContain('People who are no members')
  expect(markup).toContain('Slack has a name like it.')
  expect(markup).toContain('Merge with Slack')
  expect(markup).toContain('Inactive')
})

test('an import that is done says what was refused since, and why', async () => {
  const done: ImportPlan = { ...PLAN, state: 'done', applied: 2, refused: 1, act: 'a1' }
  const problem = { problem: 'changed', field: null, detail: 'Ben' } as const
  const row: PlannedRow = {
    ...ROW,
    effect: 'changed',
    candidates: [],
    problems: [problem],
    outcome: 'refused',
  }
  const markup = await planDrawn(done, 'refused', [row])
  expect(markup).toContain('Imported: 1 record')
  expect(markup).toContain('href="/activity/a1"')
  expect(markup).toContain('Ben has changed the record since the check.')
})

test('a plan that is gone, or whose rows are not all there, says so', async () => {
  expect(await planDrawn(null, null, [])).toContain('This import is not there any more')
  expect(await planDrawn({ ...PLAN, checked: 0, people: [] }, null, [])).toContain('Not all rows were sent')
})
