import { expectAccessible } from './support/accessibility.ts'
import { atRest } from './support/motion.ts'
import { withoutNews } from './support/news.ts'
import { arrangeAutomation, openCatalogue } from './support/records.ts'
import { arrangeSystem, expectResting, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

test('the history restores a value and a version; what another has changed meanwhile is asked', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await withoutNews(page)
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'First' })
  await database`update public.systems set description = 'Second', status = 'inactive' where id = ${id}`
  await database`update public.systems set description = 'Third', name = 'Wages' where id = ${id}`
  const stored = async () =>
    (await database`select name, description, status from public.systems where id = ${id}`)[0]
  await openSystems(page)
  const details = await openDetails(page, 'Wages')
  await details.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  const changes = history.getByRole('listitem').filter({ hasText: /changed|created/ })
  const restoreOf = (what: string) =>
    changes.first().getByRole('button', { name: `Restore this value ${what}` })
  await expect(changes).toHaveCount(3)
  // The latest version is the present one.
  await expect(changes.first().getByRole('button', { name: /Restore this version/ })).toHaveCount(0)
  await atRest(page.getByRole('dialog'))
  await expectAccessible(page, 'the history')

  await restoreOf('Description').focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Value restored', 'Restored in Wages: Description.')
  expect(await stored()).toEqual({ name: 'Wages', description: 'Second', status: 'inactive' })
  await expect(changes).toHaveCount(4)
  await expect(history).toBeFocused()
  await expect(changes.nth(1).getByRole('button', { name: 'Restore this value Description' })).toHaveCount(0)

  await changes
    .last()
    .getByRole('button', { name: /Restore this version/ })
    .click()
  await expectToast(page, 'Version restored', 'Restored in Wages: Description, Name, Status.')
  expect(await stored()).toEqual({ name: 'Payroll', description: 'First', status: 'active' })
  await expect(changes).toHaveCount(5)

  await database`
    update public.systems set description = 'Theirs', updated_at = now() + interval '1 second' where id = ${id}`
  await restoreOf('Description').click()
  const question = page.getByRole('dialog', { name: 'Restore Payroll' })
  const description = question.getByRole('group', { name: 'Description', exact: true })
  await expect(description.getByRole('radio', { name: 'Theirs Theirs' })).toBeVisible()
  await expect(question).toContainText('Someone else has just changed this.Nothing is restored yet.')
  await expect(description.getByRole('radio', { name: 'Restored Second' })).toBeChecked()
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Payroll has been updated successfully')
  await expect(question).toHaveCount(0)
  expect(await stored()).toEqual({ name: 'Payroll', description: 'Second', status: 'active' })
})

test.describe('a name that is taken', () => {
  test.use({ expectedComplaints: [/409/] })

  test('on a phone, a value that cannot be restored says why; a name that is taken meanwhile is reported', async ({
    page,
    cairn: { database },
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const leaver = await organisation.member('Lea Leaver')
    const id = await arrangeAutomation(database, { accountId, name: 'Sync' })
    await database`
      update public.automations set webhook_url = 'https://hooks.example/secret', owner_id = ${leaver.id}
      where id = ${id}`
    await database`update public.automations set webhook_url = '', owner_id = null, name = 'Copy' where id = ${id}`
    await database`delete from public.account_members where user_id = ${leaver.id}`
    await arrangeAutomation(database, { accountId, name: 'Sync' })
    await openCatalogue(page, 'Automations')
    await page.setViewportSize({ width: 375, height: 720 })
    await page.getByRole('link', { name: 'Copy', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Copy' })
    await details.getByRole('button', { name: 'History' }).click()
    const change = details
      .getByRole('list', { name: 'History' })
      .getByRole('listitem')
      .filter({ hasText: 'changed' })
    const restore = (what: string) =>
      change.first().getByRole('button', { name: `Restore this value ${what}` })
    await expectResting(
      restore('Webhook URL'),
      'The history keeps only the host of an address, because the rest may be secret.',
    )
    await expectResting(restore('Owner'), 'The person who owned it then can no longer be its owner.')
    expect(await details.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await restore('Name').click()
    await expect(toast(page)).toContainText('An automation with this name already exists.')
    const [row] = await database`select name from public.automations where id = ${id}`
    expect(row).toEqual({ name: 'Copy' })
  })
})

test('a viewer is offered nothing to restore', async ({ page, cairn: { database }, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'First' })
  await database`update public.systems set description = 'Second' where id = ${id}`
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  await expect(details.getByText('First', { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: /Restore/ })).toHaveCount(0)
})
