import type { Page } from '@playwright/test'
import { arrangeSolution } from './support/records.ts'
import { arrangeExperts, arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast } from './support/toasts.ts'

/** Deletes a system from its row, and sends the deletion to the server. */
async function deleteSystem(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'System deleted')
  const told = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await closeToast(page)
  await told
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Bin' }).getByRole('listitem').filter({ hasText: name })

test('a deleted system is restored from the bin unchanged', async ({ page, cairn, organisation }) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const { database } = cairn
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', ownerId: founder.id })
  await arrangeExperts(database, { accountId, systemId: id, people: [founder] })
  await arrangeSolution(database, { accountId, name: 'Portal', relatedSystems: [id], status: 'inactive' })
  await arrangeSolution(database, { accountId, name: 'Intranet', relatedSystems: [id], status: 'inactive' })
  const state = async () => ({
    system: await database`select * from public.systems where id = ${id}`,
    experts: await database`select * from public.system_experts where system_id = ${id}`,
    solutions: await database`
      select name, related_systems from public.solutions where account_id = ${accountId} order by name`,
  })
  const before = await state()
  await openSystems(page)
  await deleteSystem(page, 'Payroll')
  expect((await state()).solutions).not.toEqual(before.solutions)

  await page.getByRole('main').getByRole('link', { name: 'Bin' }).click()
  await expect(page).toHaveURL('/bin?kind=system')
  await expect(page.getByRole('heading', { name: 'Bin', level: 1 })).toBeVisible()
  await expect(row(page, 'Payroll')).toContainText('System · deleted by Ada Founder')
  await expect(row(page, 'Payroll')).toContainText('30 days left')
  await row(page, 'Payroll').getByRole('button', { name: 'Restore Payroll' }).click()
  await expectToast(page, 'Payroll has been restored')
  await expect(page.getByRole('heading', { name: 'Nothing of this kind is in the bin' })).toBeVisible()
  expect(await state()).toEqual(before)

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(`/systems?id=${id}`)
  await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Ada Founder restored it')
})

test('a record that another user restores shows again on the page that deleted it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await deleteSystem(page, 'Payroll')
  await expect(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
  await arrangeSystem(cairn.database, { id, accountId, name: 'Payroll' })
  await expect(page.getByRole('row', { name: /Payroll/ })).toBeVisible()
})

test.describe('a name that is taken', () => {
  test.use({ expectedComplaints: [/409.*restore_from_bin/] })

  test('asks for another name', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await openSystems(page)
    await deleteSystem(page, 'Payroll')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await page.getByRole('main').getByRole('link', { name: 'Bin' }).click()
    await page.getByRole('button', { name: 'Restore Payroll' }).click()
    const window = page.getByRole('dialog', { name: 'Restore under another name' })
    await expect(window).toContainText('A system with this name already exists.')
    await window.getByRole('textbox', { name: 'Name' }).fill('Payroll of old')
    await window.getByRole('button', { name: 'Restore' }).click()
    await expectToast(page, 'Payroll of old has been restored')
    await expect(window).toHaveCount(0)
  })

  test('asks for it also where another record is restored meanwhile', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    for (const name of ['Archive', 'Payroll']) await arrangeSystem(cairn.database, { accountId, name })
    await cairn.database`delete from public.systems where account_id = ${accountId}`
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await page.goto('/bin')
    const answered = page.waitForResponse(/restore_from_bin/)
    let asked = 0
    await page.route('**/rpc/restore_from_bin', async (route) => {
      asked += 1
      if (asked === 1) await answered
      await route.continue()
    })
    await page.getByRole('button', { name: 'Restore Payroll' }).click()
    await page.getByRole('button', { name: 'Restore Archive' }).click()
    await expect(page.getByRole('dialog', { name: 'Restore under another name' })).toBeVisible()
  })
})

test('a kind without records in the bin leads to the others', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await cairn.database`delete from public.systems where account_id = ${accountId}`
  await page.goto('/bin?kind=agent')
  await expect(page.getByText('Nothing of this kind is in the bin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Empty the bin' })).not.toHaveAttribute('aria-disabled')
  await page.getByRole('button', { name: 'Show all kinds' }).click()
  await expect(row(page, 'Payroll')).toBeVisible()
})

test('restoring by the keyboard moves the focus to the next record', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Payroll', 'Archive', 'Billing']) {
    const id = await arrangeSystem(cairn.database, { accountId, name })
    await cairn.database`delete from public.systems where id = ${id}`
  }
  await page.goto('/bin')
  await page.getByRole('button', { name: 'Restore Archive' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Archive')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Restore Payroll' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Payroll')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Restore Billing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The bin is empty')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a restored record leaves the bin at once, and another kind shows without a gap', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Payroll', 'Archive']) await arrangeSystem(cairn.database, { accountId, name })
  await cairn.database`delete from public.systems where account_id = ${accountId}`
  await page.goto('/bin')
  await expect(row(page, 'Archive')).toBeVisible()
  let isHeld = true
  const held: (() => void)[] = []
  await page.route('**/rpc/get_bin', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Restore Payroll' }).click()
  await expectToast(page, 'Payroll has been restored')
  await expect(row(page, 'Payroll')).toHaveCount(0)
  await expect(page.getByText('Deleted records stay here for 30 days.')).toBeVisible()

  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Systems')
  await expect(row(page, 'Archive')).toBeVisible()
  await expect(page.getByText('Deleted records stay here for 30 days.')).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Archive' })).toBeVisible()
  isHeld = false
  for (const goOn of held) goOn()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(row(page, 'Archive')).toBeVisible()
})

