import { expectAccessible } from '../support/accessibility.ts'
import { arrangeManySystems, arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('all 214 rows that match a filter change their owner in one action, and get it back in one; others get a field, or go', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Owner')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 214 })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive', ownerId: founder.id })
  const owned = async (id: string) => {
    const [row] = await cairn.database<{ count: number }[]>`
      select count(*)::int as count from public.systems where account_id = ${accountId} and owner_id = ${id}`
    return row?.count
  }
  await page.goto('/systems?q=Register')
  await expect(page.getByText('214 of 215', { exact: true })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selection' })

  await test.step('a range by Shift, by keys, and then all', async () => {
    await page.getByRole('checkbox', { name: 'Select Register 0001' }).click()
    await page.getByRole('checkbox', { name: 'Select Register 0004' }).click({ modifiers: ['Shift'] })
    await expect(bar.getByText('4 selected')).toBeVisible()
    await page.getByRole('link', { name: 'Register 0006', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar.getByText('6 selected')).toBeVisible()
    await expectAccessible(page, 'a list with a selection')
    await bar.getByRole('button', { name: 'Select all 214 that match' }).click()
    await expect(bar.getByText('214 selected')).toBeVisible()
  })

  await test.step('the preview, and the change', async () => {
    await bar.getByRole('button', { name: 'Change owner' }).click()
    await page.getByRole('option', { name: 'Ben Owner' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Make Ben Owner their owner?' })
    await expect(dialog).toContainText('214 of 214 selected records will change.')
    await expect(dialog).toContainText('214 Ada Founder → Ben Owner')
    await dialog.getByRole('button', { name: 'Show the records' }).press('Enter')
    await expect(dialog.getByRole('listitem').first()).toHaveText('Register 0001Ada Founder')
    await expect(dialog.getByRole('listitem').last()).toHaveText('and 164 more')
    await expectAccessible(page, 'the preview of a change in bulk')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByText('Changed: 214 records').first()).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect([await owned(ben.id), await owned(founder.id)]).toEqual([214, 1])
    const [acts] = await cairn.database<{ acts: number; lines: number }[]>`
      select count(distinct act)::int as acts, count(*)::int as lines from public.record_history
      where account_id = ${accountId} and field = 'owner_id'`
    expect(acts).toEqual({ acts: 1, lines: 214 })
  })

  await test.step('Undo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 214 records').first()).toBeVisible()
    expect([await owned(ben.id), await owned(founder.id)]).toEqual([0, 215])
  })

  await test.step('a field of two, and a deletion with its reason', async () => {
    const choose = async () => {
      for (const name of ['Register 0001', 'Register 0002'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    }
    await choose()
    // A toast stands over the bar.
    await bar.getByRole('button', { name: 'Set a field' }).press('Enter')
    const field = page.getByRole('dialog', { name: 'Set a field' })
    await field.getByLabel('Field', { exact: true }).selectOption('Vendor')
    await field.getByLabel('Vendor').fill('Acme')
    await field.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }).click()
    await expectToast(page, 'Changed: 2 records')
    const filled = await cairn.database`
      select 1 from public.systems where account_id = ${accountId} and vendor = 'Acme'`
    expect(filled).toHaveLength(2)
    await choose()
    await bar.getByRole('button', { name: 'Delete' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Delete them?' })
    await question.getByRole('textbox', { name: 'Reason' }).fill('Moved out')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted: 2 records')
    const binned = await cairn.database`
      select reason from public.binned_records where account_id = ${accountId}`
    expect(binned).toEqual([{ reason: 'Moved out' }, { reason: 'Moved out' }])
    await page.goto('/activity?show=bin')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+z')
    await expectToast(page, 'Undone: 2 records')
    await expect(page.getByText('The bin is empty')).toBeVisible()
  })
})
