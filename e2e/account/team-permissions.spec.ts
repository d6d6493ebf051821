import { expectAccessible } from '../support/accessibility.ts'
import { SOON } from '../support/news.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, PASSWORD, test } from '../support/test.ts'

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
