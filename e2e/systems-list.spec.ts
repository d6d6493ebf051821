import {
  arrangeSystem,
  keepSignInAs,
  listedNames,
  openDetails,
  openSystems,
  sent,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('[SYS-01, 02, 03, 04, 05, DIS-29] an account without systems is helped to its first', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await openSystems(page)
  await expect(page.getByText("Manage your organization's systems", { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  for (const name of ['Add System', 'Create First System']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Add System' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('[SYS-06, 07, 08, 11, CALL-15, DATA-24] the table lists the systems of the account by name', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const createdAt = new Date('2024-02-03T10:20:30Z')
  for (const name of ['Payroll', 'billing', 'Archive']) {
    await arrangeSystem(cairn.database, {
      accountId,
      name,
      createdAt,
      ...(name === 'Payroll' && { description: 'Pays everybody.', ownerId: founder.id }),
    })
  }
  const asked = sent(page, 'GET', 'systems')
  await openSystems(page)
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
  await expect(listedNames(page)).toHaveText(['Archive', 'billing', 'Payroll'])
  const payroll = page.getByRole('row', { name: 'Payroll' })
  await expect(payroll.getByRole('cell').nth(1)).toHaveText('Pays everybody.')
  await expect(payroll.getByRole('cell').nth(3)).toContainText('Ada Founder')
  await expect(payroll.getByRole('cell').nth(4)).toHaveText('Feb 3, 2024')
  await expect(page.getByRole('row', { name: 'Archive' }).getByRole('cell').nth(3)).toHaveText(
    'No owner assigned',
  )

  await payroll.getByRole('button', { name: 'Edit Payroll' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit System' }).getByLabel('System Name')).toHaveValue(
    'Payroll',
  )
  await page.keyboard.press('Escape')
  await payroll.getByRole('button', { name: 'Delete Payroll' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete System' })).toContainText('Payroll')
})

test('[SYS-09, DIS-29] a filter that leaves nothing says so, and stays in the address', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll', description: 'Pays everybody.' })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Archive', 'Payroll'])

  const filter = page.getByRole('searchbox', { name: 'Filter systems' })
  await filter.fill('PAYS')
  await expect(listedNames(page)).toHaveText(['Payroll'])
  await page.reload()
  await expect(filter).toHaveValue('PAYS')
  await expect(listedNames(page)).toHaveText(['Payroll'])

  await filter.fill('nothing like it')
  await expect(page.getByRole('cell', { name: 'No systems found.' })).toBeVisible()
  await expect(page.getByText('No Systems Yet')).toHaveCount(0)
  await filter.fill('')
  await expect(listedNames(page)).toHaveText(['Archive', 'Payroll'])
})

test('[SYS-11] a column header turns the order around', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const arrange = (name: string, createdAt: string) =>
    arrangeSystem(cairn.database, { accountId, name, createdAt: new Date(createdAt) })
  await arrange('Archive', '2024-03-01')
  await arrange('Billing', '2024-01-01')
  await arrange('Payroll', '2024-02-01')
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Archive', 'Billing', 'Payroll'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(listedNames(page)).toHaveText(['Payroll', 'Billing', 'Archive'])
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll', 'Archive'])
})

test('[SYS-10, 27] a press on the row opens the details, which have a separate address', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await page.getByRole('row', { name: 'Payroll' }).getByRole('cell').nth(3).click()
  const details = page.getByRole('dialog', { name: 'Payroll' })
  await expect(details.getByText(id, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/systems?id=${id}`)

  await page.reload()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/systems')
  await openDetails(page, 'Payroll')
  await page.goBack()
  await expect(details).toHaveCount(0)

  await page.goto('/systems?id=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('dialog', { name: 'System not found' })).toBeVisible()
})
