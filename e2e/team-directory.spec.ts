import type { ArrangedPerson } from '@cairn/testing/people'
import type { Locator, Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const table = (page: Page): Locator => page.getByRole('table', { name: 'Team Directory' })
/** The row of somebody. */
const row = (page: Page, name: string): Locator => table(page).getByRole('row').filter({ hasText: name })
const names = (page: Page): Locator => table(page).locator('tbody tr td:first-child')

async function tell(
  database: postgres.Sql,
  { id }: ArrangedPerson,
  told: { jobRole?: string; department?: string; areas?: string[]; hidden?: boolean },
): Promise<void> {
  const { jobRole = null, department = null, areas = [], hidden = false } = told
  await database`
    update public.profiles
    set job_role = ${jobRole}, department = ${department}, privacy_job_visible = ${!hidden},
      privacy_department_visible = ${!hidden}
    where id = ${id}`
  await database`update public.account_members set knowledge_areas = ${areas} where user_id = ${id}`
}

async function openTeam(page: Page): Promise<void> {
  await page.goto('/team')
  await expect(page.getByRole('heading', { name: 'Team Directory', level: 1 })).toBeVisible()
}

test('[TEAM-44, 45, 46, DIS-42] a hidden detail is neither shown nor filtered by, and no member sees invited people', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'user')
  await tell(cairn.database, ben, { jobRole: 'Spy', department: 'Secrets', hidden: true })
  await arrangeInvitation(cairn.database, {
    accountId,
    email: 'ivy@else.example',
    name: 'Ivy Invited',
    invitedBy: founder.id,
  })
  await openTeam(page)
  await expect(names(page)).toHaveCount(3)
  await expect(row(page, 'Ben Example')).toBeVisible()
  await expect(page.getByText('Spy')).toHaveCount(0)
  await expect(page.getByText('Ivy Invited')).toHaveCount(0)
  await expect(page.getByLabel('Department').getByRole('option')).toHaveText(['All Departments'])
  await page.goto('/team?department=Secrets')
  await expect(page.getByText('No team members found')).toBeVisible()
})

test('[TEAM-11, 12, 13, 14, 15, 37, 38, DIS-37] invited people come first, marked, and do not open', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await keepSignInAs(page, organisation, 'admin')
  const invite = (name: string, sentDaysAgo: number) =>
    arrangeInvitation(cairn.database, {
      accountId,
      email: `${name.split(' ')[0]?.toLowerCase()}@else.example`,
      name,
      invitedBy: founder.id,
      sentDaysAgo,
    })
  await invite('Zoe Invited', 1)
  await invite('Xan Expired', 8)
  await openTeam(page)
  await expect(names(page)).toHaveCount(2)
  await expect(names(page).first()).toContainText('Zoe Invited')
  const invited = row(page, 'Zoe Invited')
  for (const text of ['Pending', 'Team Member', 'Viewer', 'None specified'])
    await expect(invited.getByText(text, { exact: true })).toBeVisible()
  await test.step('[TEAM-36]', () => expect(invited.getByText('General', { exact: true })).toBeVisible())
  await expect(invited).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(invited.getByRole('button')).toHaveCount(0)
  await invited.getByText('Zoe Invited').click()
  await expect(page).toHaveURL(/\/team$/)
  await invited.getByText('Invited', { exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Waiting for user to accept invitation')
  await expectAccessible(page, 'team directory with invited people')
  await page.getByLabel('Status').selectOption('Invited')
  await expect(page).toHaveURL(/status=pending/)
  await expect(names(page)).toHaveCount(1)
  await expect(page.getByText('1 of 2')).toBeVisible()
})

test.describe('a team that cannot be read', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /Failed: /], { scope: 'test' }] })

  test('[TEAM-29, 31, 32, 33, 34, 39, 40] is the user alone, and [TEAM-41, CALL-57] it is logged', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me, accountId } = await keepSignInAs(page, organisation, 'manager')
    const noted: string[] = []
    page.on('console', (message) => noted.push(message.text()))
    await refuse(page, 'POST', 'rpc/find_members', 'Not on a Sunday.')
    await openTeam(page)
    await expectToast(page, 'The team could not be loaded.', 'Not on a Sunday.')
    const alone = row(page, me.name)
    for (const text of ['User', 'Manager', 'General', '0 contributions', 'You'])
      await expect(alone.getByText(text, { exact: true })).toBeVisible()
    await expect(names(page)).toHaveCount(1)
    expect(noted.some((text) => text.startsWith('Failed: loading the team'))).toBe(true)
    await expect
      .poll(
        () => cairn.database`
          select resource_type, details from public.security_audit_log
          where account_id = ${accountId} and action = 'team_data_access_failed' limit 1`,
      )
      .toMatchObject([
        {
          resource_type: 'team_profiles',
          details: { error: 'Not on a Sunday.', security_context: 'protected_profile_access' },
        },
      ])
  })

  test('[TEAM-42] a log that cannot be written to is only warned of', async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'user')
    const noted: string[] = []
    page.on('console', (message) => noted.push(message.text()))
    await refuse(page, 'POST', 'rpc/find_members', 'Not on a Sunday.')
    await refuse(page, 'POST', 'security_audit_log', 'Never.')
    await openTeam(page)
    await expectToast(page, 'The team could not be loaded.', 'Not on a Sunday.')
    expect(noted.some((text) => text.includes('noting that the team could not be read'))).toBe(true)
  })
})
