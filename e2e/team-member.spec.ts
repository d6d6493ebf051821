import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack } from './support/browser.ts'
import { card } from './support/cards.ts'
import { withoutNews } from './support/news.ts'
import { arrangeAgent, fact } from './support/records.ts'
import {
  arrangeExperts,
  arrangeSystem,
  expectResting,
  REFUSED_REQUEST,
  sent,
  signInAs,
} from './support/systems.ts'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Discard your changes?' })
const form = (page: Page): Locator => page.getByRole('form', { name: 'Edit Profile' })

async function openMember(page: Page, name: string): Promise<void> {
  await page.goto('/team')
  await page.getByRole('table').getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { name: `${name} Profile`, level: 1 })).toBeVisible()
}

/** Enters edit mode by the toggle beside the title. */
async function startEditing(page: Page): Promise<void> {
  await page.locator('#main header').getByRole('button', { name: 'Edit Profile' }).first().click()
  await expect(form(page)).toBeVisible()
}

test('[SHELL-15, MEMBER-01, 03, 04, 05, 07, GAP-16, DIS-05] a member’s profile shows what they let others see', async ({
  page,
  cairn,
  organisation,
}) => {
  await signInAs(page, organisation, 'viewer')
  const ben = await organisation.member('Ben Example', 'manager')
  await cairn.database`
    update public.profiles
    set bio = 'Draws letters.', job_role = 'Designer', department = 'Studio', privacy_bio_visible = true,
      privacy_email_visible = true
    where id = ${ben.id}`
  await cairn.database`update public.account_members set knowledge_areas = '{Type,Ink}' where user_id = ${ben.id}`
  await openMember(page, 'Ben Example')
  const summary = card(page, 'Profile')
  await test.step('[TEAM-47, DIS-38] the address is masked', async () => {
    await expect(summary.getByText('be********', { exact: true })).toBeVisible()
  })
  await expect(summary.getByText('BE', { exact: true })).toBeVisible()
  await expect(summary.getByText('Draws letters.')).toBeVisible()
  await expect(fact(summary, 'Job Role')).toHaveText('Designer')
  await expect(fact(summary, 'Department')).toHaveText('Studio')
  await expect(fact(summary, 'Permission')).toHaveText('Manager')
  await expect(card(page, 'Contributions').getByText('Total contributions: 0')).toBeVisible()
  await expectAccessible(page, 'member profile')
  await card(page, 'Knowledge Areas').getByRole('link', { name: 'Ink' }).click()
  await expect(page).toHaveURL(/\/team\?area=Ink$/)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Team' }).click()
  await expect(page).toHaveURL(/\/team$/)
})

test('[MEMBER-02, 06, 09, 10, 24, TEAM-46] one’s own profile is for looking, and no colleague’s is for a user to edit', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, founder } = await signInAs(page, organisation, 'user')
  await cairn.database`
    update public.profiles
    set job_role = 'Director', department = 'Board', privacy_job_visible = false, privacy_department_visible = false
    where id = ${founder.id}`
  await page.goto(`/team/${me.id}`)
  await expect(page.getByRole('heading', { name: 'Your Profile', level: 1 })).toBeVisible()
  await expect(card(page, 'Profile').getByText(me.email, { exact: true })).toBeVisible()
  await expect(card(page, 'Knowledge Areas')).toContainText('No knowledge areas specified')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await page.goto(`/team/${founder.id}`)
  await expect(page.getByRole('heading', { name: `${founder.name} Profile`, level: 1 })).toBeVisible()
  for (const fact_ of ['Job Role', 'Department'])
    await expect(fact(card(page, 'Profile'), fact_)).toHaveText('Not shown')
  await expect(card(page, 'Profile').getByText('Email not shown')).toBeVisible()
  await expect(page.getByText('Director')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(card(page, 'Admin Actions')).toHaveCount(0)
})

test('what somebody owns and knows stands on their profile, ten at a time, as links', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await signInAs(page, organisation, 'viewer')
  for (let number = 10; number < 22; number += 1)
    await arrangeSystem(cairn.database, { accountId, name: `System ${number}`, ownerId: founder.id })
  await arrangeAgent(cairn.database, { accountId, name: 'Agent 99', ownerId: founder.id })
  const known = await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  await arrangeExperts(cairn.database, { accountId, systemId: known, people: [founder] })
  await page.goto(`/team/${founder.id}`)
  const owned = card(page, 'Owns').getByRole('listitem')
  await expect(owned).toHaveCount(10)
  await expect(owned.first()).toContainText('Agent 99')
  await card(page, 'Owns').getByRole('button', { name: 'Show more' }).click()
  await expect(owned).toHaveCount(13)
  await expect(card(page, 'Owns').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await card(page, 'Is an expert of').getByRole('link', { name: 'Archive' }).click()
  await expect(page.getByRole('dialog', { name: 'Archive' })).toBeVisible()
})

