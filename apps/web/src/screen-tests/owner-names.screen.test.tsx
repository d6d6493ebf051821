import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import type { Team } from '@cairn/workspace/port/teams'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import { expectGone } from './support/look.ts'
import { ADA, member, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const row = page.getByRole('row', { name: /Payroll/ })

const FINANCE: Team = {
  ...{ id: 'finance', name: 'Team Finance', leadId: null, deputyId: null, members: 0, records: 1 },
  ...{ mail: '', chatUrl: '', onCallUrl: '', notices: 'lead' },
}

it('names a team that owns a record, filters by it, and says that it is gone', async () => {
  const ownerId = teamOwnerId(FINANCE.id)
  const workspace = membersWorkspace({ teams: [FINANCE], systems: [system({ name: 'Payroll', ownerId })] })
  await openApp(`/systems?owner=${ownerId}`, { as: mia('manager'), workspace })
  await expect.element(row).toHaveTextContent('Team Finance')
  await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveTextContent('Owner: Team Finance')
  vi.spyOn(workspace.teams, 'list').mockResolvedValue([])
  await openApp('/systems', { as: mia('manager'), workspace })
  await expect.element(row).toHaveTextContent('Team deleted')
})

it('assigns a team as the owner of a record without one', async () => {
  const workspace = membersWorkspace({
    teams: [FINANCE],
    systems: [system({ name: 'Payroll', ownerId: null })],
  })
  await openApp('/systems', { as: mia('manager'), workspace })
  await row.getByRole('button', { name: /Assign an owner to Payroll/ }).click()
  await page.getByRole('option', { name: 'Team Finance' }).click()
  await expect.element(page.getByText('Team Finance now owns Payroll.')).toBeVisible()
  await expect.element(row).toHaveTextContent('Team Finance')
})

it('shows an invited owner also where the invitations cannot be loaded', async () => {
  const workspace = membersWorkspace({ systems: [system({ name: 'Payroll', ownerId: invitedId('ivy') })] })
  vi.spyOn(workspace.team, 'invited').mockRejectedValue(refusal('Away.', 'unavailable'))
  expectComplaint(/Failed: loading the invited people/)
  await openApp('/systems', { as: mia('manager'), workspace })
  await expect.element(row.getByText('Invited', { exact: true })).toBeVisible()
  await expectGone(row.getByRole('button', { name: /Give Payroll an owner|Assign an owner/ }))
})

it('has a placeholder in the language of the reader for a person without a name, and a former owner', async () => {
  const ned = { ...member('Ned Nameless'), name: 'Team Member' }
  const workspace = membersWorkspace({
    people: [ADA, ned],
    systems: [system({ name: 'Payroll', ownerId: ned.id })],
  })
  const visit = { as: ADA, workspace, language: 'de' }
  await openApp('/systems', visit)
  await expect.element(row).toHaveTextContent('Teammitglied')
  await page.getByRole('button', { name: 'Filter hinzufügen' }).click()
  await page.getByRole('option', { name: 'Verantwortlich', exact: true }).click()
  await expect.element(page.getByRole('option', { name: 'Teammitglied' })).toBeVisible()
  await openApp(`/systems?owner=${invitedId('former')}`, visit)
  await expect
    .element(page.getByRole('group', { name: 'Filter' }))
    .toHaveTextContent('Verantwortlich: Einladung abgelaufen')
})