test('a viewer reads why they cannot restore anything, not even what they created', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, me } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeSystem(cairn.database, { accountId, name: 'Mine', createdBy: me.id })
  await cairn.database`delete from public.systems where account_id = ${accountId}`
  await page.goto('/bin')
  await expect(page.getByRole('button', { name: 'Restore Mine' })).toHaveAccessibleDescription(
    'Viewers cannot make changes. Ask an administrator for another level.',
  )
})

test.describe('a purge that fails', () => {
  test.use({ expectedComplaints: [/503/] })

  test('names the record that could not be deleted', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await cairn.database`delete from public.systems where account_id = ${accountId}`
    await page.route('**/rpc/purge_*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.goto('/bin')
    await page.getByRole('button', { name: 'Delete Payroll for good' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await expectToast(page, 'Error deleting Payroll for good')
  })
})

test('admins purge, and the palette leads to the bin', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Payroll', 'Archive', 'Billing'])
    await arrangeSystem(cairn.database, { accountId, name })
  await cairn.database`delete from public.systems where account_id = ${accountId}`
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Bin')
  await page.getByRole('option', { name: 'Bin', exact: true }).click()
  await expect(page).toHaveURL('/bin')
  await page.getByRole('button', { name: 'Delete Payroll for good' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nobody can restore it afterwards.')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expectToast(page, '1 record deleted for good')
  await expect(row(page, 'Payroll')).toHaveCount(0)
  await expect(row(page, 'Archive')).toBeVisible()
  await page.getByRole('button', { name: 'Empty the bin' }).click()
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
})

test('a user restores only records that they could delete', async ({ page, cairn, organisation }) => {
  const { accountId, me } = await keepSignInAs(page, organisation, 'user')
  await arrangeSystem(cairn.database, { accountId, name: 'Mine', ownerId: me.id })
  await arrangeSystem(cairn.database, { accountId, name: 'Theirs' })
  await cairn.database`delete from public.systems where account_id = ${accountId}`
  await page.goto('/bin')
  await expect(page.getByRole('button', { name: 'Restore Theirs' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: /for good|Empty/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore Mine' }).click()
  await expectToast(page, 'Mine has been restored')
})

test('a system that two solutions depend on is deleted with the links moved, restored, and is unchanged', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const { database } = cairn
  const owner = await organisation.member('Ola Owner')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll' })
  const next = await arrangeSystem(database, { accountId, name: 'Successor' })
  await arrangeSolution(database, { accountId, name: 'Portal', relatedSystems: [id], ownerId: owner.id })
  await arrangeSolution(database, { accountId, name: 'Intranet', relatedSystems: [id] })
  const state = async () => ({
    system: await database`select * from public.systems where id = ${id}`,
    solutions: await database`
      select name, related_systems from public.solutions where account_id = ${accountId} order by name`,
  })
  const before = await state()
  await openSystems(page)
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete System' })
  await expect(question.getByRole('list', { name: 'Solutions' }).getByRole('listitem')).toHaveText([
    /^Intranet.*No owner assigned$/,
    /^Portal.*Ola Owner$/,
  ])
  await expect(question.getByRole('button', { name: 'Retire instead' })).toBeVisible()
  await question.getByRole('combobox', { name: 'Move the links to…' }).click()
  // Deleted records are not offered.
  await expect(page.getByRole('option')).toHaveText(['Nowhere: remove the links', 'Successor'])
  await page.keyboard.type('succ')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('combobox', { name: 'Move the links to…' })).toHaveText('Successor')
  await question.getByLabel('Reason').fill('We have a new one')
  await question.getByLabel('Tell the owners').check()
  const confirm = question.getByRole('button', { name: 'Delete', exact: true })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await question.getByLabel('Type Payroll to delete it').fill('Payroll')
  await confirm.click()
  await expectToast(page, 'System deleted')
  const told = page.waitForResponse(/delete_records/)
  await closeToast(page)
  await told
  expect((await state()).solutions.map(({ related_systems: systems }) => systems)).toEqual([[next], [next]])
  const notices = await database`
    select payload from public.notifications where user_id = ${owner.id} and kind = 'dependency_deleted'`
  expect(notices).toMatchObject([{ payload: { dependents: ['Portal'], reason: 'We have a new one' } }])

  await page.getByRole('main').getByRole('link', { name: 'Bin' }).click()
  await expect(row(page, 'Payroll')).toContainText('We have a new one')
  await page.getByRole('button', { name: 'Restore Payroll' }).click()
  await expectToast(page, 'Payroll has been restored')
  expect(await state()).toEqual(before)
})
