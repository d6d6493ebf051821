import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack } from './support/browser.ts'
import { card } from './support/cards.ts'
import { SOON } from './support/news.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { expect, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const list = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true })

test('[PROF-36, 37, 38, 40, PERM-26, DIS-36] an admin gives members their levels, and not the own one', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  await page.goto('/profile')
  const members = list(page, 'Permission Management')
  await expect(members.getByRole('listitem')).toHaveCount(2)
  await expect(members.getByRole('listitem').filter({ hasText: 'Ada Founder' })).toContainText('You')
  await expectAccessible(page, 'permission management')
  await members.getByLabel('Permission of Ben Example').selectOption('Manager')
  await expectToast(page, 'Permission Updated', 'User permission has been successfully updated.')
  await expect(members.getByLabel('Permission of Ben Example')).toHaveValue('manager')
  const [stored] = await cairn.database`
    select permission_level from public.account_members where user_id = ${ben.id}`
  expect(stored).toEqual({ permission_level: 'manager' })
  await test.step('[PERM-20, DIS-03]', async () => {
    await members.getByLabel('Permission of Ada Founder').selectOption('Viewer')
    await expectToast(
      page,
      'Permission Update Disabled',
      'Permission changes must be made by an account administrator.',
    )
    await expect(members.getByLabel('Permission of Ada Founder')).toHaveValue('admin')
  })
  expect(me.name).toBe('Ada Founder')
  await page.getByPlaceholder('Search members...').fill('ben')
  await expect(members.getByRole('listitem')).toHaveCount(1)
  await test.step('the search shows that it is loading, and that it found nobody', async () => {
    const management = card(page, 'Permission Management')
    const release = await heldBack(page, '**/rest/v1/**')
    await page.getByPlaceholder('Search members...').fill('nobody at all')
    await expect(management).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(management.getByText('Nobody in the account has that name.')).toBeVisible()
    await expect(management).toHaveAttribute('aria-busy', 'false')
  })
})

test.describe('a level that cannot be changed', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /status of 500/], { scope: 'test' }] })

  test('[PROF-41, 42] says whether it was refused or failed', async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'admin')
    await organisation.member('Ben Example', 'user')
    await page.goto('/profile')
    const select = list(page, 'Permission Management').getByLabel('Permission of Ben Example')
    await page.route('**/rpc/secure_update_user_permission', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } }),
    )
    await select.selectOption('Manager')
    await expectToast(page, 'Permission Update Error')
    await page.unroute('**/rpc/secure_update_user_permission')
    await refuse(page, 'POST', 'rpc/secure_update_user_permission', 'Not on a Sunday.')
    await select.selectOption('Manager')
    await expectToast(page, 'Permission Update Failed', 'Not on a Sunday.')
    await expect(select).toHaveValue('user')
  })
})

test('[PROF-35, TEAM-45, TEAM-47] the privacy demo shows what teammates see, before it is saved', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, founder } = await keepSignInAs(page, organisation, 'user')
  await cairn.database`
    update public.profiles set job_role = 'Designer', department = 'Studio', bio = 'Draws.' where id = ${me.id}`
  await cairn.database`
    update public.profiles set job_role = 'Director', privacy_email_visible = true where id = ${founder.id}`
  await page.goto('/profile')
  const people = list(page, 'Privacy Demo').getByRole('listitem')
  await expect(people.first()).toContainText('Designer · Studio')
  await expect(people.first()).toContainText('You')
  await expect(people.nth(1)).toContainText('Director · ad********')
  for (const name of ['Email', 'Bio']) await page.getByRole('switch', { name: `${name} visible` }).click()
  await expect(people.first()).toContainText('Designer · Studio · mi********')
  await expect(people.first()).toContainText('Draws.')
  for (const name of ['Job role', 'Department', 'Email'])
    await page.getByRole('switch', { name: `${name} visible` }).click()
  await expect(people.first()).toContainText('Shows only the name.')
  await expectAccessible(page, 'privacy demo')
})

test('an admin’s change takes effect in the open page: the level, and the end of a membership', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me } = await keepSignInAs(page, organisation, 'user')
  await page.goto('/systems')
  const badge = page.getByRole('banner')
  await expect(badge.getByText('User', { exact: true })).toBeVisible()
  const add = page.getByRole('main').getByRole('button', { name: 'Add System' }).first()
  await expect(add).not.toHaveAttribute('aria-disabled', 'true')
  await cairn.database`
    update public.account_members set permission_level = 'viewer' where user_id = ${me.id}`
  await expect(badge.getByText('Viewer', { exact: true })).toBeVisible(SOON)
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await cairn.database`delete from public.account_members where user_id = ${me.id}`
  const ended = page.getByRole('heading', { name: /^You no longer belong to / })
  await expect(ended).toBeVisible(SOON)
  await expectAccessible(page, 'a membership that has ended')

  await test.step('and a user who comes back reads the same', async () => {
    for (const path of ['/systems', '/dashboard', '/team']) {
      await page.goto(path)
      await expect(ended).toBeVisible()
    }
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await page.getByLabel('Email', { exact: true }).fill(me.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(ended).toBeVisible()
    await expect(page.getByText('No account found for user')).toHaveCount(0)
  })
})
