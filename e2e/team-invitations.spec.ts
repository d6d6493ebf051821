import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { runUntil, stopClock } from './support/clock.ts'
import {
  arrangeInvitation,
  inviteDialog as dialog,
  fillInvite as fill,
  openInvite,
  sendInvite as send,
} from './support/invitations.ts'
import { boxOf } from './support/motion.ts'
import { withoutNews } from './support/news.ts'
import { REFUSED_REQUEST, refuse, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const card = (page: Page): Locator => page.locator('#invitations')
const active = (page: Page): Locator => card(page).getByRole('list', { name: 'Active invitations' })
const ended = (page: Page): Locator => card(page).getByRole('list', { name: 'History' })

async function openCard(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(card(page).getByRole('heading', { name: 'Invitation Management' })).toBeVisible()
}

test('[TEAM-21, 22, INV-33, 34, 35, 36, 37, 38, 39] the dialog asks for all it needs', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
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
  await test.step('given up, it starts anew', async () => {
    await fill(page, { email: 'nina@example.com', name: 'Nina Example' })
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expect(dialog(page).getByLabel('Email')).toHaveValue('')
    await expect(dialog(page).getByLabel('Email')).not.toHaveAccessibleDescription(/valid/)
  })
})

test('the ways to the invitations lead to their card, by a link and by the address', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  const email = `ivy@${freshDomain()}`
  await arrangeInvitation(cairn.database, {
    accountId,
    email,
    name: 'Ivy Invited',
    invitedBy: me.id,
    sentDaysAgo: 9,
  })
  const expectThere = async () => {
    await expect(page).toHaveURL(/\/profile#invitations$/)
    await expect(card(page)).toBeFocused()
    await expect(card(page).getByRole('heading', { name: 'Invitation Management' })).toBeInViewport()
  }
  await page.goto('/team')
  await page.getByRole('link', { name: 'Manage invitations' }).click()
  await expectThere()
  await page.reload()
  await expectThere()
  await page.goto('/settings?tab=security')
  await page.getByRole('link', { name: 'Clean up' }).click()
  await expectThere()
})

