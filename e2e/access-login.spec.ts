import type { Page } from '@playwright/test'
import { heldBack, refusal } from './support/browser.ts'
import { logOut } from './support/log-out.ts'
import { continueAsGuest, expect, PASSWORD, signInByForm, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** Signs in without reloading the page. */
async function fillInAndSend(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('[AUTH-11, 63, 65] signing in shows its progress, greets, and is logged', async ({
  page,
  cairn,
  organisation,
}) => {
  const person = await organisation.member('Ada Example')
  const release = await heldBack(page, '**/auth/v1/token**')
  await page.goto('/auth')
  await fillInAndSend(page, person.email.toUpperCase())
  const busy = page.getByRole('button', { name: 'Signing in...', exact: true })
  await expect(busy).toBeVisible()
  await expect(busy).toBeDisabled()
  release()
  await expectToast(page, 'Signed in')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect
    .poll(
      () => cairn.database`
        select success from public.login_attempts where email = ${person.email} and source = 'browser'`,
    )
    .toEqual([{ success: true }])
})

test.describe('a refused sign-in', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('[AUTH-61, 62] says why, keeps the typed text, and is logged', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { email } = await organisation.member('Ada Example')
    await page.goto('/auth')
    await fillInAndSend(page, email, 'Wrong-Horse-9')
    await expectToast(page, 'Error signing in', 'Invalid login credentials')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page).toHaveURL(/\/auth$/)
    const notes = () => cairn.database`
      select success from public.login_attempts where email = ${email} and source = 'browser'`
    await expect.poll(notes).toEqual([{ success: false }])
  })
})

test('[AUTH-04, SHELL-04, 05] signing in leads to the address that the user wanted', async ({
  page,
  organisation,
}) => {
  const person = await organisation.member('Ada Example')
  await page.goto('/systems?q=pay#list')
  await expect(page).toHaveURL(/\/auth$/)
  await fillInAndSend(page, person.email)
  await expect(page).toHaveURL(/\/systems\?q=pay#list$/)
  await page.goto('/auth')
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('[AUTH-05] becoming a guest in another tab leads to the wanted address too', async ({
  page,
  context,
}) => {
  await page.goto('/systems?q=pay#list')
  await expect(page).toHaveURL(/\/auth$/)
  const other = await context.newPage()
  await continueAsGuest(other)
  await page.reload()
  await expect(page).toHaveURL(/\/systems\?q=pay#list$/)
  await other.goto('/auth')
  await expect(other).toHaveURL(/:\d+\/$/)
})

test('[AUTH-66, 67, 68, 69] signing out leads to the sign-in page and removes account and level', async ({
  page,
  organisation,
  cairn,
}) => {
  const founder = await organisation.member('Ada Example')
  const stranger = await organisation.member('Zoe Example')
  await cairn.database`delete from public.account_members where user_id = ${stranger.id}`
  await signInByForm(page, founder)
  const header = page.getByRole('banner')
  const account = header.getByText(`Team-${founder.email.split('@team-')[1]?.split('.')[0]}`)
  await expect(header.getByText('Admin', { exact: true })).toBeVisible()
  await expect(account).toBeVisible()
  await logOut(page)
  await expectToast(page, 'Signed out')
  await expect(page).toHaveURL(/\/auth$/)

  await test.step('the next one, without an account, finds nothing of theirs', async () => {
    await fillInAndSend(page, stranger.email)
    await expect(header.getByText('Viewer', { exact: true })).toBeVisible()
    await expect(account).toHaveCount(0)
  })
})

test.describe('an address that is not confirmed', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('gets its mail again at sign-in, after a reload too', async ({ page, cairn, organisation }) => {
    const { id, email } = await organisation.member('Ada Example')
    await cairn.database`update auth.users set email_confirmed_at = null where id = ${id}`
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const card = page.getByRole('status').filter({ hasText: email })
    await expect(card).toBeVisible()
    await page.reload()
    await card.getByRole('button', { name: 'Send the email again' }).click()
    await expectToast(page, 'Email sent')
  })
})
