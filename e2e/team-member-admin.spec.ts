import { expectAccessible } from './support/accessibility.ts'
import { card } from './support/cards.ts'
import { memberForm, openMember, startEditing } from './support/members.ts'
import { withoutNews } from './support/news.ts'
import { keepSignInAs, REFUSED_REQUEST } from './support/systems.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('an admin opens a profile, changes the level and removes the member, and the log has all of it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  await openMember(page, 'Ben Example')
  const actions = card(page, 'Admin Actions')
  await actions.getByLabel('Permission Level').selectOption('Manager')
  const asks = page.getByRole('alertdialog', { name: 'Change the level of Ben Example to Manager?' })
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

test('an admin ends the sessions of a member and removes their second factor, and the log has both', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  const context = await browser.newContext({ baseURL: cairn.server.url })
  const bens = await context.newPage()
  await signIn(bens, ben)
  await openMember(page, 'Ben Example')
  const actions = card(page, 'Admin Actions')
  const answer = async (action: string, question: string, confirm: string) => {
    await actions.getByRole('button', { name: action }).click()
    const asks = page.getByRole('alertdialog', { name: question })
    await expect(asks).toContainText('is recorded in the audit log.')
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

test.describe('a change that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /status of 500/], { scope: 'test' }] })

  test('[MEMBER-20, DIS-03] stays in the form, with the reason; the last admin cannot leave', async ({
    page,
    cairn,
    organisation,
  }) => {
    await withoutNews(page)
    const { me } = await keepSignInAs(page, organisation, 'admin')
    const ben = await organisation.member('Ben Example', 'user')
    await openMember(page, 'Ben Example')
    await startEditing(page)
    await memberForm(page).getByLabel('Name').fill('x'.repeat(200))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error updating profile', 'Name must have 1 to 120 characters.')
    await expect(memberForm(page).getByLabel('Name')).toHaveValue('x'.repeat(200))
    await test.step('a level that was lowered while the form was open', async () => {
      const deputy = await organisation.member('Dan Deputy', 'admin')
      await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${me.id}`
      await memberForm(page).getByLabel('Name').fill('Ben Sample')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast(
        page,
        'Error updating profile',
        'Managers can change members. Only administrators can change administrators.',
      )
      await cairn.database`update public.account_members set permission_level = 'admin' where user_id = ${me.id}`
      await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${deputy.id}`
    })
    await test.step('a failure without a reason', async () => {
      await page.route('**/rpc/update_member', (route) =>
        route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } }),
      )
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast(page, 'Error updating profile', 'Failed to update the profile. Please try again.')
      await expect(memberForm(page).getByLabel('Name')).toHaveValue('Ben Sample')
    })
    await page.goto(`/team/${me.id}`)
    await page.getByRole('button', { name: 'Leave account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
    await expectToast(
      page,
      'Error leaving the account',
      'An account needs an admin. Make another member an admin first.',
    )
    const [still] = await cairn.database`select name from public.profiles where id = ${ben.id}`
    expect(still).toEqual({ name: 'Ben Example' })
  })
})
