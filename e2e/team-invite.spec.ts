import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  arrangeInvitation,
  inviteDialog as dialog,
  fillInvite as fill,
  openInvite,
  sendInvite as send,
} from './support/invitations.ts'
import { boxOf } from './support/motion.ts'
import { withoutNews } from './support/news.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { continueAsGuest, expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const card = (page: Page): Locator => page.locator('#invitations')

async function openCard(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(card(page).getByRole('heading', { name: 'Invitation Management' })).toBeVisible()
}

test('[TEAM-21, 22, INV-33, 34, 35, 36, 37, 38, 39] the dialog asks for all it needs', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await openInvite(page)
  expect((await boxOf(dialog(page))).width).toBeLessThanOrEqual(425)
  await expect(dialog(page).getByLabel('Permission Level')).toHaveValue('viewer')
  await expect(dialog(page).getByLabel('Permission Level').getByRole('option')).toHaveText([
    'Viewer',
    'User',
    'Manager',
    'Admin',
  ])
  await send(page)
  for (const [field, message] of [
    ['Email', 'Please enter a valid email address'],
    ['Name', 'Name is required'],
    ['Job Role', 'Job role is required'],
    ['Department', 'Department is required'],
  ] as const)
    await expect(dialog(page).getByLabel(field)).toHaveAccessibleDescription(new RegExp(message))
  await expectAccessible(page, 'invite dialog with complaints')
  await test.step('a canceled form starts again', async () => {
    await fill(page, { email: 'nina@example.com', name: 'Nina Example' })
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expect(dialog(page).getByLabel('Email')).toHaveValue('')
    await expect(dialog(page).getByLabel('Email')).not.toHaveAccessibleDescription(/valid/)
  })
})

test('[INV-43, 48, 49, 50, 51, CALL-80] an invited person gets a mail, and is in the list', async ({
  page,
  cairn,
  organisation,
}) => {
  await withoutNews(page)
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const email = `nina@${freshDomain()}`
  await openInvite(page)
  await fill(page, { email: email.toUpperCase(), name: '=1+1 <b>Nina</b>' })
  await dialog(page).getByLabel('Permission Level').selectOption('Manager')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The list beneath may still ask for its views.
    if (pathname === '/rest/v1/views') return
    if (pathname.startsWith('/rest/') || pathname.startsWith('/auth/')) asked.push(pathname)
  })
  const mailed = page.waitForRequest('**/auth/v1/otp**')
  await send(page)
  const { origin, searchParams } = new URL((await mailed).url())
  expect(searchParams.get('redirect_to')).toMatch(new RegExp(`^${origin}/invitation\\?token=[\\w-]{43}$`))
  await test.step('[INV-43] no check comes before it that could fail: the invitation is one itself', () =>
    expect(asked.slice(0, asked.indexOf('/auth/v1/otp'))).toEqual(['/rest/v1/rpc/invite_member']))
  await expectToast(page, 'Team member invited', "An invitation has been sent to the user's email.")
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: '=1+1 <b>Nina</b>' })).toContainText('Pending')
  const mail = await cairn.mailbox.next(email)
  expect(mail.subject).toContain('invited')
  const rows = await cairn.database`
    select email, job_role, department, permission_level from public.pending_invitations where account_id = ${accountId}`
  expect(rows).toEqual([{ email, job_role: 'Designer', department: 'Studio', permission_level: 'manager' }])
  await page.getByRole('button', { name: 'Add Team Member' }).click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue('')
})

