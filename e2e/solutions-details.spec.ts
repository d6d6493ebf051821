import {
  arrangeAgent,
  arrangeAutomation,
  arrangeLink,
  arrangeSolution,
  fact,
  namesIn,
  openCatalogue,
} from './support/records.ts'
import {
  arrangeSystem,
  keepSignInAs,
  openDetails,
  REFUSED_REQUEST,
  refuse,
  rewrite,
  sent,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast } from './support/toasts.ts'

test('[SOL-29, 30, 31, 32, 33, 38, 39] the details say everything about a solution', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  const id = await arrangeSolution(cairn.database, {
    accountId,
    name: 'Portal',
    description: 'Requests and orders.',
    ownerId: founder.id,
    status: 'development',
    useCases: ['Order', 'Pay'],
    users: ['ada founder', 'Finance'],
    relatedSystems: [systemId],
    details: { repository: 'portal' },
    createdAt: new Date('2024-02-03T10:20:30Z'),
  })
  await openCatalogue(page, 'Solutions')
  const details = await openDetails(page, 'Portal')
  await expect(details.getByText('Development', { exact: true })).toBeVisible()
  await expect(fact(details, 'Description')).toHaveText('Requests and orders.')
  await expect(fact(details, 'Owner')).toContainText('Ada Founder')
  await expect(fact(details, 'Created')).toHaveText(/^Feb 3, 2024, 10:20\sAM$/)
  await expect(fact(details, 'Solution ID')).toHaveText(id)
  await expect(fact(details, 'Use Cases').getByRole('listitem')).toHaveText(['Order', 'Pay'])
  const users = fact(details, 'Users').getByRole('listitem')
  await expect(users).toHaveText(['AAda Founder', 'Finance'])
  expect(JSON.parse((await details.locator('pre').textContent()) ?? '')).toEqual({ repository: 'portal' })
  await expect(page).toHaveURL(`/solutions?id=${id}`)

  await details.getByRole('link', { name: 'Payroll' }).click()
  await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
  await page.goBack()
  await expect(details).toBeVisible()
  await page.goto('/solutions?id=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('dialog', { name: 'Solution not found' })).toBeVisible()
})

test('[SOL-34, 35, 36, 37, GAP-33] without a link, three active ones stand in and are called so', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  for (const index of [1, 2, 3, 4]) {
    const createdAt = new Date(Date.UTC(2024, 0, index))
    await arrangeAutomation(cairn.database, {
      accountId,
      name: `Flow ${index}`,
      description: `Moves ${index}.`,
      source: 'Make.com',
      status: 'active',
      createdAt,
    })
    await arrangeAgent(cairn.database, {
      accountId,
      name: `Agent ${index}`,
      platform: 'OpenAI',
      status: 'active',
      createdAt,
    })
  }
  await arrangeAutomation(cairn.database, { accountId, name: 'Resting flow', status: 'inactive' })
  await openCatalogue(page, 'Solutions')
  const details = await openDetails(page, 'Portal')
  const automations = details.getByRole('list', { name: 'Related Automations' }).getByRole('listitem')
  await expect(automations).toHaveCount(3)
  await expect(automations.first()).toHaveText('Flow 4Make.comActiveMoves 4.')
  const agents = details.getByRole('list', { name: 'Related Agents' }).getByRole('listitem')
  await expect(agents).toHaveCount(3)
  await expect(agents.first()).toHaveText('Agent 4OpenAIActive')
  await expect(details.getByText('None are linked yet. These are active in your account:')).toHaveCount(2)
})

test('[GAP-33] automations and agents are linked and unlinked, and only these show', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const solutionId = await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  await arrangeAutomation(cairn.database, { accountId, name: 'Active flow', status: 'active' })
  const restingId = await arrangeAutomation(cairn.database, { accountId, name: 'Resting flow' })
  const agentId = await arrangeAgent(cairn.database, { accountId, name: 'Reader', platform: 'Anthropic' })
  await arrangeLink(cairn.database, { accountId, solutionId, agentId })
  await openCatalogue(page, 'Solutions')
  const details = await openDetails(page, 'Portal')
  const automations = details.getByRole('list', { name: 'Related Automations' }).getByRole('listitem')
  await expect(automations).toHaveText(['Active flowOtherActive'])
  await details.getByRole('button', { name: 'Link Automation' }).click()
  const request = sent(page, 'POST', 'solution_automations')
  await page
    .getByRole('listbox', { name: 'Automations', exact: true })
    .getByRole('option', { name: 'Resting flow' })
    .click()
  expect((await request).postDataJSON()).toMatchObject({ solution_id: solutionId, automation_id: restingId })
  await expectToast(page, 'Automation linked')
  await page.keyboard.press('Escape')
  await expect(automations).toHaveText(['Resting flowOtherInactive'])
  await details.getByRole('button', { name: 'Remove Reader' }).click()
  await expectToast(page, 'Agent unlinked')
  await expect(details.getByText('No agents linked')).toBeVisible()
  const left = await cairn.database`
    select 1 from public.solution_automations where solution_id = ${solutionId}
    union all select 2 from public.solution_agents where solution_id = ${solutionId}`
  expect(left).toHaveLength(1)
})

test.describe('a link that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[GAP-33] is undone', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
    await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
    await refuse(page, 'POST', 'solution_agents', 'Not on a Sunday.')
    await openCatalogue(page, 'Solutions')
    const details = await openDetails(page, 'Portal')
    await details.getByRole('button', { name: 'Link Agent' }).click()
    await page
      .getByRole('listbox', { name: 'Agents', exact: true })
      .getByRole('option', { name: 'Reader' })
      .click()
    await expectToast(page, 'Error linking agent', 'Not on a Sunday.')
    await page.keyboard.press('Escape')
    await expect(details.getByText('No agents linked')).toBeVisible()
  })
})

test('[SOL-40, 41, CALL-37, GAP-13] deleting asks first, and says what goes with it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const solutionId = await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  const agentId = await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
  await arrangeLink(cairn.database, { accountId, solutionId, agentId })
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Delete Portal' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Solution' })
  await expect(
    question.getByText('Are you sure you want to delete this solution?', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(question.getByRole('link', { name: 'Reader' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(namesIn(page, 'Solutions')).toHaveText(['Portal'])

  await page.getByRole('button', { name: 'Delete Portal' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Solution deleted', 'The solution has been deleted successfully')
  const request = sent(page, 'DELETE', 'solutions')
  await closeToast(page)
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${solutionId}`)
  await expect(page.getByText('No Solutions Yet')).toBeVisible()
})

test('[SOL-08] a status that is missing shows as active, one that is not known as Unknown', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeSolution(cairn.database, { accountId, name: 'Blank', status: 'inactive' })
  await arrangeSolution(cairn.database, { accountId, name: 'Strange', status: 'deprecated' })
  await rewrite(page, 'solutions', (body) =>
    body.replace('"inactive"', 'null').replace('"deprecated"', '"retired"'),
  )
  await openCatalogue(page, 'Solutions')
  await expect(page.getByRole('row', { name: 'Blank' })).toContainText('Active')
  await expect(page.getByRole('row', { name: 'Strange' })).toContainText('Unknown')
})
