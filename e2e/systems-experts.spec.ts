import type { Page } from '@playwright/test'
import { refusal } from './support/browser.ts'
import { boxOf } from './support/motion.ts'
import {
  arrangeExperts,
  arrangeSystem,
  expectResting,
  keepSignInAs,
  openDetails,
  openSystems,
  REFUSED_REQUEST,
  refuse,
  sent,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { continueAsGuest, expect, type Organisation, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

const expertsOf = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'System Experts' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Add Expert' })

test('[SYS-28, 30, 31, 40, DIS-45, CALL-19] a user names and removes experts', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'user')
  const ben = await organisation.member('Ben Expert')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const asked = sent(page, 'GET', 'system_experts')
  const details = await openDetails(page, 'Payroll')
  expect(search(await asked)).toEqual({ select: 'expert_id', system_id: `eq.${systemId}` })
  await expect(details.getByRole('heading', { name: 'System Experts' })).toBeVisible()
  await expect(details.getByText('No experts assigned')).toBeVisible()

  await test.step('[SYS-32, 33, 45, CALL-41] add', async () => {
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await expect(picker(page).getByRole('option')).toHaveText([
      new RegExp(`${me.name}You$`),
      /Ada Founder/,
      /Ben Expert/,
    ])
    const request = sent(page, 'POST', 'system_experts')
    await picker(page).getByRole('option', { name: 'Ben Expert' }).click()
    const row = { system_id: systemId, expert_id: ben.id, assigned_by: me.id }
    expect((await request).postDataJSON()).toEqual(row)
    await expectToast(page, 'Expert added', 'The expert has been added successfully')
    await expect(picker(page).getByRole('option')).toHaveText([new RegExp(me.name), /Ada Founder/])
    await page.keyboard.press('Escape')
    await expect(expertsOf(page).getByRole('listitem')).toHaveText([/Ben Expert/])
  })

  await test.step('[SYS-31, 46, CALL-42] remove', async () => {
    const request = sent(page, 'DELETE', 'system_experts')
    await expertsOf(page).getByRole('button', { name: 'Remove Ben Expert' }).click()
    expect(search(await request)).toMatchObject({
      system_id: `eq.${systemId}`,
      expert_id: `eq.${ben.id}`,
    })
    await expectToast(page, 'Expert removed', 'The expert has been removed successfully')
    await expect(details.getByText('No experts assigned')).toBeVisible()
  })
})

test('[SYS-34, 35] a long list of candidates is 400 px high at most, and scrolls', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const number of Array.from({ length: 20 }, (_, index) => index + 10)) {
    await organisation.member(`Colleague ${number}`)
  }
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Add Expert' }).click()
  const list = picker(page).getByRole('listbox', { name: 'Team members' })
  await expect(list.getByRole('option')).toHaveCount(21)
  const { height } = await boxOf(list.locator('xpath=..'))
  expect(height).toBeLessThanOrEqual(400)
  expect(height).toBeGreaterThan(300)

  const last = list.getByRole('option', { name: 'Colleague 29' })
  await expect(last).not.toBeInViewport()
  await list.hover()
  await page.mouse.wheel(0, 5000)
  await expect(last).toBeInViewport()
  await last.click()
  await expect(last).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(expertsOf(page).getByRole('listitem')).toHaveText([/Colleague 29/])
})

test('[SYS-36] no member is left to add when everybody is an expert', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Expert')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeExperts(cairn.database, { accountId, systemId, people: [founder, ben] })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await expect(expertsOf(page).getByRole('listitem')).toHaveCount(2)
  await details.getByRole('button', { name: 'Add Expert' }).click()
  await expect(picker(page).getByText('All team members are already assigned as experts')).toBeVisible()
})

test('[SYS-40, DIS-45, PERM-04] a viewer sees the experts and can change none', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeExperts(cairn.database, { accountId, systemId, people: [founder] })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Remove Ada Founder' }).click({ force: true })
  await details.getByRole('button', { name: 'Add Expert' }).click({ force: true })
  await expect(picker(page)).toHaveCount(0)
  await expectResting(details.getByRole('button', { name: 'Add Expert' }), VIEWERS_CHANGE_NOTHING)
  await expect(expertsOf(page).getByRole('listitem')).toHaveText([/Ada Founder/])
})

