import { arrangeSolution, namesIn, openCatalogue } from './support/records.ts'
import { keepSignInAs, openDetails, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

test('[SOL-01, 02, 03, 04, 05, DIS-29] an account without solutions is helped to its first', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await openCatalogue(page, 'Solutions')
  await expect(page.getByText('Manage your custom in-house solutions', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Solutions Yet' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  for (const name of ['Add Solution', 'Create First Solution']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Add Solution' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('[SOL-06, 07, 08, 09, CALL-16, DIS-29] the table lists the solutions of the account by name', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const createdAt = new Date('2024-02-03T10:20:30Z')
  await arrangeSolution(cairn.database, {
    accountId,
    name: 'Purchase Portal',
    description: 'Requests and orders.',
    ownerId: founder.id,
    status: 'development',
    createdAt,
  })
  await arrangeSolution(cairn.database, { accountId, name: 'customer 360' })
  const asked = sent(page, 'GET', 'solutions')
  await openCatalogue(page, 'Solutions')
  const query = new URL((await asked).url()).searchParams
  expect(query.get('account_id')).toBe(`eq.${accountId}`)
  expect(query.get('order')).toBe('name.asc')

  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Description',
    'Status',
    'Owner',
    'Created',
    'Actions',
  ])
  await expect(namesIn(page, 'Solutions')).toHaveText(['customer 360', 'Purchase Portal'])
  const portal = page.getByRole('row', { name: 'Purchase Portal' }).getByRole('cell')
  await expect(portal.nth(1)).toHaveText('Requests and orders.')
  await expect(portal.nth(2)).toHaveText('Development')
  await expect(portal.nth(3)).toContainText('Ada Founder')
  await expect(portal.nth(4)).toHaveText('Feb 3, 2024')
  await expect(page.getByRole('row', { name: 'customer 360' }).getByRole('cell').nth(2)).toHaveText('Active')

  await page.getByRole('searchbox', { name: 'Filter solutions' }).fill('nothing like it')
  await expect(page.getByRole('cell', { name: 'No solutions found.' })).toBeVisible()
})

test.describe('when the server does not answer', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[SOL-42, 43] a list that cannot be loaded says why, and is empty', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
    await refuse(page, 'GET', 'solutions', 'The archive is being moved.')
    await openCatalogue(page, 'Solutions')
    await expect(page.getByRole('heading', { name: 'Error loading solutions' })).toBeVisible()
    await expect(toast(page).getByText('Error loading solutions')).toBeVisible()
    await expect(toast(page).getByText('The archive is being moved.')).toBeVisible()
    await expect(page.getByText('Portal')).toHaveCount(0)
  })
})

test('[GUEST-27, 28, DIS-27, GAP-08] guests see two example solutions, and save nothing', async ({
  page,
}) => {
  await continueAsGuest(page)
  await openCatalogue(page, 'Solutions')
  await expect(namesIn(page, 'Solutions')).toHaveText(['Customer 360', 'Purchase Portal'])
  await expect(page.getByRole('row', { name: 'Purchase Portal' })).toContainText('Development')
  const details = await openDetails(page, 'Customer 360')
  await expect(details.getByRole('list', { name: 'Related Automations' })).toContainText(
    'New lead to sales channel',
  )
  const refusal = [
    'Guest Mode',
    "Solutions aren't saved in guest mode. Please sign up for full access.",
  ] as const
  await details.getByRole('button', { name: 'Edit' }).click()
  await page
    .getByRole('dialog', { name: 'Edit Solution' })
    .getByRole('button', { name: 'Save Changes' })
    .click()
  await expectToast(page, ...refusal)
})
