import type { Page } from '@playwright/test'
import { heldBack, kept, refusal } from './support/browser.ts'
import { logOut } from './support/log-out.ts'
import { continueAsGuest, expect, freshDomain, PASSWORD, signInByForm, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

/** Signs in without reloading the page. */
async function fillInAndSend(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('[AUTH-01, 02, 03] the sign-in page opens and says where it leads', async ({ page }) => {
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cairn')
  await expect(page.getByText('Sign in to continue to the platform', { exact: true })).toBeVisible()
})

test('[AUTH-06, 07, 09, 10, 21, 22, 23] a visitor can sign in, sign up, or continue as a guest', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('tab')).toHaveText(['Login', 'Sign Up'])
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
  for (const label of ['Email', 'Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required', '')
  }
  await expect(page.getByRole('tabpanel').getByRole('button')).toHaveText(['Sign In'])
  await expect(page.getByText('Or continue with', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue as Guest' })).toBeVisible()
  await expect(
    page.getByText('Guest mode provides limited access with placeholder data', { exact: true }),
  ).toBeVisible()
})

test('[AUTH-09] a form without address or password is not sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // The page asks for the passkeys that it offers by itself.
    if (request.method() === 'POST' && !request.url().includes('/passkeys/')) asked.push(request.url())
  })
  await page.goto('/auth')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await submit.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please enter a password')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(`ada@${freshDomain()}`)
  await submit.click()
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
  await expect(page.getByText('Please enter a password')).toBeVisible()
  expect(asked).toEqual([])
})

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

test('[AUTH-56, 57, 58, GAP-02] a sign-in after too many failures says how long to wait, and nothing else', async ({
  page,
}) => {
  let waitSeconds = 61
  await page.route('**/rpc/check_login_rate_limit', (route) =>
    route.fulfill({ json: { allowed: false, retry_after_seconds: waitSeconds } }),
  )
  await page.goto('/auth')
  for (const [seconds, wait] of [
    [61, '2 minutes'],
    [60, '1 minute'],
  ] as const) {
    waitSeconds = seconds
    await fillInAndSend(page, `ada@${freshDomain()}`)
    await expectToast(page, 'Too many failed attempts', `Please wait ${wait} before trying again.`)
    await expect(toast(page)).toHaveCount(1)
  }
})

test.describe('a sign-out that the server refuses', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('[AUTH-70] says why, and keeps the user signed in', async ({ page, organisation }) => {
    await signInByForm(page, await organisation.member('Ada Example'))
    await page.route('**/auth/v1/logout**', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Not on a Sunday.' } }),
    )
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expectToast(page, 'Error signing out', 'Not on a Sunday.')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })
})

test('[AUTH-24, 25, DIS-22] a guest enters by the button and leaves by Sign In / Sign Up', async ({
  page,
}) => {
  await continueAsGuest(page)
  await expectToast(page, 'Guest mode enabled')
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => kept(page, 'guest-mode')).toBe('true')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
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