test.describe('an invitation that does not work', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[INV-41, 42, 44, 47, DIS-41] says why, keeps the form and leaves nothing', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const ben = await organisation.member('Ben Example', 'user')
    await openInvite(page)
    await fill(page, { email: ben.email, name: 'Ben' })
    await send(page)
    await expectToast(page, 'User already exists', 'A user with this email already exists in the system.')
    await expect(dialog(page).getByLabel('Email')).toHaveValue(ben.email)
    const email = `nina@${freshDomain()}`
    await fill(page, { email, name: 'Nina' })
    await test.step('the mail cannot be sent', async () => {
      await page.route('**/auth/v1/otp**', (route) =>
        route.fulfill({
          status: 429,
          json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Wait a minute.' },
        }),
      )
      await send(page)
      await expectToast(page, 'Error adding team member', 'Wait a minute.')
      await expect
        .poll(() => cairn.database`select from public.pending_invitations where account_id = ${accountId}`)
        .toHaveLength(0)
      await page.unroute('**/auth/v1/otp**')
    })
    await test.step('the invitation is refused', async () => {
      await refuse(page, 'POST', 'rpc/invite_member', 'Not on a Sunday.')
      await send(page)
      await expectToast(page, 'Error adding team member', 'Not on a Sunday.')
    })
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Nina')
  })

  test('[INV-45, 46] says so where the account cannot be told', async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'admin')
    await page.route('**/rest/v1/account_members?*', (route) =>
      route.fulfill({ json: [{ account_id: 'mine', permission_level: 'admin' }] }),
    )
    await page.route('**/rest/v1/accounts?*', (route) =>
      route.fulfill({ json: { id: 'mine', name: 'Example Works' } }),
    )
    await openInvite(page)
    await fill(page, { email: `nina@${freshDomain()}`, name: 'Nina' })
    await send(page)
    await expectToast(page, 'Error adding team member', 'Invalid account ID')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await openInvite(page)
    await fill(page, { email: `nina@${freshDomain()}`, name: 'Nina' })
    await refuse(page, 'POST', 'rpc/invite_member', 'Could not find account information')
    await send(page)
    await expectToast(page, 'Error adding team member', 'Could not find account information')
  })

  test('[INV-67] an admin whose level is lowered while the dialog stands open reads why, and the form stays', async ({
    page,
    cairn,
    organisation,
  }) => {
    await withoutNews(page)
    const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
    await organisation.member('Dan Deputy', 'admin')
    await openInvite(page)
    const nina = { email: `nina@${freshDomain()}`, name: 'Nina' }
    await fill(page, nina)
    await dialog(page).getByLabel('Permission Level').selectOption('Manager')
    await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${me.id}`
    await send(page)
    await expectToast(page, 'Access Restricted', 'Only account owners can manage invitations.')
    for (const [label, value] of [
      ['Email', nina.email],
      ['Name', nina.name],
      ['Job Role', 'Designer'],
      ['Department', 'Studio'],
      ['Permission Level', 'manager'],
    ] as const)
      await expect(dialog(page).getByLabel(label)).toHaveValue(value)
    expect(
      await cairn.database`select from public.pending_invitations where account_id = ${accountId}`,
    ).toHaveLength(0)
  })

  test('[INV-67, 68, 70] an admin who was demoted meanwhile learns it', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
    const deputy = await organisation.member('Dan Deputy', 'admin')
    await arrangeInvitation(cairn.database, {
      accountId,
      email: 'ivy@else.example',
      name: 'Ivy Invited',
      invitedBy: deputy.id,
    })
    await withoutNews(page)
    await openCard(page)
    const revoke = card(page).getByRole('button', { name: 'Revoke invitation of Ivy Invited' })
    await expect(revoke).toBeVisible()
    await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${me.id}`
    await revoke.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expectToast(page, 'Error revoking invitation')
    await card(page).getByRole('button', { name: 'Clean up expired' }).click()
    await expectToast(page, 'Access Restricted', 'Only account owners can manage invitations.')
    await refuse(page, 'POST', 'rpc/cleanup_expired_invitations_enhanced', 'Not on a Sunday.')
    await card(page).getByRole('button', { name: 'Clean up expired' }).click()
    await expectToast(page, 'Cleanup failed', 'Not on a Sunday.')
  })
})

test('[INV-52, 53, PERM-25, PERM-27, DIS-33, DIS-42, PERM-31] a member who is no owner invites nobody, and reads why', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  await page.goto('/team')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Team Member' })).toHaveCount(0)
  await openCard(page)
  await expect(card(page).getByText('Access Denied', { exact: true })).toBeVisible()
  await expect(
    card(page).getByText('Only account owners can manage invitations.', { exact: true }),
  ).toBeVisible()
  await expect(card(page).getByRole('listitem')).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: 'Clean up expired' })).toHaveCount(0)
})

test('[TEAM-21] a guest invites nobody', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/team')
  await expect(page.getByText('Dana Demo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Team Member' })).toHaveCount(0)
  await openCard(page)
  await expect(card(page).getByText('Access Denied', { exact: true })).toBeVisible()
})