test('[SYS-28, 40] a guest sees no experts card', async ({ page }) => {
  await continueAsGuest(page)
  await openSystems(page)
  const details = await openDetails(page, 'Salesforce')
  await expect(details.getByText('System ID')).toBeVisible()
  await expect(details.getByText('System Experts')).toHaveCount(0)
})

test.describe('a session that is gone', () => {
  // The requests that the page sends by itself just then are refused as well.
  test.use({ expectedComplaints: [refusal(401)] })

  test('[SYS-43] adding an expert after the session has gone asks for a sign-in', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await openSystems(page)
    const details = await openDetails(page, 'Payroll')
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await page.evaluate('localStorage.clear()')
    await picker(page).getByRole('option', { name: 'Ada Founder' }).click()
    await expect(toast(page).getByText('Error adding expert', { exact: true })).toBeVisible()
    await expect(toast(page).getByText('You must be logged in to add experts', { exact: true })).toBeVisible()
  })
})

test('[SYS-46] Escape closes the details although a toast came after them', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'user')
  const ben = await organisation.member('Ben Expert')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeExperts(cairn.database, { accountId, systemId, people: [ben] })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await expertsOf(page).getByRole('button', { name: 'Remove Ben Expert' }).click()
  await expectToast(page, 'Expert removed')
  await details.getByRole('button', { name: 'Add Expert' }).focus()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
})

test.describe('a request that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /^Failed: loading/], { scope: 'test' }] })

  async function openPayroll(
    page: Page,
    organisation: Organisation,
    database: Parameters<typeof arrangeSystem>[0],
  ) {
    const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
    const systemId = await arrangeSystem(database, { accountId, name: 'Payroll', ownerId: founder.id })
    await arrangeExperts(database, { accountId, systemId, people: [await organisation.member('Ben Expert')] })
    await openSystems(page)
    return openDetails(page, 'Payroll')
  }

  test('[SYS-42, 44] a refused change is undone', async ({ page, cairn, organisation }) => {
    for (const method of ['POST', 'DELETE']) await refuse(page, method, 'system_experts', 'Not on a Sunday.')
    const details = await openPayroll(page, organisation, cairn.database)
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await picker(page).getByRole('option', { name: 'Ada Founder' }).click()
    await expectToast(page, 'Error adding expert', 'Not on a Sunday.')
    await page.keyboard.press('Escape')
    await expect(expertsOf(page).getByRole('listitem')).toHaveText([/Ben Expert/])
    await details.getByRole('button', { name: 'Remove Ben Expert' }).click()
    await expectToast(page, 'Error removing expert', 'Not on a Sunday.')
    await expect(expertsOf(page).getByRole('listitem')).toHaveText([/Ben Expert/])
  })

  test('[SYS-41, 47] experts and team that cannot be loaded are empty', async ({
    page,
    cairn,
    organisation,
  }) => {
    const noted: string[] = []
    page.on('console', (message) => noted.push(message.text()))
    await refuse(page, 'GET', 'system_experts', 'Not on a Sunday.')
    await refuse(page, 'POST', 'rpc/get_account_team_member_profiles', 'Not on a Sunday.')
    const details = await openPayroll(page, organisation, cairn.database)
    await expectToast(page, 'Error loading experts', 'Not on a Sunday.')
    await expect(details.getByText('No experts assigned')).toBeVisible()
    await expect(details.locator('dd', { hasText: 'Unknown User' })).toBeVisible()
    expect(noted.some((text) => text.startsWith('Failed: loading the team'))).toBe(true)
    expect(noted.some((text) => text.startsWith('Failed: loading the experts'))).toBe(true)
    await details.getByRole('button', { name: 'Edit' }).click()
    const owner = page.getByRole('dialog', { name: 'Edit System' }).getByLabel('System Owner')
    await expect(owner).toContainText('Unknown User')
    await owner.click()
    await expect(page.getByRole('option')).toHaveText(['No owner assigned', /Unknown UserYou$/])
  })
})

/** The parameters of a request's address. */
function search(request: { url(): string }): Record<string, string> {
  return Object.fromEntries(new URL(request.url()).searchParams)
}