test('[MEMBER-08, 11, 12, 13, 14, 15, 21, PERM-24] a manager edits a member, and the member keeps what is hidden', async ({
  page,
  cairn,
  organisation,
}) => {
  await signInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'viewer')
  await cairn.database`
    update public.profiles set job_role = 'Spy', department = 'Studio', privacy_job_visible = false where id = ${ben.id}`
  await openMember(page, 'Ben Example')
  await card(page, 'Admin Actions').getByRole('button', { name: 'Edit Profile' }).click()
  await form(page).getByLabel('Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(form(page)).toHaveCount(0)
  await startEditing(page)
  await expect(form(page).getByLabel('Name')).toHaveValue('Ben Example')
  await expect(form(page).getByLabel('Permission Level').getByRole('option')).toHaveText([
    'Viewer',
    'User',
    'Manager',
  ])
  await expect(form(page).getByLabel('Job Role')).toHaveValue('')
  await form(page).getByLabel('Name').fill('Ben Sample')
  await form(page).getByLabel('Department').fill('Atelier')
  await form(page).getByLabel('Knowledge Areas').fill(' Type, ,Ink,')
  await form(page).getByLabel('Permission Level').selectOption('User')
  await expectAccessible(page, 'member in edit mode')
  const request = sent(page, 'POST', 'rpc/update_member')
  const release = await heldBack(page, '**/rpc/update_member')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expectToast(page, 'Profile updated', 'The user profile has been successfully updated.')
  expect((await request).postDataJSON()).toEqual({
    target_user_id: ben.id,
    new_name: 'Ben Sample',
    new_department: 'Atelier',
    new_knowledge_areas: ['Type', 'Ink'],
    new_permission_level: 'user',
  })
  await expect(page.getByRole('heading', { name: 'Ben Sample Profile' })).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(fact(card(page, 'Profile'), 'Permission')).toHaveText('User')
  const [stored] = await cairn.database`select job_role, department from public.profiles where id = ${ben.id}`
  expect(stored).toEqual({ job_role: 'Spy', department: 'Atelier' })
})

test('[MEMBER-11, SYS-54] what is typed stays when the member changes meanwhile, and is asked about before it is lost', async ({
  page,
  cairn,
  organisation,
}) => {
  await signInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'viewer')
  await cairn.database`update public.profiles set job_role = 'Designer' where id = ${ben.id}`
  await openMember(page, 'Ben Example')
  await startEditing(page)
  const field = (label: string) => form(page).getByLabel(label, { exact: true })
  await field('Department').fill('Atelier')
  await cairn.database`
    update public.profiles set job_role = 'Illustrator', department = 'Studio' where id = ${ben.id}`
  await expect(field('Job Role')).toHaveValue('Illustrator', { timeout: 60_000 })
  await expect(field('Department')).toHaveValue('Atelier')
  await test.step('a link asks', async () => {
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field('Department')).toHaveValue('Atelier')
  })
  await test.step('a reload brings it back', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await startEditing(page)
    await expect(form(page).getByRole('alert').filter({ hasText: 'is here again' })).toBeVisible()
    await expect(field('Department')).toHaveValue('Atelier')
    await expect(field('Job Role')).toHaveValue('Illustrator')
  })
  await test.step('saved, nothing is left to ask about', async () => {
    const request = sent(page, 'POST', 'rpc/update_member')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated')
    expect((await request).postDataJSON()).toEqual({ target_user_id: ben.id, new_department: 'Atelier' })
    await startEditing(page)
    await expect(form(page).getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await expect(page).toHaveURL(/\/team$/)
  })
})

test('[DIS-34, 35] a manager reads why an administrator is not theirs to edit', async ({
  page,
  organisation,
}) => {
  const { founder } = await signInAs(page, organisation, 'manager')
  await page.goto(`/team/${founder.id}`)
  const buttons = page.getByRole('button', { name: 'Edit Profile' })
  await expect(buttons).toHaveCount(2)
  for (const at of [0, 1])
    await expectResting(buttons.nth(at), 'Administrators are edited by administrators.')
})

