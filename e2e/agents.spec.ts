import {
  arrangeAgent,
  arrangeLink,
  arrangeSolution,
  chooseOwner,
  fact,
  namesIn,
  openCatalogue,
} from './support/records.ts'
import {
  expectResting,
  REFUSED_REQUEST,
  refuse,
  sent,
  signInAs,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

test('[AGT-01, 02, 04] an account without agents is led to the form', async ({ page, organisation }) => {
  await signInAs(page, organisation, 'admin')
  await openCatalogue(page, 'Agents')
  await expect(page.getByRole('heading', { name: 'No Agents Created' })).toBeVisible()
  await page.getByRole('link', { name: 'Create Agent' }).first().click()
  await expect(page).toHaveURL(/\/settings\?tab=connections/)
  await expect(page.getByRole('tab', { name: 'AI Agents', selected: true })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Create Agent' })).toBeVisible()
})

test('[AGT-03, 05, 06, 07, 08, CALL-17, DATA-31, GAP-10] the table lists the agents, the newest first', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await signInAs(page, organisation, 'viewer')
  const arrange = (name: string, platform: string, day: number) =>
    arrangeAgent(cairn.database, { accountId, name, platform, createdAt: new Date(Date.UTC(2024, 0, day)) })
  await arrange('Own', 'Custom', 1)
  await arrange('Strange', 'Other', 2)
  await arrange('Writer', 'OpenAI', 3)
  await arrangeAgent(cairn.database, {
    accountId,
    name: 'Reader',
    platform: 'Anthropic',
    description: 'Reads contracts.',
    status: 'training',
    lastUsed: new Date(Date.now() - 3 * 60 * 60_000),
    updatedBy: founder.id,
    createdAt: new Date(Date.UTC(2024, 0, 4)),
  })
  const asked = sent(page, 'GET', 'agents')
  await openCatalogue(page, 'Agents')
  const query = new URL((await asked).url()).searchParams
  expect(query.get('account_id')).toBe(`eq.${accountId}`)
  expect(query.get('order')).toMatch(/^created_at\.desc/)

  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Platform',
    'Description',
    'Last Used',
    'Last Publisher',
    'Status',
    'Actions',
  ])
  await expect(namesIn(page, 'Agents')).toHaveText(['Reader', 'Writer', 'Strange', 'Own'])
  const reader = page.getByRole('row', { name: 'Reader' }).getByRole('cell')
  await expect(reader.nth(1)).toHaveText('Anthropic')
  await expect(reader.nth(2)).toHaveText('Reads contracts.')
  await expect(reader.nth(3)).toHaveText('3 hours ago')
  await expect(reader.nth(4)).toContainText('Ada Founder')
  await expect(reader.nth(5)).toHaveText('Training')
  const own = page.getByRole('row', { name: 'Own' }).getByRole('cell')
  await expect(own.nth(3)).toHaveText('Never')
  await expect(own.nth(4)).toHaveText('Unknown User')

  for (const [name, host] of [
    ['Reader', 'console.anthropic.com'],
    ['Writer', 'platform.openai.com'],
  ] as const) {
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', `https://${host}/`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  for (const name of ['Own', 'Strange'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('[AGT-09, GAP-11] the status is changed where it stands', async ({ page, cairn, organisation }) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
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

test('[GAP-11, GAP-13, GAP-31] an agent is looked at, edited and deleted', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  const agentId = await arrangeAgent(cairn.database, { accountId, name: 'Readr', platform: 'OpenAI' })
  const solutionId = await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  await arrangeLink(cairn.database, { accountId, solutionId, agentId })
  await openCatalogue(page, 'Agents')
  await page.getByRole('button', { name: 'Details of Readr' }).click()
  const details = page.getByRole('dialog', { name: 'Readr' })
  await expect(fact(details, 'Agent ID')).toHaveText(agentId)
  await expect(page).toHaveURL(`/agents?id=${agentId}`)
  await details.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await dialog.getByLabel('Agent Name').fill('Reader')
  await dialog.getByLabel('Platform').selectOption('Anthropic')
  await dialog.getByLabel('Status').selectOption('Active')
  await chooseOwner(dialog, 'Agent Owner', 'Ada Founder')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Reader has been updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(fact(page.getByRole('dialog', { name: 'Reader' }), 'Owner')).toContainText('Ada Founder')
  await page.getByRole('dialog', { name: 'Reader' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Delete Reader' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Agent' })
  await expect(
    question.getByRole('list', { name: 'Solutions 1' }).getByRole('link', { name: 'Portal' }),
  ).toBeVisible()
  await question.getByLabel('Type Reader to delete it').fill('Reader')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Agent deleted', 'The agent has been deleted successfully')
  await expect(page.getByRole('heading', { name: 'No Agents Created' })).toBeVisible()
})

test.describe('what the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[AGT-14, 15] a failed fetch says so, and lists nothing', async ({ page, cairn, organisation }) => {
    const { accountId } = await signInAs(page, organisation, 'admin')
    await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
    await refuse(page, 'GET', 'agents', 'Not on a Sunday.')
    await openCatalogue(page, 'Agents')
    await expect(toast(page).getByText('Failed to fetch agents. Please try again.')).toBeVisible()
    await expect(page.locator('#main').getByText('Failed to fetch agents. Please try again.')).toBeVisible()
    await expect(page.getByText('Reader')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(namesIn(page, 'Agents')).toHaveText(['Reader'])
  })

  test('[GAP-11] a refused status goes back to what it was', async ({ page, cairn, organisation }) => {
    const { accountId } = await signInAs(page, organisation, 'admin')
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
  const { accountId } = await signInAs(page, organisation, 'viewer')
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
  const { accountId } = await signInAs(page, organisation, 'admin')
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
