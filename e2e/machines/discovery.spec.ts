import { expectAccessible } from '../support/accessibility.ts'
import { expectWhole } from '../support/layout.ts'
import { arrangeAutomation } from '../support/records.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('a script that nobody registered calls, and an admin registers, joins and refuses by keyboard', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const joined = await arrangeAutomation(cairn.database, { accountId, name: 'Stock report' })
  await page.goto('/discovery?show=callers')
  await page.getByRole('button', { name: 'Create Address' }).press('Enter')
  const made = page.getByRole('region', { name: 'Address of the account' })
  const address = /https?:\S+\/p\/\w+/.exec(await made.getByText(/^curl/).innerText())?.[0]
  await expectAccessible(page, 'the address of an account')

  const call = (name: string) => page.request.post(`${address}/${encodeURIComponent(name)}`, { data: 'ran' })
  const callers = page.getByRole('list', { name: 'Unknown callers' }).getByRole('listitem')
  await test.step('three scripts call', async () => {
    for (const name of ['nightly_backup', 'stock', '<b>noise</b>']) await expect(await call(name)).toBeOK()
    await page.reload()
    await expect(callers).toHaveCount(3)
    await expect(callers.filter({ hasText: '<b>noise</b>' })).toContainText('1 call')
    await expectAccessible(page, 'callers that wait')
    await page.setViewportSize({ width: 375, height: 780 })
    await expectWhole(page, 'callers that wait, on a phone')
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('a caller becomes a record', async () => {
    await page.getByRole('button', { name: 'Register nightly_backup' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Register nightly_backup' })
    await expect(dialog.getByLabel('Name')).toHaveValue('Nightly backup')
    await expectAccessible(page, 'a caller that becomes a record')
    await dialog.getByRole('button', { name: 'Register' }).press('Enter')
    await expectToast(page, 'nightly_backup is registered')
    await expect(callers).toHaveCount(2)
  })

  await test.step('a caller is joined to a record', async () => {
    await page.getByRole('button', { name: 'Register stock' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Register stock' })
    await dialog.getByRole('combobox', { name: 'Record' }).click()
    await page.getByRole('option', { name: 'Stock report' }).click()
    await dialog.getByRole('button', { name: 'Join' }).press('Enter')
    await expectToast(page, 'stock is registered')
  })

  await test.step('a caller is refused for good', async () => {
    await page.getByRole('button', { name: 'Refuse <b>noise</b> for good' }).press('Enter')
    await expect(page.getByText('No caller waits')).toBeVisible()
    expect((await call('<b>noise</b>')).status()).toBe(404)
  })

  await test.step('their calls are runs', async () => {
    for (const name of ['nightly_backup', 'Stock']) await expect(await call(name)).toBeOK()
    await page.goto('/automations')
    await expect(page.getByRole('row', { name: 'Nightly backup' })).toContainText('On time')
    await expect(page.getByRole('row', { name: 'Stock report' })).toContainText('On time')
    await page.goto(`/automations/${joined}`)
    await expect(page.getByText('1 of 1 run in 30 days')).toBeVisible()
  })
})
