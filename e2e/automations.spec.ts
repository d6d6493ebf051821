import { arrangeAutomation, namesIn, openCatalogue } from './support/records.ts'
import { expectResting, keepSignInAs, REFUSED_REQUEST, refuse, rewrite, sent } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// agents-and-automations.spec.ts tests the common behavior of automations and agents.

for (const address of [
  'javascript:alert(1)',
  'http://hooks.example/',
  '//evil.test',
  'https://a@evil.test/',
]) {
  test(`[AUTO-04, 05] a Zap never leads to ${address}`, async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'viewer')
    await arrangeAutomation(cairn.database, {
      accountId,
      name: 'Zap',
      source: 'Zapier',
      webhookUrl: 'https://hooks.example/zap',
    })
    await rewrite(page, 'automations', (body) => body.replace('https://hooks.example/zap', address))
    await openCatalogue(page, 'Automations')
    const link = page.getByRole('link', { name: 'Zap', exact: true })
    await expect(link).toHaveAttribute('href', 'https://zapier.com/app/zaps')
  })
}

test('[AUTO-10, 11, 12, CALL-40] an automation is activated and deactivated', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
  await openCatalogue(page, 'Automations')
  const toggle = page.getByRole('switch', { name: 'Invoices is active' })
  await expect(toggle).not.toBeChecked()
  const request = sent(page, 'PATCH', 'automations')
  await toggle.click()
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${id}`)
  expect((await request).postDataJSON()).toMatchObject({ status: 'active' })
  await expectToast(page, 'Automation activated', 'Invoices has been activated')
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('row', { name: 'Invoices' })).toContainText('Active')
  await toggle.press('Space')
  await expectToast(page, 'Automation deactivated', 'Invoices has been deactivated')
  await expect(toggle).not.toBeChecked()
})

test.describe('a change that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[AUTO-19] is undone, with the message', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
    await refuse(page, 'PATCH', 'automations', 'Not on a Sunday.')
    await openCatalogue(page, 'Automations')
    const toggle = page.getByRole('switch', { name: 'Invoices is active' })
    await toggle.click()
    await expectToast(page, 'Failed to update automation: Not on a Sunday.')
    await expect(toggle).not.toBeChecked()
    await page.getByRole('button', { name: 'Edit Invoices' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Failed to update automation: Not on a Sunday.')
    await expect(page.getByRole('dialog', { name: 'Edit Automation' })).toBeVisible()
  })
})

test('[GAP-08] a user switches only their own automations', async ({ page, cairn, organisation }) => {
  const { accountId, me } = await keepSignInAs(page, organisation, 'user')
  await arrangeAutomation(cairn.database, { accountId, name: 'Owned', ownerId: me.id })
  await arrangeAutomation(cairn.database, { accountId, name: 'Strange' })
  await openCatalogue(page, 'Automations')
  await page.getByRole('switch', { name: 'Owned is active' }).click()
  await expectToast(page, 'Automation activated')
  const strange = page.getByRole('switch', { name: 'Strange is active' })
  await expectResting(strange, 'You can change only what you created or own.')
  await strange.press('Space')
  await expect(strange).not.toBeChecked()
})

test('[GUEST-27, GAP-08] guests see three example automations, and save nothing', async ({ page }) => {
  await continueAsGuest(page)
  await openCatalogue(page, 'Automations')
  await expect(namesIn(page, 'Automations')).toHaveCount(3)
  const toggle = page.getByRole('switch', { name: 'Invoice approval is active' })
  await toggle.click()
  await expectToast(
    page,
    'Guest Mode',
    "Automations aren't saved in guest mode. Please sign up for full access.",
  )
  await expect(toggle).toBeChecked()
})
