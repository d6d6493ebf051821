import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { arrangeSolution } from './support/records.ts'
import {
  arrangeManySystems,
  arrangeSystem,
  expectResting,
  keepSignInAs,
  openDetails,
  openSystems,
  REFUSED_REQUEST,
  refuse,
  sent,
} from './support/systems.ts'
import { expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** Holds requests of one kind until the returned function is called. */
async function held(page: Page, url: string, method: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await gone
    await route.fallback()
  })
  return letGo
}

test.describe('the dependents of a record', () => {
  test.use({ expectedComplaints: [REFUSED_REQUEST] })

  test('are loaded before it can be deleted, and loaded again after a failure', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const payroll = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await arrangeSolution(cairn.database, { accountId, name: 'Portal', relatedSystems: [payroll] })
    await openSystems(page)
    await refuse(page, 'POST', 'rpc/get_deletion_impact', 'Not now.')
    const answer = await held(page, '**/rpc/get_deletion_impact', 'POST')
    await page.getByRole('button', { name: 'Delete Payroll' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete System' })
    const confirm = question.getByRole('button', { name: 'Delete', exact: true })
    await expect(question.getByRole('status')).toHaveText('Checking what is linked to it…')
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')

    answer()
    await expect(question.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expectResting(confirm, 'Its links could not be loaded.')
    await expectAccessible(page, 'a deletion whose links could not be loaded')

    await page.unrouteAll()
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(question.getByRole('list', { name: 'Solutions' }).getByRole('listitem')).toHaveCount(1)
    await expect(question.getByRole('status')).toHaveText('Linked to it: 1')
    await expectResting(confirm, 'Type the name first.')
  })

  test('show why no other record can be chosen for their links', async ({ page, cairn, organisation }) => {
    const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
    await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 120 })
    const archive = await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
    await arrangeSolution(cairn.database, { accountId, name: 'Portal', relatedSystems: [archive] })
    await openSystems(page)
    await page.getByRole('button', { name: 'Delete Archive' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete System' })
    const choice = question.getByRole('combobox', { name: 'Move the links to…' })
    await choice.click()
    await page.keyboard.type('register 0007')
    await expect(page.getByRole('option')).toHaveText(['Register 0007'])
    await page.keyboard.press('Escape')
    await expect(choice, 'what is chosen is said also after another search').toHaveText(
      'Nowhere: remove the links',
    )

    await refuse(page, 'POST', 'rpc/find_records', 'Not now.')
    await choice.click()
    await page.keyboard.type('register 0008')
    await expect(page.getByRole('status').filter({ hasText: 'Not now.' })).toBeVisible()
  })
})

test('a dependent opens in a new tab and names its owner, and a typed reason is not lost without a question', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database } = cairn
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const email = `ivy.${freshDomain().slice(5, 13)}@gmail.com`
  const invited = { accountId, email, name: 'Ivy Invited', invitedBy: founder.id, level: 'user' } as const
  const ivy = await arrangeInvitation(database, invited)
  const payroll = await arrangeSystem(database, { accountId, name: 'Payroll' })
  const portal = { accountId, name: 'Portal', relatedSystems: [payroll], status: 'development' }
  const id = await arrangeSolution(database, portal)
  await database`update public.solutions set invited_owner_id = ${ivy} where id = ${id}`
  await openSystems(page)
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete System' })
  const dependent = question.getByRole('list', { name: 'Solutions' }).getByRole('listitem')
  await expect(dependent).toContainText('Ivy Invited')
  await expect(dependent.getByText('Invited', { exact: true })).toBeVisible()
  const reason = question.getByRole('textbox', { name: 'Reason' })
  await reason.fill('We have a new one')

  const link = dependent.getByRole('link', { name: 'Portal' })
  await expect(link).toHaveAccessibleDescription('Opens in a new tab')
  const opened = page.context().waitForEvent('page')
  await link.click()
  const tab = await opened
  await expect(tab.getByRole('dialog', { name: 'Portal' })).toBeVisible()
  await tab.close()
  await expect(reason).toHaveValue('We have a new one')

  await reason.press('Escape')
  const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await expect(reason).toHaveValue('We have a new one')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await leave.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('retiring a record instead disables all other actions, and its history follows', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const payroll = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeSolution(cairn.database, { accountId, name: 'Portal', relatedSystems: [payroll] })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  await expect(details.getByText('created it')).toBeVisible()
  await details.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete System' })
  await question.getByLabel('Type Payroll to delete it').fill('Payroll')
  const answer = await held(page, '**/rest/v1/systems?*', 'PATCH')
  const asked = sent(page, 'PATCH', 'systems')
  await question.getByRole('button', { name: 'Retire instead' }).click()
  await asked
  for (const name of ['Delete', 'Cancel'])
    await expect(question.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  answer()
  await expect(question).toHaveCount(0)
  await expectToast(page, 'System updated')
  await expect(details.getByText('Ada Founder changed Status')).toBeVisible()
})
