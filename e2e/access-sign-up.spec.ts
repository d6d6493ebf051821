import type { Page } from '@playwright/test'
import { colourOf, heldBack, isReddish, refusal } from './support/browser.ts'
import { expect, freshDomain, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('First Name')).toBeVisible()
}

async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
}

const submitButton = (page: Page) => page.getByRole('button', { name: 'Create Account', exact: true })

test('[AUTH-12, 14, 18, 19, 20] the form asks for name, address and password', async ({ page }) => {
  await openSignUp(page)
  const panel = page.getByRole('tabpanel', { name: 'Sign Up' })
  await expect(panel.locator('label')).toHaveText([
    'First Name',
    'Last Name',
    'Email',
    'Password',
    'Confirm Password',
  ])
  const email = panel.getByLabel('Email', { exact: true })
  await expect(email).toHaveAttribute('type', 'email')
  for (const label of ['Email', 'Password', 'Confirm Password']) {
    await expect(panel.getByLabel(label, { exact: true })).toHaveAttribute('required', '')
  }
  for (const label of ['Password', 'Confirm Password']) {
    await expect(panel.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password')
  }
  await submitButton(page).click()
  await expect(panel.getByText('Please enter a valid email address')).toBeVisible()
  await expect(panel.getByText('Please enter a password')).toBeVisible()
})

test('[AUTH-16, 17, 33, 42] the strength of the password shows while it is typed', async ({ page }) => {
  await openSignUp(page)
  const password = page.getByLabel('Password', { exact: true })
  const bar = page.getByRole('progressbar', { name: 'Password strength' })
  const list = page.getByRole('list', { name: 'Password requirements' })
  await expect(bar).toHaveCount(0)
  await expect(list).toHaveCount(0)
  await expect(submitButton(page)).toBeEnabled()

  const stages = [
    { typed: 'a', percent: 20, tone: 'red', enough: false },
    { typed: 'aB', percent: 40, tone: 'orange', enough: false },
    { typed: 'aB3', percent: 60, tone: 'yellow', enough: true },
    { typed: 'aB3!', percent: 80, tone: 'green', enough: true },
    { typed: 'aB3!aB3!', percent: 100, tone: 'green', enough: true },
  ]
  for (const { typed, percent, tone, enough } of stages) {
    await password.fill(typed)
    await expect(bar).toHaveAttribute('aria-valuenow', String(percent))
    await expect(bar).toHaveAttribute('data-tone', tone)
    await expect(page.getByText(`${percent}%`, { exact: true })).toBeVisible()
    await expect(list.getByText('not met')).toHaveCount(5 - percent / 20)
    await expect(submitButton(page)).toBeEnabled({ enabled: enough })
  }
  await expect(list.getByRole('listitem')).toHaveText([
    /^At least 8 characters/,
    /^One uppercase letter/,
    /^One lowercase letter/,
    /^One number/,
    /^One special character/,
  ])
})

test('[AUTH-13, 44, 45, 46, 47, 48] only the first of a domain names the account', async ({
  page,
  organisation,
}) => {
  const { email } = await organisation.member('Ada Example')
  await openSignUp(page)
  const address = page.getByLabel('Email', { exact: true })
  const accountName = page.getByLabel('Account Name')
  await expect(accountName).toHaveCount(0)

  await address.fill('zoe@harbour-works.example')
  await expect(accountName).toHaveValue('Harbour-works')
  await accountName.fill('Harbour Works Ltd')
  await expect(accountName).toHaveValue('Harbour Works Ltd')

  const answer = page.waitForResponse('**/rpc/signup_domain_status')
  await address.fill(`zoe@${email.split('@')[1]?.toUpperCase()}`)
  await answer
  await expect(accountName).toHaveCount(0)
})

test('[AUTH-15, 08] creating an account shows its progress, then switches to Login', async ({ page }) => {
  const email = `ada@${freshDomain()}`
  const release = await heldBack(page, '**/auth/v1/signup**')
  await openSignUp(page)
  await fillIn(page, email)
  await expect(page.getByLabel('Account Name')).toBeVisible()
  await submitButton(page).click()
  const busy = page.getByRole('button', { name: 'Creating Account...', exact: true })
  await expect(busy).toBeVisible()
  await expect(busy).toBeDisabled()
  release()
  await expectToast(page, 'Account created', 'Please check your email to verify your account.')
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test.describe('a sign-up that the server refuses', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('[AUTH-53] says why, and keeps the typed text', async ({ page }) => {
    await page.route('**/auth/v1/signup**', (route) =>
      route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Not on a Sunday.' } }),
    )
    const email = `ada@${freshDomain()}`
    await openSignUp(page)
    await fillIn(page, email)
    await expect(page.getByLabel('Account Name')).toBeVisible()
    await submitButton(page).click()
    await expectToast(page, 'Error signing up', 'Not on a Sunday.')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  })
})

test('[AUTH-26, 27, GAP-30] a public mail domain is refused before anything is sent', async ({ page }) => {
  await openSignUp(page)
  const note = page.getByText('Registration with this email domain is not allowed.', { exact: true })
  await fillIn(page, 'ada@gmail.com')
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'Registration with this email domain is not allowed.',
  )
  expect(isReddish(await colourOf(note, 'color')), 'The note is red.').toBe(true)
  await expect(submitButton(page)).toBeDisabled()
  await page.getByLabel('Email', { exact: true }).fill(`ada@${freshDomain()}`)
  await expect(note).toBeHidden()
  await expect(submitButton(page)).toBeEnabled()
})

test('[AUTH-29, DIS-20] a domain that turns out to be closed after the press is refused as well', async ({
  page,
}) => {
  const release = await heldBack(page, '**/rpc/signup_domain_status')
  await openSignUp(page)
  await fillIn(page, 'ada@gmail.com')
  await submitButton(page).click()
  release()
  await expectToast(page, 'Registration not allowed', 'Sign up with this email domain is not permitted.')
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
})

test('[AUTH-32, 33, DIS-21] a weak password is refused even where the button is bypassed', async ({
  page,
}) => {
  await openSignUp(page)
  await fillIn(page, `ada@${freshDomain()}`, 'weak')
  await expect(submitButton(page)).toBeDisabled()
  // A password manager submits the form in this way.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expectToast(
    page,
    'Password too weak',
    'Please create a stronger password that meets more requirements.',
  )
})

test('[AUTH-28, 30, 31, 34, GAP-01] missing values are reported one after the other', async ({ page }) => {
  await openSignUp(page)
  await fillIn(page, `ada@${freshDomain()}`)
  await page.getByLabel('Last Name').fill(' ')
  await page.getByLabel('Confirm Password').fill('Something-Else-1')
  await page.getByLabel('Account Name').fill(' ')
  await submitButton(page).click()
  await expectToast(page, 'Name is required', 'Please enter both your first and last name.')
  await page.getByLabel('Last Name').fill('Example')
  await submitButton(page).click()
  await expectToast(page, 'Passwords do not match', 'Please make sure your passwords match.')
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await submitButton(page).click()
  await expectToast(
    page,
    'Account name is required',
    'As the first user from your domain, please provide an account name.',
  )
})
