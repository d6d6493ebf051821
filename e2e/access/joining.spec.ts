import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { type Cairn, expect, freshDomain, keepSignIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** Signs in a person who has no account yet, and so sees no dashboard. */
async function enter(page: Page, person: { email: string }): Promise<void> {
  await keepSignIn(page, person)
  await page.goto('/')
}

/** Arranges a person at a domain without an account, whom a stranger's account has invited. */
async function arrangeInvited(cairn: Cairn, account: string) {
  const email = `ada@${freshDomain()}`
  await cairn.database`update public.accounts set name = 'Example Works' where id = ${account}`
  await cairn.database`
    insert into public.pending_invitations (account_id, email, name, permission_level, invited_by)
    select ${account}, ${email}, 'Ada', 'manager', user_id
    from public.account_members where account_id = ${account}`
  return arrangePerson(cairn.database, { email, name: 'Ada Invited' })
}

test('[GAP-38] a person invited by a stranger founds the account of their own organization, or joins the other', async ({
  page,
  cairn,
  organisation,
}) => {
  await organisation.member('Zoe Stranger')
  const account = await organisation.accountId()
  await enter(page, await arrangeInvited(cairn, account))
  await expect(page.getByRole('heading', { name: 'Where do you belong?' })).toBeVisible()
  await expect(page.getByText('Zoe Stranger invited you as Manager.')).toBeVisible()
  await page.getByLabel('Account Name').fill('Ada & Co')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'Set up Ada & Co', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Ada & Co')).toBeVisible()
  await test.step('another one joins', async () => {
    await enter(page, await arrangeInvited(cairn, account))
    await page.getByRole('button', { name: 'Join Example Works' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Example Works')).toBeVisible()
  })
})

test('newcomers wait where an admin requires it, enter when they are admitted, and see nothing when they are not', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  await keepSignIn(page, await organisation.member('Ada Founder'))
  await page.goto('/settings/security')
  await page.getByRole('switch', { name: 'An admin admits newcomers from the domain' }).click()
  await expectToast(page, 'Settings saved')

  const newcomer = await organisation.member('Nina New')
  const elsewhere = await browser.newContext({ baseURL: cairn.server.url })
  const visit = await elsewhere.newPage()
  // The news, refetched every ten seconds, would let them in before the press.
  await visit.route('**/rest/v1/rpc/get_news', () => {})
  await enter(visit, newcomer)
  await expect(visit.getByRole('heading', { name: 'Waiting to be admitted' })).toBeVisible()
  await visit.getByRole('button', { name: 'Check again' }).click()
  await expect(visit.getByText('No admin has admitted you yet.').first()).toBeVisible()

  await page.goto('/notifications')
  await page.getByRole('link', { name: /Nina New is waiting to be admitted/ }).click()
  await expect(page.getByText(newcomer.email)).toBeVisible()
  await page.getByRole('button', { name: 'Admit Nina New' }).click()
  await expectToast(page, 'Nina New was admitted', 'They are now in the account as a viewer.')
  const refused = await organisation.member('Noa New')
  await page.reload()
  await page.getByRole('button', { name: 'Decline Noa New' }).click()
  await expectToast(page, 'Noa New was declined', 'They cannot see anything in the account.')

  await visit.getByRole('button', { name: 'Check again' }).click()
  await expect(visit.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await enter(visit, refused)
  await visit.goto('/systems')
  await expect(visit.locator('#main').getByText('No account found for user', { exact: true })).toBeVisible()
  await elsewhere.close()
})
