import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { keepSignInAs, signInAs } from './support/systems.ts'
import { expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const card = (page: Page): Locator => page.locator('#invitations')
const active = (page: Page): Locator => card(page).getByRole('list', { name: 'Active invitations' })
const ended = (page: Page): Locator => card(page).getByRole('list', { name: 'History' })

async function openCard(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(card(page).getByRole('heading', { name: 'Invitation Management' })).toBeVisible()
}

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

test('[INV-52, 54, 56, 58, 65, 66, 71] the card lists whom the account has invited, masked, and revokes', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  await openCard(page)
  await expect(card(page).getByText('No invitations are open.')).toBeVisible()
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

test('[INV-55, 57, 69, INV-31] the history shows five first, and expired ones are cleaned up', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
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
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
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
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
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

test('[INV-62, 73, GAP-25] a link opens in a separate tab, a refused copy says what to do, and a new link ends the old', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
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
  await expectToast(page, 'Invitation sent again', 'A new link is on its way. The old one no longer works.')
  await cairn.mailbox.next(email)
  await expect(ended(page).getByRole('listitem')).toContainText('Revoked')
  const open = await cairn.database`
    select id from public.pending_invitations where account_id = ${accountId} and declined_at is null`
  expect(open).toHaveLength(1)
  expect(open).not.toEqual(before)
})
