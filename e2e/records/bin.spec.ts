import type { Page } from '@playwright/test'
import { chooseInListMenu } from '../support/list-menu.ts'
import { arrangeSolution } from '../support/records.ts'
import { arrangeExperts, arrangeSystem, keepSignInAs, openSystems } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { closeToast, expectToast } from '../support/toasts.ts'

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

test('a system that two solutions depend on is deleted with the links moved, and restored unchanged by anybody', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const { database } = cairn
  const owner = await organisation.member('Ola Owner')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', ownerId: founder.id })
  await arrangeExperts(database, { accountId, systemId: id, people: [founder] })
  const next = await arrangeSystem(database, { accountId, name: 'Successor' })
  await arrangeSolution(database, { accountId, name: 'Portal', relatedSystems: [id], ownerId: owner.id })
  await arrangeSolution(database, { accountId, name: 'Intranet', relatedSystems: [id] })
  const state = async () => ({
    system: await database`select * from public.systems where id = ${id}`,
    experts: await database`select * from public.system_experts where system_id = ${id}`,
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

  await chooseInListMenu(page, 'Bin')
  await expect(page).toHaveURL('/activity?show=bin&kind=system')
  await expect(row(page, 'Payroll')).toContainText('System · deleted by Ada Founder')
  await expect(row(page, 'Payroll')).toContainText('30 days left')
  await expect(row(page, 'Payroll')).toContainText('We have a new one')
  await page.getByRole('button', { name: 'Restore Payroll' }).click()
  await expectToast(page, 'Payroll has been restored')
  expect(await state()).toEqual(before)

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(`/systems?id=${id}`)
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Ada Founder restored it')

  await test.step('a record that another user restores shows again on the page that deleted it', async () => {
    const other = await arrangeSystem(database, { accountId, name: 'Archive' })
    await page.goto('/systems')
    await deleteSystem(page, 'Archive')
    await expect(page.getByRole('row', { name: /Archive/ })).toHaveCount(0)
    await arrangeSystem(database, { id: other, accountId, name: 'Archive' })
    await expect(page.getByRole('row', { name: /Archive/ })).toBeVisible()
  })
})
