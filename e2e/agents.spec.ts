import { arrangeAgent, namesIn, openCatalogue } from './support/records.ts'
import {
  expectResting,
  keepSignInAs,
  REFUSED_REQUEST,
  refuse,
  sent,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// agents-and-automations.spec.ts tests the common behavior of agents and automations.

test('[AGT-09, GAP-11] the status is changed in place', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
  await openCatalogue(page, 'Agents')
  await page.getByRole('button', { name: 'Status of Reader: Inactive' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['Active', 'Training', 'Inactive'])
  const request = sent(page, 'PATCH', 'agents')
  await page.getByRole('menuitemradio', { name: 'Training' }).click()
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${id}`)
  expect((await request).postDataJSON()).toMatchObject({ status: 'training' })
  await expectToast(page, 'Reader has been updated successfully')
  await expect(page.getByRole('button', { name: 'Status of Reader: Training' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Reader' })).toContainText('Ada Founder')
})

test.describe('a change that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[GAP-11] leaves the status as it was', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
    await refuse(page, 'PATCH', 'agents', 'Not on a Sunday.')
    await openCatalogue(page, 'Agents')
    await page.getByRole('button', { name: 'Status of Reader' }).click()
    await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
    await expectToast(page, 'Failed to update agent: Not on a Sunday.')
    await expect(page.getByRole('button', { name: 'Status of Reader: Inactive' })).toBeVisible()
  })
})

test('[GAP-08] a viewer changes nothing', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
  await openCatalogue(page, 'Agents')
  for (const name of ['Create Agent', 'Edit Reader', 'Delete Reader', 'Status of Reader']) {
    await expectResting(page.getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
  }
})

test('[GUEST-27, GAP-08] guests see two example agents, and save nothing', async ({ page }) => {
  await continueAsGuest(page)
  await openCatalogue(page, 'Agents')
  await expect(namesIn(page, 'Agents')).toHaveText(['Support Assistant', 'Contract Reader'])
  await page.getByRole('button', { name: 'Status of Contract Reader: Training' }).click()
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
  await expectToast(page, 'Guest Mode', "Agents aren't saved in guest mode. Please sign up for full access.")
  await expect(page.getByRole('button', { name: 'Status of Contract Reader: Training' })).toBeVisible()
})

test('[AGT-09] on a phone the status is changed on the card, which opens beside it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeAgent(cairn.database, { accountId, name: 'Planner' })
  await openCatalogue(page, 'Agents')
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('button', { name: 'Status of Planner: Inactive' }).click()
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Status of Planner: Active' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByText('Platform', { exact: true }).click({ force: true })
  await expect(page.getByRole('dialog', { name: 'Planner' })).toBeVisible()
})
