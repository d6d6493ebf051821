import { expectAccessible } from '../support/accessibility.ts'
import { arrangeManySystems, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('an act is found from its toast, undone later on its page, and what another member changed since stays', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database } = cairn
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  await arrangeManySystems(database, { accountId, ownerId: founder.id, count: 30 })
  const ben = await organisation.member('Ben Owner')
  await page.goto('/systems')
  const bar = page.getByRole('region', { name: 'Selection' })

  await test.step('a change of many, and its toast', async () => {
    await page.getByRole('checkbox', { name: 'Select Register 0001' }).click()
    await page.getByRole('checkbox', { name: 'Select Register 0004' }).click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Change owner' }).click()
    await page.getByRole('option', { name: 'Ben Owner' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }).click()
    await expectToast(page, 'Changed: 4 records')
    await page.getByRole('button', { name: 'View details' }).click()
    await expect(page.getByRole('heading', { name: 'Owner is now Ben Owner: 4 records' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Records' }).getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page, 'an act')
  })

  await test.step('Undo names what was changed since', async () => {
    await database.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ben.id, role: 'authenticated' })}, true)`
      await tx`update public.systems set owner_id = null where account_id = ${accountId} and name like '%0002'`
    })
    await page.reload()
    await expect(page.getByText('1 left: changed since by Ben Owner')).toBeVisible()
    await page.getByRole('button', { name: 'Undo for 3 records' }).click()
    await expectToast(page, 'Undone: 3 records', '1 left: changed since by Ben Owner')
    await expect(page.getByRole('link', { name: /^undone by/ })).toBeVisible()
  })

  await test.step('the list has both', async () => {
    await page.getByRole('link', { name: 'Activity' }).click()
    const list = page.getByRole('list', { name: 'Bulk changes' })
    await expect(list.getByRole('link')).toHaveText([
      'Undone: 3 records',
      'Owner is now Ben Owner: 4 records',
    ])
    await expectAccessible(page, 'the list of acts')
  })

  await test.step('the bin restores what was selected, and all that one act deleted', async () => {
    await page.goto('/systems')
    await page.getByRole('checkbox', { name: 'Select Register 0001' }).click()
    await page.getByRole('checkbox', { name: 'Select Register 0004' }).click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted: 4 records')
    await page.goto('/activity?show=bin')
    await page.getByRole('checkbox', { name: 'Select Register 0002' }).click()
    await bar.getByRole('button', { name: 'Restore (1)' }).click()
    await expectToast(page, 'Restored: 1 record')
    await expect(page.getByRole('list', { name: 'Bin' }).getByRole('listitem')).toHaveCount(3)
    await page
      .getByRole('button', { name: /^Undo this change/ })
      .first()
      .click()
    await expectToast(page, 'Undone: 3 records')
    await expect(page.getByText('The bin is empty')).toBeVisible()
  })
})