test('an admin looks at a profile, changes the level and removes the member, and the log says all of it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  await openMember(page, 'Ben Example')
  const actions = card(page, 'Admin Actions')
  await actions.getByLabel('Permission Level').selectOption('Manager')
  const asks = page.getByRole('alertdialog', { name: 'Make Ben Example Manager?' })
  await expect(asks).toContainText('Can view, create, and manage content and users.')
  await expectAccessible(page, 'question before a level changes')
  await asks.getByRole('button', { name: 'Change level' }).click()
  await expectToast(page, 'Permission Updated', 'User permission has been successfully updated.')
  await expect(actions.getByLabel('Permission Level')).toHaveValue('manager')
  await actions.getByRole('button', { name: 'Remove from account' }).click()
  await page
    .getByRole('alertdialog', { name: 'Remove Ben Example from the account?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expectToast(page, 'Member removed', 'Ben Example no longer belongs to the account.')
  await expect(page).toHaveURL(/\/team$/)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
  const log = await cairn.database<{ action: string }[]>`
    select action from public.security_audit_log
    where account_id = ${accountId} and user_id = ${me.id} and ${ben.id} in (resource_id, details ->> 'viewed_profile_id')
      and action in ('profile_viewed', 'permission_updated', 'member_removed')
    order by created_at`
  expect(log.map(({ action }) => action)).toEqual(['profile_viewed', 'permission_updated', 'member_removed'])
})

test('an admin ends the sessions of a member and removes their second factor, and the log says both', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  const context = await browser.newContext({ baseURL: cairn.server.url })
  const bens = await context.newPage()
  await signIn(bens, ben)
  await openMember(page, 'Ben Example')
  const actions = card(page, 'Admin Actions')
  const answer = async (action: string, question: string, confirm: string) => {
    await actions.getByRole('button', { name: action }).click()
    const asks = page.getByRole('alertdialog', { name: question })
    await expect(asks).toContainText('It is entered into the audit log.')
    await expectAccessible(page, question)
    await asks.getByRole('button', { name: confirm }).click()
    await expect(asks).toHaveCount(0)
  }
  const endSessions = () => answer('End all sessions', 'End all sessions of Ben Example?', 'End sessions')
  const removeFactor = () =>
    answer('Remove second factor', 'Remove the second factor of Ben Example?', 'Remove second factor')
  await endSessions()
  await expectToast(page, 'Sessions ended', 'Ben Example is signed out everywhere.')
  await bens.reload()
  await expect(bens.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await context.close()
  await endSessions()
  await expectToast(page, 'Sessions ended', 'Ben Example was not signed in anywhere.')
  await cairn.database`
    insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed)
    values (${ben.id}, 'totp', 'verified', '\\x00')`
  await removeFactor()
  await expectToast(page, 'Second factor removed', 'Ben Example signs in without one until they add another.')
  expect(await cairn.database`select from auth.mfa_factors where user_id = ${ben.id}`).toHaveLength(0)
  await removeFactor()
  await expectToast(page, 'Ben Example has no second factor.')
  const log = await cairn.database<{ action: string }[]>`
    select action from public.security_audit_log
    where account_id = ${accountId} and user_id = ${me.id} and resource_id = ${ben.id} and action like 'member_%'
    order by created_at`
  expect(log.map(({ action }) => action)).toEqual([
    'member_sessions_ended',
    'member_sessions_ended',
    'member_second_factor_removed',
    'member_second_factor_removed',
  ])
})

test.describe('what the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /status of 500/], { scope: 'test' }] })

  test('[MEMBER-20, DIS-03] stays in the form, with the reason; the last admin cannot leave', async ({
    page,
    cairn,
    organisation,
  }) => {
    await withoutNews(page)
    const { me } = await signInAs(page, organisation, 'admin')
    const ben = await organisation.member('Ben Example', 'user')
    await openMember(page, 'Ben Example')
    await startEditing(page)
    await form(page).getByLabel('Name').fill('x'.repeat(200))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error updating profile', 'Name must have 1 to 120 characters.')
    await expect(form(page).getByLabel('Name')).toHaveValue('x'.repeat(200))
    await test.step('a level that was lowered while the form stood open', async () => {
      const deputy = await organisation.member('Dan Deputy', 'admin')
      await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${me.id}`
      await form(page).getByLabel('Name').fill('Ben Sample')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast(
        page,
        'Error updating profile',
        'Members are changed by managers, administrators by administrators.',
      )
      await cairn.database`update public.account_members set permission_level = 'admin' where user_id = ${me.id}`
      await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${deputy.id}`
    })
    await test.step('what goes wrong without a reason', async () => {
      await page.route('**/rpc/update_member', (route) =>
        route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } }),
      )
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast(page, 'Error updating profile', 'Failed to update the profile. Please try again.')
      await expect(form(page).getByLabel('Name')).toHaveValue('Ben Sample')
    })
    await page.goto(`/team/${me.id}`)
    await page.getByRole('button', { name: 'Leave account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
    await expectToast(
      page,
      'Error leaving the account',
      'An account needs an admin. Make somebody else admin first.',
    )
    const [still] = await cairn.database`select name from public.profiles where id = ${ben.id}`
    expect(still).toEqual({ name: 'Ben Example' })
  })
})

test('[MEMBER-22, 23] an unknown id, and one of another account, lead back to the directory', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  for (const id of ['nobody', '5d1c1a52-6c1e-4f3a-9d3f-0c5f6f4b2a11']) {
    await page.goto(`/team/${id}`)
    await expect(page.getByRole('heading', { name: 'User Not Found', level: 1 })).toBeVisible()
    await expect(page.getByText('User profile not found', { exact: true })).toBeVisible()
    await expect(
      page.getByText(
        "The team member you're looking for doesn't exist or you don't have permission to view their profile.",
      ),
    ).toBeVisible()
  }
  await expectAccessible(page, 'unknown member')
  await page.getByRole('link', { name: 'Return to Team Directory' }).click()
  await expect(page).toHaveURL(/\/team$/)
})

test('[DIS-05] a guest looks at a sample member', async ({ page }) => {
  await continueAsGuest(page)
  await openMember(page, 'Dana Demo')
  await expect(card(page, 'Knowledge Areas').getByRole('link')).toHaveText(['Identity', 'Security'])
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
})
