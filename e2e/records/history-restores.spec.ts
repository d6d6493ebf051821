import { expectAccessible } from '../support/accessibility.ts'
import { atRest } from '../support/motion.ts'
import { withoutNews } from '../support/news.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

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
  await details.getByRole('button', { name: 'Activity' }).click()
  const history = page.getByRole('list', { name: 'Activity' })
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