test('[INV-43, 48, 49, 50, 51, CALL-80] who is invited gets a mail, and stands in the list', async ({
  page,
  cairn,
  organisation,
}) => {
  await withoutNews(page)
  const { accountId } = await signInAs(page, organisation, 'admin')
  const email = `nina@${freshDomain()}`
  await openInvite(page)
  await fill(page, { email: email.toUpperCase(), name: '=1+1 <b>Nina</b>' })
  await dialog(page).getByLabel('Permission Level').selectOption('Manager')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
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
    const { accountId } = await signInAs(page, organisation, 'admin')
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
    await signInAs(page, organisation, 'admin')
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
    const { me, accountId } = await signInAs(page, organisation, 'admin')
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

  test('[INV-67, 68, 70] somebody who stopped being an owner is told so', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me, accountId } = await signInAs(page, organisation, 'admin')
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

test('[INV-52, 54, 56, 58, 65, 66, 71] the card lists whom the account has invited, masked, and revokes', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  await openCard(page)
  await expect(card(page).getByText('Nobody is invited at the moment.')).toBeVisible()
  await arrangeInvitation(cairn.database, {
    accountId,
    email: 'ivy@else.example',
    name: 'Ivy Invited',
    invitedBy: me.id,
    level: 'user',
  })
  await card(page).getByRole('button', { name: 'Refresh' }).click()
  const row = active(page).getByRole('listitem')
  await expect(row).toContainText('Ivy Invited')
  await expect(row).toContainText('Sent to iv******** · User · by Ada Founder')
  await expect(row).toContainText(/Expires .+, in 6 days/)
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('ivy@else.example')).toHaveCount(0)
  await expectAccessible(page, 'invitation management')
  await row.getByRole('button', { name: 'Revoke invitation of Ivy Invited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'Invitation revoked')
  await expect(ended(page).getByRole('listitem')).toContainText('Revoked')
  await expect(active(page)).toHaveCount(0)
})

test('[INV-55, 57, 69, INV-31] of the history five show first, and expired ones are cleaned up', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  for (let number = 1; number <= 6; number += 1)
    await arrangeInvitation(cairn.database, {
      accountId,
      email: `person${number}@else.example`,
      name: `Person ${number}`,
      invitedBy: me.id,
      sentDaysAgo: 8 + number,
    })
  await openCard(page)
  await expect(ended(page).getByRole('listitem')).toHaveCount(5)
  await expect(ended(page).getByText('Expired', { exact: true })).toHaveCount(5)
  await card(page).getByRole('button', { name: 'Show all 6' }).click()
  await expect(ended(page).getByRole('listitem')).toHaveCount(6)
  await card(page).getByRole('button', { name: 'Clean up expired' }).click()
  await expectToast(
    page,
    'Enhanced Security Cleanup Completed',
    'Expired invitations removed: 6. Old security logs were cleaned.',
  )
  await expect(card(page).getByText('No invitation has ended yet.')).toBeVisible()
})

test('[INV-59, 60, 61, 63, 64, 72, DIS-32] [GAP-24] the link and an email are there to be copied', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  await arrangeInvitation(cairn.database, {
    accountId,
    email: 'ivy@else.example',
    name: 'Ivy Invited',
    invitedBy: me.id,
  })
  await openCard(page)
  await expect(card(page).getByText('An invitation is open for 7 days')).toBeVisible()
  await card(page).getByRole('button', { name: 'Copy link for Ivy Invited' }).click()
  await expectToast(page, 'Link copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toMatch(/^http:\/\/localhost:\d+\/invitation\?token=[\w-]{43}$/)
  await card(page).getByRole('button', { name: 'Get Email for Ivy Invited' }).click()
  const mail = page.getByRole('dialog', { name: 'Email for Ivy Invited' })
  await expect(mail.getByLabel('Email text')).toHaveValue(/Hello Ivy Invited,[\s\S]*48 hours[\s\S]*7 days/)
  await expectAccessible(page, 'email of an invitation')
  await mail.getByRole('button', { name: 'Copy email' }).click()
  await expectToast(page, 'Copied to clipboard')
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(link)
})

test('[INV-74] a button says for two seconds that the link is copied', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  await arrangeInvitation(cairn.database, {
    accountId,
    email: 'ivy@else.example',
    name: 'Ivy Invited',
    invitedBy: me.id,
  })
  await page.clock.install()
  await openCard(page)
  const copy = card(page).getByRole('button', { name: 'Copy link for Ivy Invited' })
  await expect(copy).toHaveText('Copy link')
  await stopClock(page)
  await copy.click()
  await expect(copy).toHaveText('Copied')
  const shownMs = await runUntil(page, async () => (await copy.textContent()) === 'Copy link')
  expect(Math.abs(shownMs - 2_000)).toBeLessThanOrEqual(100)
})

test('[INV-62, 73, GAP-25] a link opens in a tab of its own, a refused copy says what to do, and a new link ends the old', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await signInAs(page, organisation, 'admin')
  const email = `ivy@${freshDomain()}`
  await arrangeInvitation(cairn.database, { accountId, email, name: 'Ivy Invited', invitedBy: me.id })
  await openCard(page)
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
  await card(page).getByRole('button', { name: 'Copy link for Ivy Invited' }).click()
  await expectToast(page, 'Copy failed')
  const opened = context.waitForEvent('page')
  await card(page).getByRole('button', { name: 'Test link for Ivy Invited' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/invitation\?token=/)
  await tab.close()
  const before =
    await cairn.database`select id from public.pending_invitations where account_id = ${accountId}`
  await card(page).getByRole('button', { name: 'Resend to Ivy Invited' }).click()
  await expectToast(page, 'Invitation sent again', 'A new link is on its way; the old one has ended.')
  await cairn.mailbox.next(email)
  await expect(ended(page).getByRole('listitem')).toContainText('Revoked')
  const open = await cairn.database`
    select id from public.pending_invitations where account_id = ${accountId} and declined_at is null`
  expect(open).toHaveLength(1)
  expect(open).not.toEqual(before)
})

test('[INV-53, PERM-25, PERM-27, DIS-33, DIS-42, PERM-31] who is no owner invites nobody, and reads why', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'manager')
  await page.goto('/team')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Team Member' })).toHaveCount(0)
  await openCard(page)
  await expect(card(page).getByText('Access Denied', { exact: true })).toBeVisible()
  await expect(
    card(page).getByText('Only account owners can manage invitations.', { exact: true }),
  ).toBeVisible()
})

test('[TEAM-21] a guest invites nobody', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/team')
  await expect(page.getByText('Dana Demo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Team Member' })).toHaveCount(0)
  await openCard(page)
  await expect(card(page).getByText('Access Denied', { exact: true })).toBeVisible()
})
