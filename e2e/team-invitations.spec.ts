import type { Locator, Page } from '@playwright/test'
import { arrangeInvitation } from './support/invitations.ts'
import { keepSignInAs } from './support/systems.ts'
import { expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const card = (page: Page): Locator => page.locator('#invitations')
const ended = (page: Page): Locator => card(page).getByRole('list', { name: 'History' })

async function openCard(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(card(page).getByRole('heading', { name: 'Invitation Management' })).toBeVisible()
}

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
