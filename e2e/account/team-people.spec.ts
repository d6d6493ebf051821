import type { Browser, Page } from '@playwright/test'
import { fillInvite, openInvite, sendInvite } from '../support/invitations.ts'
import { linkTo } from '../support/mail.ts'
import { SOON } from '../support/news.ts'
import { keepSignInAs, REFUSED_REQUEST } from '../support/systems.ts'
import { type Cairn, expect, freshDomain, keepSignIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** Opens a browser that nobody has used yet. */
async function freshBrowser(browser: Browser, cairn: Cairn): Promise<Page> {
  const context = await browser.newContext({ baseURL: cairn.server.url })
  return context.newPage()
}

/** Follows the link in the mail to an address, and presses the button behind it. */
async function followMail(page: Page, cairn: Cairn, email: string): Promise<void> {
  await page.goto(await linkTo(cairn, email))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const level = (page: Page, label: string) => page.getByRole('banner').getByText(label, { exact: true })

test.use({
  expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }],
  movesBecause: 'Who joins takes a place in the list that others look at.',
})

test('people come, change and go: an admin, a newcomer, a manager and a viewer in their browsers', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  test.slow()
  const { me } = await keepSignInAs(page, organisation, 'admin')
  const max = await organisation.member('Max Manager', 'manager')
  const vera = await organisation.member('Vera Viewer', 'viewer')
  const ina = { email: `ina@${organisation.domain}`, name: 'Ina Inside' }
  const otto = { email: `otto@${freshDomain()}`, name: 'Otto Outside' }

  await test.step('an admin invites two, and revokes one', async () => {
    for (const person of [ina, otto]) {
      await openInvite(page)
      await fillInvite(page, person)
      await sendInvite(page)
      await expectToast(page, 'Team member invited', "An invitation has been sent to the user's email.")
    }
    await page.getByRole('link', { name: 'Manage invitations' }).click()
    await page.getByRole('button', { name: 'Revoke invitation of Otto Outside' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expectToast(page, 'Invitation revoked')
  })

  await test.step('a person whose invitation was revoked reads so behind the link', async () => {
    const ottos = await freshBrowser(browser, cairn)
    await followMail(ottos, cairn, otto.email)
    await expect(ottos.getByText('This invitation has expired or is no longer valid.')).toBeVisible()
    await ottos.context().close()
  })

  const inas = await freshBrowser(browser, cairn)
  await test.step('the other accepts in a fresh browser, where the mail leads', async () => {
    await followMail(inas, cairn, ina.email)
    await expect(inas).toHaveURL(/\/invitation\?token=/)
    await inas.getByRole('button', { name: 'Accept Invitation' }).click()
    await expect(inas.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(level(inas, 'Viewer')).toBeVisible()
  })

  await test.step('the inviter is notified, and a changed level shows at once', async () => {
    await page.goto('/notifications')
    await expect(page.getByRole('main').getByText(/Ina Inside/)).toBeVisible()
    await page.goto('/team')
    await page.getByRole('table').getByRole('button', { name: 'Ina Inside' }).click()
    await page.getByLabel('Permission Level').selectOption('User')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change level' }).click()
    await expectToast(page, 'Permission Updated', 'User permission has been successfully updated.')
    await expect(level(inas, 'User')).toBeVisible(SOON)
    await inas.context().close()
  })
  const path = new URL(page.url()).pathname

  await test.step('a manager edits the newcomer, and a viewer sees it', async () => {
    const other = await freshBrowser(browser, cairn)
    await keepSignIn(other, max)
    await other.goto(path)
    await other.getByRole('button', { name: 'Edit Profile' }).first().click()
    await other.getByLabel('Department').fill('Atelier')
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(other, 'Profile updated', 'The user profile has been successfully updated.')
    await other.context().close()
    const veras = await freshBrowser(browser, cairn)
    await keepSignIn(veras, vera)
    await veras.goto(path)
    await expect(veras.getByRole('heading', { name: 'Ina Inside Profile' })).toBeVisible()
    await expect(veras.getByText('Atelier', { exact: true })).toBeVisible()
    await expect(veras.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
    await expect(veras.getByText('Admin Actions')).toHaveCount(0)
    await veras.context().close()
  })

  await test.step('the last admin cannot leave', async () => {
    await page.goto(`/team/${me.id}`)
    await page.getByRole('button', { name: 'Leave account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
    await expectToast(
      page,
      'Error leaving the account',
      'An account needs an admin. Make another member an admin first.',
    )
  })
})
