import { expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import { heldBack } from './support/held-back.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectScreen,
  expectText,
  expectTexts,
  expectToast,
} from './support/look.ts'
import { ADA, type Member, member, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const table = page.getByRole('table', { name: 'Team Directory' })
/** The row of somebody. */
const row = (name: string): Locator => table.getByRole('row').filter({ hasText: name })
const names = table.getByCss('tbody tr td:first-child')
const search = page.getByPlaceholder('Search team members...')

/** Opens the directory of an account. */
async function openTeam(as: Member, people: readonly Member[], path = '/team') {
  const opened = await openApp(path, { as, people })
  await expectScreen('Team Directory')
  return opened
}

it('[SHELL-14, TEAM-01, 07, 10, 16, 17, 18, 24] shows a member the team, with what each of them tells', async () => {
  const me = mia('viewer')
  const ben = member('Ben Example', 'manager', {
    jobRole: 'Designer',
    department: 'Studio',
    knowledgeAreas: ['Figma', 'Type', 'Ink'],
    contributionCount: 1,
  })
  await openTeam(me, [ADA, ben, me])
  await expectTexts(table.getByRole('columnheader'), [
    'Name',
    'Job Role',
    'Permission',
    'Department',
    'Knowledge Areas',
    'Status',
  ])
  await expectCount(names, 3)
  for (const text of ['Designer', 'Manager', 'Studio', 'Figma', 'Type', '+1', '1 contribution'])
    await expect.element(row('Ben Example').getByText(text, { exact: true })).toBeVisible()
  await expect.element(row(me.name).getByText('You', { exact: true })).toBeVisible()
  await expect.element(row(ADA.name).getByText('None specified')).toBeVisible()
  await expectCount(table.getByText('You', { exact: true }), 1)
  await expect.element(page.getByText('3 in the team')).toBeVisible()
  await expectAccessible('team directory')
})

it('[TEAM-11, 12, 13, 14, 15, 36, 37, 38, DIS-37] shows who is invited first, marked, and does not open them', async () => {
  const zoe = member('Zoe Invited', 'viewer', {
    id: 'pending-zoe',
    isPending: true,
    jobRole: 'Team Member',
    department: 'General',
  })
  await openTeam(ADA, [zoe, ADA])
  await expectCount(names, 2)
  await expect.element(names.first()).toHaveTextContent('Zoe Invited')
  const invited = row('Zoe Invited')
  for (const text of ['Pending', 'Team Member', 'Viewer', 'None specified', 'General'])
    await expect.element(invited.getByText(text, { exact: true })).toBeVisible()
  expect(getComputedStyle(invited.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  await expectGone(invited.getByRole('button'))
  await invited.getByText('Zoe Invited').click()
  await expectAddress('/team')
  await invited.getByText('Invited', { exact: true }).hover()
  await expectText(page.getByRole('tooltip'), 'Waiting for user to accept invitation')
  await expectAccessible('team directory with invited people')
  await page.getByLabelText('Status').selectOptions('Invited')
  await expectAddress(/status=pending/)
  await expectCount(names, 1)
  await expect.element(page.getByText('1 of 2')).toBeVisible()
})

it('[TEAM-02, 03, 04, 05, 19, 20, 26] searches, filters and orders the team, and keeps it in the address', async () => {
  const me = mia('user')
  const people = [
    { ...ADA, department: 'Board' },
    member('Ben Example', 'manager', { department: 'Studio', knowledgeAreas: ['Figma'] }),
    member('Cleo Sample', 'user', { department: 'Studio', knowledgeAreas: ['figma', 'Ink'] }),
    me,
  ]
  const workspace = membersWorkspace({ people })
  const { answer, release } = heldBack(() => undefined)
  const { find } = workspace.team
  const held = vi.spyOn(workspace.team, 'find').mockImplementation(async (...asked) => {
    await answer()
    return find(...asked)
  })
  await openApp('/team', { as: me, workspace })
  await expectCount(table.getByCss('tbody tr'), 5)
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  release()
  await expectCount(names, 4)
  held.mockRestore()
  await search.fill('EXAM')
  await expectTexts(names, [/Ben Example/])
  await search.fill('')
  const department = page.getByLabelText('Department')
  await expectTexts(department.getByRole('option'), ['All Departments', 'Board', 'Studio'])
  await department.selectOptions('Studio')
  await expectTexts(names, [/Ben Example/, /Cleo Sample/])
  await table.getByRole('button', { name: 'Permission' }).click()
  await expectTexts(names, [/Cleo Sample/, /Ben Example/])
  await expectAddress(/department=Studio&sort=permission/)
  await openApp(location.pathname + location.search, { as: me, workspace })
  await expectTexts(names, [/Cleo Sample/, /Ben Example/])
  await page.getByLabelText('Permission').selectOptions('Manager')
  await expectTexts(names, [/Ben Example/])
  // Two changes at once both count.
  for (const [label, value] of [
    ['Permission', ''],
    ['Department', 'Board'],
  ] as const) {
    const select = document.querySelector(`select[aria-label="${label}"]`)
    if (select instanceof HTMLSelectElement) select.value = value
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await expectTexts(names, [/Ada Founder/])
  await expectAddress('/team?department=Board&sort=permission')
  await search.fill('nobody')
  await expect.element(page.getByRole('heading', { name: 'No team members found' })).toBeVisible()
  const advice = "Try adjusting your search or filter to find what you're looking for."
  await expect.element(page.getByText(advice)).toBeVisible()
  await openApp('/team?area=FIGMA', { as: me, workspace })
  await expectTexts(names, [/Ben Example/, /Cleo Sample/])
  await page.getByRole('button', { name: 'Show every knowledge area' }).click()
  await expectCount(names, 4)
})

for (const [level, hears] of [
  ['viewer', false],
  ['user', false],
  ['manager', true],
  ['admin', true],
] as const)
  it(`[TEAM-06, PERM-23, PERM-30] ${hears ? 'tells' : 'does not tell'} a level of ${level} to open and edit`, async () => {
    const me = mia(level)
    await openTeam(me, [ADA, me])
    await expectCount(names, 2)
    const hint = page.getByText('Click any member to view and edit their profile.')
    await expectCount(hint, hears ? 1 : 0)
  })

it('[TEAM-08, 09] shows people as cards on a phone, without permission, department and knowledge areas', async () => {
  await page.viewport(375, 740)
  const director = { ...ADA, jobRole: 'Director', department: 'Board', knowledgeAreas: ['Law'] }
  await openTeam(mia('viewer'), [director, mia('viewer')])
  const first = page.getByRole('list', { name: 'Team Directory' }).getByRole('listitem').first()
  await expect.element(first).toHaveTextContent('Ada Founder')
  await expect.element(first.getByText('AF', { exact: true })).toBeVisible()
  await expect.element(first.getByText('Director')).toBeVisible()
  for (const hidden of ['Board', 'Law', 'Admin', 'Permission'])
    await expectGone(first.getByText(hidden, { exact: true }))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  await expectAccessible('team directory on a phone')
})

it('[TEAM-29, 31, 32, 33, 34, 39, 40] shows the user alone where the team cannot be read', async () => {
  const me = mia('manager')
  const workspace = membersWorkspace({ people: [ADA, me] })
  vi.spyOn(workspace.team, 'find').mockRejectedValue(refusal('Not on a Sunday.'))
  expectComplaint(/^Failed: loading the team/)
  await openApp('/team', { as: me, workspace })
  await expectToast('The team could not be loaded.', 'Not on a Sunday.')
  for (const text of ['User', 'Manager', 'General', '0 contributions', 'You'])
    await expect.element(row(me.name).getByText(text, { exact: true })).toBeVisible()
  await expectCount(names, 1)
})
