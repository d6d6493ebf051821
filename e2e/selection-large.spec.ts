import { arrangeManySystems, expectResting, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('a selection reaches over rows that have not come, and one can be taken out of all', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 2100 })
  await openSystems(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  const title = (name: string) => page.getByRole('link', { name, exact: true })

  await test.step('a range by Shift loads what is between', async () => {
    await box('Register 0002').click()
    await title('Register 0002').focus()
    await page.keyboard.press('End')
    await expect(title('Register 2100')).toBeFocused()
    await box('Register 2099').click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('2,098 selected')
  })

  await test.step('all of them, which keeps the focus and says at once what is too many', async () => {
    await bar.getByRole('button', { name: 'Select all 2,100 that match' }).press('Enter')
    await expect(bar).toContainText('2,100 selected')
    await expect(bar).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: '2,100 selected' })).toHaveCount(1)
    await expectResting(
      bar.getByRole('button', { name: 'Delete' }),
      'You can delete at most 2,000 records at once.',
    )
  })

  await test.step('all but one, loaded or not', async () => {
    await box('Register 2099').click()
    await expect(bar).toContainText('2,099 selected')
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('status')).toHaveText('2,099 of 2,099 selected records will change.')
    await question.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByText('Changed: 2,099 records').first()).toBeVisible()
    const left = await cairn.database`
      select name from public.systems where account_id = ${accountId} and status = 'active'`
    expect(left).toEqual([{ name: 'Register 2099' }])
  })
})
