import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, keepSignIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('a team owns a record, its members change it, and another team takes it over', async ({
  page,
  browser,
  baseURL,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'user')
  await arrangeSystem(database, { accountId, name: 'Ledger' })
  const form = page.getByRole('dialog')

  await test.step('which a manager makes and gives the record to', async () => {
    await page.goto('/team?show=teams')
    for (const name of ['Team Finance', 'Team Data']) {
      await page.getByRole('button', { name: 'Add Team' }).first().click()
      await form.getByLabel('Name').fill(name)
      await form.getByRole('combobox', { name: 'Members' }).click()
      await page.getByRole('option', { name: 'Ben Example' }).click()
      await page.keyboard.press('Escape')
      await form.getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Team added')
    }
    await page.goto('/systems')
    await page.getByRole('button', { name: /Assign an owner to Ledger/ }).click()
    await page.getByRole('option', { name: 'Team Finance' }).click()
    await expect(page.getByRole('row', { name: /Ledger/ })).toContainText('Team Finance')
  })

  await test.step('whose member changes it', async () => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    const other = await context.newPage()
    await keepSignIn(other, ben)
    await other.goto('/systems')
    await other.getByRole('button', { name: 'Edit Ledger' }).click()
    await other.getByLabel('Description').fill('Kept by us.')
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(other, 'Ledger has been updated successfully')
    await context.close()
  })

  await test.step('into which it is merged', async () => {
    await page.goto('/team?show=teams')
    await page.getByRole('button', { name: 'Merge Team Finance' }).click()
    await page.getByRole('combobox', { name: 'Merge into' }).click()
    await page.getByRole('option', { name: 'Team Data' }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await expectToast(page, 'Teams merged')
    await page.goto('/systems')
    await expect(page.getByRole('row', { name: /Ledger/ })).toContainText('Team Data')
    await page.goto('/systems?gap=no_owner')
    await expect(page.getByRole('row', { name: /Ledger/ })).toHaveCount(0)
  })
})
