import type { AuditPart } from '@cairn/workspace/port/audit'
import { BIN_PAGE } from '@cairn/workspace/port/records/bin'
import type { System } from '@cairn/workspace/port/records/systems'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { auditEntry, auditOf } from './support/examples.ts'
import { filters } from './support/filters.ts'
import { expectAddress, settled } from './support/look.ts'
import { ADA, type Member, member } from './support/people.ts'
import { agent, automation, solution, system } from './support/records.ts'
import { visit } from './support/screens.ts'
import { expectWholeAt } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

// A layout that is whole with six records may break with hundreds of all kinds, with 200 people, and with every gap.

const SCREENS = [
  '/',
  '/settings/security',
  '/systems',
  '/solutions',
  '/agents',
  '/automations',
  '/team',
  '/activity?show=bin',
]
const WIDTHS = [1920, 1440, 1280, 1024, 768, 375, 320]

/** The longest possible name once its number is added, without a space to break it at. */
const LONG_NAME = 'Personalabrechnungszwischenspeicher'.repeat(4).slice(0, 116)
/** A name as people write it to be understood. */
const WORDY_NAME = 'Register of delivery notes and returns for the warehouses in the north'
const LONG_DESCRIPTION = `${'Collects what every site reports and passes it on in the evening. '.repeat(3)}See the handbook.`

const people: Member[] = Array.from({ length: 200 }, (_, n) =>
  member(n % 40 === 39 ? `${LONG_NAME}${n}` : `Ana Specimen ${n}`, 'user', {
    jobRole: 'Software Engineer',
    department: n % 3 === 0 ? 'Technology' : 'Product',
    knowledgeAreas: n % 2 === 0 ? ['Architecture', 'Security'] : [],
  }),
)

/** The name and the fields that differ between the records of a kind. */
function told(n: number, statuses: readonly string[]): Partial<System> & { name: string; status: string } {
  const name = n % 25 === 3 ? `${LONG_NAME}${n}` : n % 5 === 2 ? `${WORDY_NAME} ${n}` : `Example ${n}`
  return {
    name,
    status: statuses[n % statuses.length] ?? 'active',
    description: n % 3 === 0 ? '' : LONG_DESCRIPTION,
    ownerId: n % 4 === 0 ? null : (people[n % people.length]?.id ?? null),
  }
}

const many = <Item,>(make: (n: number) => Item): Item[] => Array.from({ length: 600 }, (_, n) => make(n))

/** An admin whose account has 200 members and 2,400 records. */
function large() {
  const workspace = membersWorkspace({
    people: [ADA, ...people],
    systems: many((n) => system(told(n, ['active', 'inactive', 'deprecated']))),
    solutions: many((n) =>
      solution({ ...told(n, ['active', 'development']), useCases: ['Answer a complaint'] }),
    ),
    agents: many((n) =>
      agent({ ...told(n, []), status: n % 2 === 0 ? 'active' : 'training', lastUsed: new Date() }),
    ),
    automations: many((n) => automation({ ...told(n, ['active', 'inactive']), lastRun: new Date() })),
  })
  fillSummaries(workspace)
  return { as: ADA, workspace: { ...workspace, audit: largeAudit() } }
}

/** The security of an account in which everybody has something to improve. */
function largeAudit(): AuditPart {
  const audit = auditOf(people.map(({ id, name }) => auditEntry({ person: { id, name } })))
  return {
    ...audit,
    overview: async () => {
      const overview = await audit.overview()
      return overview && { ...overview, withoutSecondFactor: people, notSeen: people }
    },
  }
}

/** Fills what tells of all records and people: the dashboard and the bin. */
function fillSummaries(workspace: Workspace): void {
  const items = many((n) => ({ kind: 'system' as const, id: `${n}`, ...told(n, ['active']) }))
  const waiting = items.map((record) => ({
    ...{ reason: 'late' as const, id: record.id, record, isFailing: true, since: new Date() },
  }))
  vi.spyOn(workspace.inbox, 'read').mockImplementation(async (limit) => ({
    ...{ total: waiting.length, lines: waiting.slice(0, limit), snoozed: [] },
  }))
  vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue(
    items.slice(0, 8).map(({ kind, id, name }) => ({
      ...{ kind, id, resource: name, action: 'created', userName: name, occurredAt: new Date(), act: null },
    })),
  )
  const gaps = { no_owner: 600, owner_left: 600, nobody_else: 600 }
  vi.spyOn(workspace.gaps, 'figures').mockResolvedValue({ system: gaps, agent: gaps, solution: gaps })
  const binned = items.map(({ kind, id, name }) => ({
    ...{ kind, recordId: id, name, deletedBy: ADA, reason: LONG_DESCRIPTION, act: null, mayRestore: true },
    deletedAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  }))
  vi.spyOn(workspace.bin, 'page').mockImplementation(async (_kind, skip) => ({
    items: binned.slice(skip, skip + BIN_PAGE),
    total: binned.length,
    days: 30,
  }))
}

describe('in an account of 200 members and 2,400 records nothing is cut off, and there is no barrier', () => {
  for (const path of SCREENS)
    it(`on ${path}`, async () => {
      await visit(path, large())
      await expectAccessible(path)
      await expectWholeAt(path, WIDTHS)
    })
})

/** How far below the filters the list begins, in each width. */
async function heights(path: string): Promise<readonly (readonly [width: number, height: number])[]> {
  const found: [number, number][] = []
  await visit(path, large())
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    await settled()
    const filter = page.getByRole('searchbox', { name: /^Filter/ })
    const list = page.getByCss('#main table, #main ul[aria-label]').first()
    await expect.element(list).toBeVisible()
    const [top, below] = [filter, list].map((part) => part.element().getBoundingClientRect().y)
    found.push([width, Math.round((below ?? 0) - (top ?? 0))])
  }
  return found
}

it('gives the search, the filters and the menus of a list one line, however many filters there are', async () => {
  const all = '/agents?status=active,training&gap=no_owner,owner_left,nobody_else&q=e'
  expect((await heights('/agents')).filter(([, height]) => height > 56)).toEqual([])
  expect((await heights(all)).filter(([, height]) => height > 56)).toEqual([])
  await page.viewport(1280, 800)
  await expect.element(filters.getByText('No owner', { exact: true })).toBeVisible()
  await page.viewport(375, 800)
  await page.getByRole('button', { name: 'Filters 5' }).click()
  await page.getByRole('button', { name: 'Remove the filter: No owner' }).click()
  await expectAddress(/^(?!.*no_owner)/)
  await filters.getByRole('button', { name: /^Gaps/ }).click()
  await page.getByRole('option', { name: /^Owner left/ }).click()
  await expectAddress(/^(?!.*owner_left)/)
  await userEvent.keyboard('{Escape}')
  await expectAccessible('the filters on a phone')
})
