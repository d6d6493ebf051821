import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDemo } from '@/workspace/demo/open.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectAddress,
  expectGone,
  expectScreen,
  expectText,
  expectTexts,
  expectToast,
} from './support/look.ts'
import { ADA, member, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const list = page.getByRole('list', { name: 'Teams' })
const row = (name: string) => list.getByCss(':scope > li').filter({ hasText: name })
const form = page.getByRole('dialog')

/** Opens the teams of an account. */
async function openTeams(level: 'manager' | 'user' = 'manager') {
  const me = mia(level)
  const people = [ADA, member('Ben Example', 'user'), me]
  const workspace = membersWorkspace({ people, teams: await openDemo().teams.list() })
  const save = vi.spyOn(workspace.teams, 'save').mockResolvedValue('new')
  const remove = vi.spyOn(workspace.teams, 'remove').mockResolvedValue({ records: 0, act: 'end' })
  const merge = vi.spyOn(workspace.teams, 'merge').mockResolvedValue({ records: 2, act: 'end' })
  await openApp('/team?show=teams', { as: me, workspace })
  await expectScreen('Team Directory')
  return { workspace, save, merge, remove, people }
}

it('shows the teams with their members, and says which has none', async () => {
  await openTeams('user')
  await expectTexts(list.getByCss(':scope > li .font-medium.text-sm'), [
    'Business Applications',
    'Migration 2023',
    'Platform',
  ])
  await expect.element(row('Business Applications').getByText('2 members')).toBeVisible()
  await expect.element(row('Migration 2023').getByText('No members')).toBeVisible()
  await expect.element(row('Platform').getByRole('link', { name: 'platform@example.com' })).toBeVisible()
  await expect
    .element(page.getByText('Only managers and administrators can change teams.').first())
    .toBeVisible()
  await expectGone(list.getByRole('button', { name: /^Delete/ }))
  await page.getByRole('button', { name: 'Members of Migration 2023' }).click()
  await expectText(row('Migration 2023').getByCss('[id] > p'), 'No members')
  await expectAccessible('teams')
})

it('says which members a rule for groups brought in, and by which group where the user may know it', async () => {
  const { workspace, people } = await openTeams()
  const memberships = people.map(({ id: memberId }, index) => ({
    memberId,
    byGroup: [null, { name: 'finance' }, { name: null }][index] ?? null,
  }))
  vi.spyOn(workspace.teams, 'members').mockResolvedValue(memberships)
  await page.getByRole('button', { name: 'Members of Platform' }).click()
  const members = row('Platform').getByRole('list').getByRole('listitem')
  await expectText(members.filter({ hasText: 'Ben Example' }), /By group “finance”/)
  await expectText(members.filter({ hasText: 'Mia Member' }), /By a group$/)
  await expectGone(members.filter({ hasText: 'Ada' }).getByText(/^By/))
  await expectAccessible('a team with members of groups')
})

it('leads from the members to the teams and back', async () => {
  await openTeams()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expectAddress('/team')
  await expect.element(page.getByRole('table', { name: 'Team Directory' })).toBeVisible()
  await page.getByRole('tab', { name: 'Teams' }).click()
  await expectAddress('/team?show=teams')
})

it('adds a team whose lead becomes a member', async () => {
  const { save, people } = await openTeams()
  await page.getByRole('button', { name: 'Add Team' }).click()
  await expect.element(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabelText('Name').fill('  Team Legal ')
  await form.getByRole('combobox', { name: 'Lead' }).click()
  await page.getByRole('option', { name: /Ben Example/ }).click()
  await expect.element(form.getByRole('combobox', { name: 'Members' })).toHaveTextContent('Ben Example')
  await form.getByLabelText('Notices go to').selectOptions('All members')
  await expectAccessible('form of a team')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast('Team added')
  const ben = people[1]?.id
  expect(save).toHaveBeenCalledExactlyOnceWith(null, {
    ...{ name: 'Team Legal', memberIds: [ben], leadId: ben, deputyId: null, notices: 'all' },
    ...{ mail: '', chatUrl: '', onCallUrl: '' },
  })
})

it('keeps the form open where the name is taken', async () => {
  const { save } = await openTeams()
  save.mockRejectedValue(
    new WorkspaceError(phrase('Something went wrong.'), {
      kind: 'conflict',
      refusal: { code: 'team.name_taken', parameters: {} },
    }),
  )
  await page.getByRole('button', { name: 'Change Platform' }).click()
  await form.getByLabelText('Name').fill('Business applications')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast('The team could not be saved')
  await expect.element(form.getByLabelText('Name')).toHaveValue('Business applications')
})

it('merges a team into another one and takes that back, and asks before it deletes one', async () => {
  const { merge, remove, workspace } = await openTeams()
  const undo = vi.spyOn(workspace.acts, 'undo').mockResolvedValue({
    ...{ act: 'undo', undone: 2, left: [], team: { name: 'Migration 2023', left: 1 } },
  })
  await page.getByRole('button', { name: 'Merge Migration 2023' }).click()
  await page.getByRole('combobox', { name: 'Merge into' }).click()
  await page.getByRole('option', { name: 'Platform' }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectToast('Teams merged')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Team Migration 2023 restored')
  await expect.element(page.getByText('Undone: 2 records · 1 member has left the account')).toBeVisible()
  expect(undo).toHaveBeenCalledExactlyOnceWith('end')
  await page.getByRole('button', { name: 'Delete Migration 2023' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast('Team deleted')
  expect(merge).toHaveBeenCalledExactlyOnceWith('demo-team-migration', 'demo-team-platform')
  expect(remove).toHaveBeenCalledExactlyOnceWith('demo-team-migration', null)
})

it('adds teams of departments with one press', async () => {
  const { workspace } = await openTeams()
  vi.spyOn(workspace.teams, 'addDepartments').mockResolvedValue(2)
  await page.getByRole('button', { name: 'Teams from Departments' }).click()
  await expectToast('Teams of departments')
  await expect.element(page.getByText('Added: 2 teams')).toBeVisible()
})
