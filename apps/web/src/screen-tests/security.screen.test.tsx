import type { AuditEntry, SecurityOverview } from '@cairn/workspace/port/audit'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { card, closeToast, expectAddress, expectCount, expectGone, expectToast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const TAB = '/settings/security'
const DAY_MS = 86_400_000
const VIC = { id: 'vic', name: 'Vic Viewer' }

const entry = (action: string, hoursAgo: number): AuditEntry => ({
  id: crypto.randomUUID(),
  action,
  severity: 'medium',
  person: null,
  resource: { type: 'user_account', id: null, name: null },
  details: {},
  userAgent: null,
  address: null,
  source: 'server',
  at: new Date(Date.now() - hoursAgo * 3_600_000),
})

const OVERVIEW: SecurityOverview = {
  figures: { events: 13, failedSignIns: 2, lockOuts: 1, levelChanges: 4 },
  byDay: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.now() - (29 - index) * DAY_MS).toISOString().slice(0, 10),
    events: index % 3,
    failedSignIns: 0,
  })),
  newest: [
    entry('login_rate_limit_check', 0),
    ...Array.from({ length: 9 }, (_, index) => entry('profile_viewed', index + 1)),
  ],
  levelChanges: [],
  openLockOuts: [{ ...VIC, until: new Date(Date.now() + 1_200_000) }],
  withoutSecondFactor: [{ id: ADA.id, name: ADA.name }, VIC],
  notSeen: [],
  staleInvitations: 0,
}

/** A workspace whose account stands so. */
function withOverview(told: Partial<SecurityOverview> | null = {}): Workspace {
  const workspace = membersWorkspace()
  let overview = told && { ...OVERVIEW, ...told }
  vi.spyOn(workspace.audit, 'overview').mockImplementation(async () => overview)
  vi.spyOn(workspace.audit, 'page').mockResolvedValue({ entries: [], next: null })
  vi.spyOn(workspace.audit, 'filters').mockResolvedValue({ actions: [], people: [] })
  vi.spyOn(workspace.audit, 'releaseLockOut').mockImplementation(async () => {
    overview = overview && { ...overview, openLockOuts: [] }
    return true
  })
  return workspace
}

it('[SEC-01, 02, 03, 07, GAP-17, OPEN-19] shows an admin what can be improved, and where', async () => {
  await openApp(TAB, { as: ADA, workspace: withOverview() })
  const status = page.getByRole('list', { name: 'Security Status' })
  await expect.element(status.getByText('Members locked out: 1.')).toBeVisible()
  await expect.element(status.getByText('Members without a second factor: 2.')).toBeVisible()
  const guide = page.getByRole('link', { name: 'How to switch it on' })
  await expect.element(guide).toHaveAttribute('target', '_blank')
  await expect.element(guide).toHaveAttribute('href', expect.stringContaining('/operations.txt#'))
  await status.getByRole('link', { name: 'See lock-outs' }).click()
  await expectAddress('/settings/security#open-lock-outs')
})

it('[SEC-10, 12] shows thirty days in figures, by day, and the newest events', async () => {
  await openApp(TAB, { as: ADA, workspace: withOverview() })
  const chart = page.getByRole('figure', { name: 'Events by day' })
  await expect.element(chart.getByCss('svg').first()).toBeVisible()
  await expectCount(chart.getByRole('row'), 31)
  const figures = card('Security Monitoring').getByCss('section')
  for (const [title, figure] of [
    ['Failed sign-ins', '2'],
    ['Lock-outs', '1'],
    ['Level changes', '4'],
  ] as const)
    await expect.element(figures.filter({ hasText: title }).getByText(figure, { exact: true })).toBeVisible()
  const newest = page.getByRole('list', { name: 'Newest events' }).getByRole('listitem')
  await expectCount(newest, 5)
  await page.getByRole('button', { name: /^Show all 10\b.*Newest events/ }).click()
  await expectCount(newest, 10)
  await expect.element(newest.first()).toHaveTextContent('Locked out after failed sign-ins')
  await expectAccessible('security of the account')
})

