import { expectAccessible } from './support/accessibility.ts'
import { arrangeManyMembers } from './support/members.ts'
import { keepSignInAs } from './support/systems.ts'
import { expect, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[SEC-01, 02, 03, 07, GAP-17, OPEN-19] an admin sees the security of the account, and improves it', async ({
  page,
  organisation,
  cairn,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const vic = await organisation.member('Vic Viewer', 'viewer')
  await cairn.database`
    insert into private.sign_in_locks (email, series, locked_until) values (${vic.email}, 1, now() + interval '20 minutes')`
  await cairn.database`
    insert into public.security_audit_log (account_id, action, resource_type, source, created_at)
    select ${accountId}, action, 'user_account', 'server', now() - interval '2 days'
    from unnest('{failed_login,failed_login,permission_updated}'::text[]) action`
  await cairn.database`
    insert into public.security_audit_log (account_id, action, resource_type, source, created_at)
    select ${accountId}, 'profile_viewed', 'profile', 'server', now() - n * interval '3 hours'
    from generate_series(1, 9) n`
  await page.goto('/settings?tab=security')

  await test.step('possible improvements', async () => {
    const status = page.getByRole('list', { name: 'Security Status' })
    await expect(status.getByText('Members locked out: 1.')).toBeVisible()
    await expect(status.getByText('Members without a second factor: 2.')).toBeVisible()
    const guide = page.getByRole('link', { name: 'How to switch it on' })
    await expect(guide).toHaveAttribute('target', '_blank')
    const address = await guide.getAttribute('href')
    expect(await (await page.request.get(address ?? '')).text()).toContain('## Leaked passwords')
    await status.getByRole('link', { name: 'See lock-outs' }).click()
    await expect(page).toHaveURL('/settings?tab=security#open-lock-outs')
  })

  await test.step('[SEC-10, 12] thirty days in figures, by day, and the newest of them', async () => {
    const chart = page.getByRole('figure', { name: 'Events by day' })
    await expect(chart.locator('svg').first()).toBeVisible()
    await expect(chart.getByRole('row')).toHaveCount(31)
    const heading = page.getByRole('heading', { name: 'Security Monitoring' })
    const figures = page.locator('section').filter({ has: heading }).locator('section')
    for (const [title, figure] of Object.entries({
      'Failed sign-ins': '2',
      'Lock-outs': '1',
      'Level changes': '1',
    }))
      await expect(figures.filter({ hasText: title }).getByText(figure, { exact: true })).toBeVisible()
    const newest = page.getByRole('list', { name: 'Newest events' }).getByRole('listitem')
    await expect(newest).toHaveCount(5)
    await page.getByRole('button', { name: /^Show all 10\b.*Newest events/ }).click()
    await expect(newest).toHaveCount(10)
    await expect(newest.first()).toContainText('Locked out after failed sign-ins')
    await expectAccessible(page, 'security of the account')
  })

  await test.step('a lock-out is released, a member reminded', async () => {
    await page.getByRole('button', { name: 'Release Vic Viewer' }).click()
    await expectToast(page, 'Lock-out released', 'Vic Viewer can sign in again.')
    await expect(page.getByText('Nobody is locked out.')).toBeVisible()
    await page.getByRole('button', { name: 'Remind Vic Viewer' }).click()
    await expectToast(page, 'Reminder sent')
    const [told] = await cairn.database`
      select mail_due from public.notifications where user_id = ${vic.id} and kind = 'second_factor_wanted'`
    expect(told?.['mail_due']).toBe(true)
    await page.getByRole('button', { name: 'Remind Vic Viewer' }).click()
    await expectToast(page, 'No reminder sent')
  })

  await test.step('[SEC-16] nothing has happened', async () => {
    await cairn.database`delete from public.security_audit_log where account_id = ${accountId}`
    await page.reload()
    await expect(page.getByText('No recent security events found.')).toBeVisible()
  })
})

test('with 200 members it is still an overview, and each list shows all on demand', async ({
  page,
  organisation,
  cairn,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeManyMembers(cairn.database, accountId, 199)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings?tab=security')
  const members = page.getByRole('list', { name: 'Members without a second factor' }).getByRole('listitem')
  await expect(members).toHaveCount(5)
  const height = () => page.evaluate('document.documentElement.scrollHeight').then(Number)
  expect(await height()).toBeLessThan(1_300)
  const toggle = page.getByRole('button', { name: /^Show all 200\b/ })
  await toggle.click()
  await expect(members).toHaveCount(200)
  await expectAccessible(page, 'all members without a second factor')
  await page.getByRole('button', { name: /^Show fewer/ }).click()
  await expect(members).toHaveCount(5)
  await expect(toggle).toBeFocused()
})

test('[SEC-05, 08, OPEN-20] everybody else sees their own activity, and who can see the rest', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  await page.goto('/settings?tab=security')
  const activity = page.getByRole('list', { name: 'Your recent activity' })
  await expect(activity.getByText('Signed in').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText('Security monitoring is only available to administrators.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toHaveCount(0)
  await expectAccessible(page, 'own security')
})

test('[SEC-38, 39, 40] a user who tried to change the password too often learns how long to wait', async ({
  page,
  organisation,
  cairn,
}) => {
  const { me } = await keepSignInAs(page, organisation, 'user')
  await page.goto('/profile')
  const form = page.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('Current Password').fill(PASSWORD)
  await form.getByLabel('New Password', { exact: true }).fill('Another-password-1!')
  await form.getByLabel('Confirm New Password').fill('Another-password-1!')
  await cairn.database`
    insert into public.security_rate_limits (user_id, action_type, attempts, blocked_until)
    values (${me.id}, 'password_change', 5, now() + interval '8 minutes')`
  await form.getByRole('button', { name: 'Update Password' }).click()
  await expectToast(page, 'Rate Limit Exceeded', 'Blocked for 8 minutes')
  await expect(
    form.getByText('Too many password change attempts. Please wait before trying again.'),
  ).toBeVisible()
})
