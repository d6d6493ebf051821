import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  namesIn,
  openDetails,
  toast,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { solution } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

it('[SOL-01, 02, 03, 04, 05, DIS-29] helps an account without solutions to its first', async () => {
  await openApp('/solutions', { as: ADA })
  await expect.element(page.getByText('Manage your custom in-house solutions', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No Solutions Yet' })).toBeVisible()
  await expectGone(page.getByRole('table'))
  for (const name of ['Add Solution', 'Create First Solution']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add Solution' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
  }
})

it('[SOL-06, 07, 08, 09, DIS-29] lists the solutions of the account by name', async () => {
  await openApp('/solutions', {
    as: mia('viewer'),
    solutions: [
      solution({
        name: 'Purchase Portal',
        description: 'Requests and orders.',
        ownerId: ADA.id,
        status: 'development',
        createdAt: new Date('2024-02-03T10:20:30Z'),
      }),
      solution({ name: 'customer 360' }),
    ],
  })
  await expectTexts(page.getByRole('columnheader'), [
    'Name',
    'Description',
    'Status',
    'Owner',
    'Created',
    'Actions',
  ])
  await expectTexts(namesIn('Solutions'), ['customer 360', 'Purchase Portal'])
  const portal = page.getByRole('row', { name: 'Purchase Portal' }).getByRole('cell')
  await expectText(portal.nth(1), 'Requests and orders.')
  await expectText(portal.nth(2), 'Development')
  await expectText(portal.nth(3), /Ada Founder/)
  await expectText(portal.nth(4), 'Feb 3, 2024')
  await expectText(page.getByRole('row', { name: 'customer 360' }).getByRole('cell').nth(2), 'Active')

  await page.getByRole('searchbox', { name: 'Filter solutions' }).fill('nothing like it')
  await expect.element(page.getByRole('cell', { name: 'No solutions found.' })).toBeVisible()
})

it('[SOL-42, 43] says why a list cannot be loaded, and shows none', async () => {
  const workspace = membersWorkspace({ solutions: [solution({ name: 'Portal' })] })
  for (const method of ['list', 'find'] as const)
    vi.spyOn(workspace.solutions, method).mockRejectedValue(refusal('The archive is being moved.'))
  await openApp('/solutions', { as: ADA, workspace })
  await expect.element(page.getByRole('heading', { name: 'Error loading solutions' })).toBeVisible()
  await expect.element(toast().getByText('Error loading solutions')).toBeVisible()
  await expect.element(toast().getByText('The archive is being moved.')).toBeVisible()
  await expectGone(page.getByText('Portal'))
})

it('[GUEST-27, 28, DIS-27, GAP-08] shows guests two example solutions, and saves nothing', async () => {
  await openApp('/solutions')
  await expectTexts(namesIn('Solutions'), ['Customer 360', 'Purchase Portal'])
  await expect.element(page.getByRole('row', { name: 'Purchase Portal' })).toHaveTextContent('Development')
  const details = await openDetails('Customer 360')
  await expect
    .element(details.getByRole('list', { name: 'Related Automations' }))
    .toHaveTextContent('New lead to sales channel')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Solution' })
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Guest Mode', "Solutions aren't saved in guest mode. Please sign up for full access.")
})
