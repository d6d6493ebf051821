import {
  arrangeAutomation,
  arrangeLink,
  arrangeSolution,
  chooseOwner,
  fact,
  namesIn,
  openCatalogue,
} from './support/records.ts'
import { expectResting, REFUSED_REQUEST, refuse, rewrite, sent, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

test('[AUTO-01, 03] an account without automations is led to the form', async ({ page, organisation }) => {
  await signInAs(page, organisation, 'admin')
  await openCatalogue(page, 'Automations')
  await expect(page.getByRole('heading', { name: 'No Automations Connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Connect Automation' }).first().click()
  await expect(page).toHaveURL(/\/settings\?tab=connections/)
  await expect(page.getByRole('tab', { name: 'Automations', selected: true })).toBeVisible()
})

test('[AUTO-02, 08, 09, CALL-18, DATA-33, GAP-10] the table lists the automations, the newest first', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await signInAs(page, organisation, 'viewer')
  for (const [index, source] of ['Other', 'Make.com', 'Power Automate', 'Zapier'].entries())
    await arrangeAutomation(cairn.database, {
      accountId,
      name: `Of ${source}`,
      source,
      createdAt: new Date(Date.UTC(2024, 0, index + 1)),
    })
  await arrangeAutomation(cairn.database, {
    accountId,
    name: 'Hooked Zap',
    source: 'Zapier',
    description: 'Posts leads.',
    status: 'active',
    lastRun: new Date(Date.now() - 5 * 60_000),
    updatedBy: founder.id,
    createdAt: new Date(Date.UTC(2024, 0, 5)),
  })
  const asked = sent(page, 'GET', 'automations')
  await openCatalogue(page, 'Automations')
  const query = new URL((await asked).url()).searchParams
  expect(query.get('account_id')).toBe(`eq.${accountId}`)
  expect(query.get('order')).toMatch(/^created_at\.desc/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Source',
    'Description',
    'Last Run',
    'Last Publisher',
    'Status',
    'Actions',
  ])
  await expect(namesIn(page, 'Automations')).toHaveText([
    'Hooked Zap',
    'Of Zapier',
    'Of Power Automate',
    'Of Make.com',
    'Of Other',
  ])
  const zap = page.getByRole('row', { name: 'Hooked Zap' }).getByRole('cell')
  await expect(zap.nth(1)).toHaveText('Zapier')
  await expect(zap.nth(2)).toHaveText('Posts leads.')
  await expect(zap.nth(3)).toHaveText('5 minutes ago')
  await expect(zap.nth(4)).toContainText('Ada Founder')
  await expect(zap.nth(5)).toHaveText('Active')
  const other = page.getByRole('row', { name: 'Of Other' }).getByRole('cell')
  await expect(other.nth(1)).toHaveText('Other')
  await expect(other.nth(3)).toHaveText('Never')
  await expect(other.nth(4)).toHaveText('Unknown User')
})

test('[AUTO-04, 05, 06, 07] the name of an automation leads to where it runs', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'viewer')
  for (const [name, source, webhookUrl] of [
    ['Own', 'Other', 'https://hooks.example/own'],
    ['Scenario', 'Make.com', 'https://hooks.example/scenario'],
    ['Flow', 'Power Automate', null],
    ['Zap', 'Zapier', null],
    ['Hooked Zap', 'Zapier', 'https://hooks.example/zap?x=1'],
  ] as const)
    await arrangeAutomation(cairn.database, { accountId, name, source, webhookUrl })
  await openCatalogue(page, 'Automations')
  for (const [name, address] of [
    ['Hooked Zap', 'https://hooks.example/zap?x=1'],
    ['Zap', 'https://zapier.com/app/zaps'],
    ['Flow', 'https://make.powerautomate.com/'],
    ['Scenario', 'https://www.make.com/'],
  ] as const) {
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await expect(page.getByText('Own', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Own', exact: true })).toHaveCount(0)
})

for (const address of [
  'javascript:alert(1)',
  'http://hooks.example/',
  '//evil.test',
  'https://a@evil.test/',
]) {
  test(`[AUTO-04, 05] a Zap never leads to ${address}`, async ({ page, cairn, organisation }) => {
    const { accountId } = await signInAs(page, organisation, 'viewer')
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
  const { accountId } = await signInAs(page, organisation, 'admin')
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

test('[GAP-11, GAP-13, GAP-31, OPEN-04] an automation is looked at, edited and deleted', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  const automationId = await arrangeAutomation(cairn.database, { accountId, name: 'Invoice' })
  const solutionId = await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  await arrangeLink(cairn.database, { accountId, solutionId, automationId })
  await openCatalogue(page, 'Automations')
  await page.getByRole('row').getByRole('button', { name: 'Invoice', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Invoice' })
  await expect(fact(details, 'Automation ID')).toHaveText(automationId)
  await details.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Automation' })
  await dialog.getByLabel('Automation Name').fill('Invoices')
  await dialog.getByLabel('Source').selectOption('Zapier')
  await dialog.getByLabel('Webhook URL').fill('javascript:alert(1)')
  await chooseOwner(dialog, 'Automation Owner', 'Ada Founder')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Enter a web address that begins with https://' }),
  ).toBeVisible()
  await dialog.getByLabel('Webhook URL').fill('https://hooks.example/1')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Invoices has been updated successfully')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('dialog', { name: 'Invoices' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Invoices', exact: true })).toHaveAttribute(
    'href',
    'https://hooks.example/1',
  )

  await page.getByRole('button', { name: 'Delete Invoices' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Automation' })
  await expect(
    question.getByRole('list', { name: 'Solutions 1' }).getByRole('link', { name: 'Portal' }),
  ).toBeVisible()
  await question.getByLabel('Type Invoices to delete it').fill('Invoices')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Automation deleted', 'The automation has been deleted successfully')
  await expect(page.getByRole('heading', { name: 'No Automations Connected' })).toBeVisible()
})

test.describe('what the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[AUTO-16, 17] a failed fetch says so, and lists nothing', async ({ page, cairn, organisation }) => {
    const { accountId } = await signInAs(page, organisation, 'admin')
    await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
    await refuse(page, 'GET', 'automations', 'Not on a Sunday.')
    await openCatalogue(page, 'Automations')
    await expect(toast(page).getByText('Failed to fetch automations. Please try again.')).toBeVisible()
    await expect(page.getByText('Invoices')).toHaveCount(0)
  })

  test('[AUTO-19] a refused change is taken back, with the message', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await signInAs(page, organisation, 'admin')
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

test('[GAP-08] a user switches only what is their own', async ({ page, cairn, organisation }) => {
  const { accountId, me } = await signInAs(page, organisation, 'user')
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
