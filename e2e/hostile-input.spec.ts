import { arrangeAutomation, fact, openCatalogue } from './support/records.ts'
import { arrangeSystem, keepSignInAs, listedNames, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const SCRIPT = '<img src="x" onerror="alert(1)"><script>alert(2)</script>'

test('[OPEN-03, 04] markup, endless names and foreign scripts are text like any other', async ({
  page,
  cairn,
  organisation,
}) => {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const large = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`field ${index}`, `${index} ${'x'.repeat(40)}`]),
  )
  await arrangeSystem(cairn.database, { accountId, name: 'Large', details: large })
  await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
  await openSystems(page)

  await test.step('a name of 10,000 characters is refused at its field, and stays there', async () => {
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByLabel('System Name').fill('W'.repeat(10_000))
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'System name must have at most 120 characters.' }),
    ).toBeVisible()
    await expect(page.getByLabel('System Name')).toHaveValue('W'.repeat(10_000))
  })

  await test.step('markup is shown, not obeyed', async () => {
    await page.getByLabel('System Name').fill(SCRIPT)
    await page.getByLabel('Description').fill(`${SCRIPT}\n${'y'.repeat(1_900)}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, `${SCRIPT} has been added successfully`)
    const details = await openDetails(page, SCRIPT)
    await expect(fact(details, 'Description')).toContainText(SCRIPT)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await details.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a name from right to left keeps its direction and its place', async () => {
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByLabel('System Name').fill('نظام الرواتب 🚀')
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expect(listedNames(page)).toHaveText([SCRIPT, 'Large', 'نظام الرواتب 🚀'])
    const name = page.getByRole('link', { name: 'نظام الرواتب 🚀', exact: true })
    await expect(name).toHaveCSS('direction', 'rtl')
    await expect(name).toHaveCSS('text-align', 'left')
  })

  await test.step('200 kB of details can be read and edited around', async () => {
    const details = await openDetails(page, 'Large')
    await expect(details.getByText('"field 2999"')).toBeAttached()
    await details.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Still quick')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(fact(details, 'Description')).toHaveText('Still quick')
    await details.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('an address that is a script never becomes a link', async () => {
    await openCatalogue(page, 'Automations')
    await page.getByRole('button', { name: 'Edit Invoices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Automation' })
    await dialog.getByLabel('Webhook URL').fill('javascript:alert(3)')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'Enter a web address that begins with https://' }),
    ).toBeVisible()
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0)
  })
  expect(alerts).toEqual([])
})
