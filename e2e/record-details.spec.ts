import { expectAccessible } from './support/accessibility.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('additional details are edited with the keys alone, saved, reported and restored', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, {
    accountId,
    name: 'Payroll',
    details: { vendor: 'Example', regions: ['north', 'south'] },
  })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  const group = form.getByRole('group', { name: 'Additional Details' })

  await test.step('lists show, and stay unchanged', async () => {
    await expect(group.getByText('These details cannot be edited here.')).toBeVisible()
    await expect(group.locator('pre')).toContainText('"regions"')
    await expect(group.getByRole('textbox', { name: 'Label of detail 1' })).toHaveValue('vendor')
  })

  await test.step('an invalid detail shows its problem', async () => {
    await group.getByRole('button', { name: 'Add a detail' }).press('Enter')
    const label = group.getByRole('textbox', { name: 'Label of detail 2' })
    await expect(label).toBeFocused()
    await page.keyboard.type('regions')
    await page.keyboard.press('Tab')
    await page.keyboard.type('<b>east</b>')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(group.getByRole('alert')).toHaveText('Two details have the same label.')
    await expectAccessible(page, 'additional details with a complaint')
    await label.fill('contract')
    await group.getByRole('textbox', { name: 'Value of detail 1' }).fill('Other')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
  })

  const stored = async () => {
    const [row] = await cairn.database`select details from public.systems where account_id = ${accountId}`
    return row?.['details']
  }
  const regions = ['north', 'south']
  expect(await stored()).toEqual({ vendor: 'Other', contract: '<b>east</b>', regions })

  await test.step('the history lists it, and restores it', async () => {
    const again = page.getByRole('dialog', { name: 'Payroll' })
    await again.getByRole('button', { name: 'History' }).click()
    await again
      .getByRole('button', { name: /Restore this value/ })
      .first()
      .click()
    await expect.poll(stored).toEqual({ vendor: 'Example', regions })
  })

  await test.step('a removed detail disappears', async () => {
    await page.getByRole('dialog', { name: 'Payroll' }).getByRole('button', { name: 'Edit' }).click()
    await group.getByRole('button', { name: 'Remove detail 1' }).click()
    await expect(group.getByRole('button', { name: 'Add a detail' })).toBeFocused()
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
    expect(await stored()).toEqual({ regions })
  })
})

test('a change of the details by another user is reported before it would be overwritten', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll', details: { vendor: 'Old' } })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByRole('textbox', { name: 'Value of detail 1' }).fill('Mine')
  await cairn.database`update public.systems set details = '{"vendor": "Theirs"}', updated_at = now() where id = ${id}`
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByRole('group', { name: 'Additional Details' })).toContainText('vendor: Theirs')
  await expect(form.getByRole('group', { name: 'Additional Details' })).toContainText('vendor: Mine')
})