it('[OPEN-19] releases a lock-out, and reminds a member once a day', async () => {
  const workspace = withOverview()
  const remind = vi.spyOn(workspace.audit, 'remindOfSecondFactor').mockResolvedValue(true)
  await openApp(TAB, { as: ADA, workspace })
  await page.getByRole('button', { name: 'Release Vic Viewer' }).click()
  await expectToast('Lock-out released', 'Vic Viewer can sign in again.')
  await expect.element(page.getByText('Nobody is locked out.')).toBeVisible()
  expect(workspace.audit.releaseLockOut).toHaveBeenCalledWith(VIC.id)
  await page.getByRole('button', { name: 'Remind Vic Viewer' }).click()
  await expectToast('Reminder sent')
  expect(remind).toHaveBeenCalledWith(VIC.id)
  remind.mockResolvedValue(false)
  await page.getByRole('button', { name: 'Remind Vic Viewer' }).click()
  await expectToast('No reminder sent')
})

it('[SEC-16] says that nothing has happened', async () => {
  await openApp(TAB, { as: ADA, workspace: withOverview({ newest: [] }) })
  await expect.element(page.getByText('No recent security events found.')).toBeVisible()
})

it('is an overview with 200 members too, and shows all on demand', async () => {
  await page.viewport(1440, 900)
  const crowd = Array.from({ length: 200 }, (_, n) => ({ id: `member-${n}`, name: `Member ${n}` }))
  const workspace = withOverview({ withoutSecondFactor: crowd, openLockOuts: [] })
  await openApp(TAB, { as: ADA, workspace })
  const members = page.getByRole('list', { name: 'Members without a second factor' }).getByRole('listitem')
  await expectCount(members, 5)
  const toggle = page.getByRole('button', { name: /^Show all 200\b/ })
  await expect.element(toggle).toBeVisible()
  expect(card('Members without a second factor').element().clientHeight).toBeLessThan(500)
  await toggle.click()
  await expectCount(members, 200)
  await expectAccessible('all members without a second factor')
  await page.getByRole('button', { name: /^Show fewer/ }).click()
  await expectCount(members, 5)
  await expect.element(toggle).toHaveFocus()
})

it('[SEC-05, 08, OPEN-20] shows everybody else their own activity, and who can see the rest', async () => {
  await openApp(TAB, { as: mia('manager') })
  const activity = page.getByRole('list', { name: 'Your recent activity' })
  await expect.element(activity.getByText('Signed in').first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await expect.element(page.getByText('Access Denied')).toBeVisible()
  const why = 'Security monitoring is only available to administrators.'
  await expect.element(page.getByText(why)).toBeVisible()
  await expectGone(page.getByRole('heading', { name: 'Audit Log' }))
  await expectAccessible('own security')
})

it('lets an admin require that newcomers are admitted, and admit or decline them', async () => {
  const workspace = withOverview()
  const nina = { id: 'nina', name: 'Nina New', email: 'nina@works.example', waitingSince: new Date() }
  let newcomers = { needAdmission: false, waiting: [nina, { ...nina, id: 'noa', name: 'Noa New' }] }
  const without = (gone: string) => {
    newcomers = { ...newcomers, waiting: newcomers.waiting.filter(({ id }) => id !== gone) }
  }
  vi.spyOn(workspace.joining, 'newcomers').mockImplementation(async () => newcomers)
  const setAdmission = vi
    .spyOn(workspace.joining, 'setAdmission')
    .mockImplementation(async (needAdmission) => {
      newcomers = { ...newcomers, needAdmission }
    })
  vi.spyOn(workspace.joining, 'admit').mockImplementation(async (id) => without(id))
  vi.spyOn(workspace.joining, 'refuse').mockImplementation(async (id) => without(id))
  await openApp(TAB, { as: ADA, workspace })
  const setting = page.getByRole('switch', { name: 'An admin admits newcomers from the domain' })
  await expect.element(setting).not.toBeChecked()
  await setting.click()
  await expectToast('Settings saved')
  await closeToast()
  await expect.element(setting).toBeChecked()
  expect(setAdmission).toHaveBeenCalledWith(true)
  await page.getByRole('button', { name: 'Admit Nina New' }).click()
  await expectToast('Nina New was admitted', 'They are now in the account as a viewer.')
  await closeToast()
  await page.getByRole('button', { name: 'Decline Noa New' }).click()
  await expectToast('Noa New was declined', 'They cannot see anything in the account.')
  await expectGone(page.getByRole('list', { name: 'Waiting to be admitted' }))
})
