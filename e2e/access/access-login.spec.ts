import { refusal } from '../support/browser.ts'
import { expect, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

// A wrong password is refused.
test.use({ expectedComplaints: [refusal(400)] })

test('[AUTH-04, 61, 63, SHELL-04] signing in is logged, refused or not, and leads to the address that the user wanted', async ({
  page,
  cairn,
  organisation,
}) => {
  const { email } = await organisation.member('Ada Example')
  const attempts = () => cairn.database`
    select success from public.login_attempts where email = ${email} and source = 'browser' order by success`
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.goto('/systems?q=pay#list')
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByLabel('Email', { exact: true }).fill(email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9')
  await signIn.click()
  await expectToast(page, 'Error signing in', 'Invalid login credentials')
  await expect.poll(attempts).toEqual([{ success: false }])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.click()
  await expectToast(page, 'Signed in')
  await expect(page).toHaveURL(/\/systems\?q=pay#list$/)
  await expect.poll(attempts).toEqual([{ success: false }, { success: true }])
})
