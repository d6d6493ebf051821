import { RateLimited } from '@cairn/workspace/errors'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { openApp } from './support/app.tsx'
import { colourOf, isReddish } from './support/colour.ts'
import { heldBack } from './support/held-back.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectScreen,
  expectText,
  expectTexts,
  expectToast,
  toast,
} from './support/look.ts'
import { ADA } from './support/people.ts'

const PASSWORD = 'Correct-Horse-7'
const email = page.getByLabelText('Email', { exact: true })
const password = page.getByLabelText('Password', { exact: true })
const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
const openAuth = (access: Parameters<typeof openApp>[1] = {}) =>
  openApp('/auth', { as: 'visitor', ...access })

describe('the door', () => {
  it('[AUTH-01, 02, 03] says where it leads', async () => {
    await openAuth()
    await expectAddress('/auth')
    await expectText(page.getByRole('heading', { level: 1 }), 'Cairn')
    const text = 'Sign in to continue to the platform'
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  })

  it('[AUTH-06, 07, 09, 10, 21, 22, 23] lets one sign in, sign up, or go on as a guest', async () => {
    await openAuth()
    await expectTexts(page.getByRole('tab'), ['Login', 'Sign Up'])
    await expect.element(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
    for (const field of [email, password]) await expect.element(field).toHaveAttribute('required', '')
    await expectTexts(page.getByRole('tabpanel').getByRole('button'), ['Sign In'])
    await expect.element(page.getByText('Or continue with', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Continue as Guest' })).toBeVisible()
    const text = 'Guest mode provides limited access with placeholder data'
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  })

  it('[AUTH-09] sends no form without address or password', async () => {
    const ask = vi.fn(async () => undefined)
    await openAuth({ access: { signIn: ask } })
    await signIn.click()
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect.element(page.getByText('Please enter a password')).toBeVisible()
    await expect.element(email).toHaveFocus()
    await email.fill('ada@works.example')
    await signIn.click()
    await expectGone(page.getByText('Please enter a valid email address'))
    await expect.element(page.getByText('Please enter a password')).toBeVisible()
    expect(ask).not.toHaveBeenCalled()
  })

  it('[AUTH-56, 57, 58, GAP-02] says after too many failures how long to wait, and nothing else', async () => {
    let waitSeconds = 61
    await openAuth({
      access: {
        signIn: async () => {
          throw new RateLimited(waitSeconds)
        },
      },
    })
    for (const [seconds, wait] of [
      [61, '2 minutes'],
      [60, '1 minute'],
    ] as const) {
      waitSeconds = seconds
      await email.fill('ada@works.example')
      await password.fill(PASSWORD)
      await signIn.click()
      await expectToast('Too many failed attempts', `Please wait ${wait} before trying again.`)
      await expectCount(toast(), 1)
    }
  })

  it('[AUTH-70] says why a sign-out is refused, and one stays', async () => {
    const signOut = async () => {
      throw accessRefusal('Not on a Sunday.')
    }
    await openApp('/', { as: ADA, access: { signOut } })
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expectToast('Error signing out', 'Not on a Sunday.')
    await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  it('[AUTH-24, 25, DIS-22] lets a guest in by the button and out by Sign In / Sign Up', async () => {
    await openAuth()
    await page.getByRole('button', { name: 'Continue as Guest' }).click()
    await expectToast('Guest mode enabled', 'You are now browsing as a guest. Some features may be limited.')
    await expectAddress('/')
    await expectScreen('Dashboard')
    expect(localStorage.getItem('guest-mode')).toBe('true')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
    await expectAddress('/auth')
    await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await openApp(location.pathname, { as: 'visitor' })
    await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })
})

describe('signing up', () => {
  const submit = page.getByRole('button', { name: 'Create Account', exact: true })
  const confirm = page.getByLabelText('Confirm Password')
  const panel = page.getByRole('tabpanel', { name: 'Sign Up' })

  async function openSignUp(
    access: NonNullable<Parameters<typeof openApp>[1]>['access'] = {},
  ): Promise<void> {
    await openAuth({ access })
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect.element(page.getByLabelText('First Name')).toBeVisible()
  }

  async function fillIn(address = 'ada@works.example', secret = PASSWORD): Promise<void> {
    await page.getByLabelText('First Name').fill('Ada')
    await page.getByLabelText('Last Name').fill('Example')
    await email.fill(address)
    await password.fill(secret)
    await confirm.fill(secret)
  }

  it('[AUTH-12, 14, 18, 19, 20] asks for name, address and password', async () => {
    await openSignUp()
    await expectTexts(panel.getByCss('label'), [
      'First Name',
      'Last Name',
      'Email',
      'Password',
      'Confirm Password',
    ])
    await expect.element(email).toHaveAttribute('type', 'email')
    for (const field of [email, password, confirm])
      await expect.element(field).toHaveAttribute('required', '')
    for (const field of [password, confirm]) await expect.element(field).toHaveAttribute('type', 'password')
    await submit.click()
    await expect.element(panel.getByText('Please enter a valid email address')).toBeVisible()
    await expect.element(panel.getByText('Please enter a password')).toBeVisible()
  })

  it('[AUTH-16, 17, 33, 42] measures the password while it is typed', async () => {
    await openSignUp()
    const bar = page.getByRole('progressbar', { name: 'Password strength' })
    const list = page.getByRole('list', { name: 'Password requirements' })
    await expectGone(bar)
    await expectGone(list)
    await expect.element(submit).toBeEnabled()
    for (const { typed, percent, tone } of [
      { typed: 'a', percent: 20, tone: 'red' },
      { typed: 'aB', percent: 40, tone: 'orange' },
      { typed: 'aB3', percent: 60, tone: 'yellow' },
      { typed: 'aB3!', percent: 80, tone: 'green' },
      { typed: 'aB3!aB3!', percent: 100, tone: 'green' },
    ]) {
      await password.fill(typed)
      await expect.element(bar).toHaveAttribute('aria-valuenow', String(percent))
      await expect.element(bar).toHaveAttribute('data-tone', tone)
      await expect.element(page.getByText(`${percent}%`, { exact: true })).toBeVisible()
      await expectCount(list.getByText('not met'), 5 - percent / 20)
      if (percent < 60) await expect.element(submit).toBeDisabled()
      else await expect.element(submit).toBeEnabled()
    }
    await expectTexts(list.getByRole('listitem'), [
      /^At least 8 characters/,
      /^One uppercase letter/,
      /^One lowercase letter/,
      /^One number/,
      /^One special character/,
    ])
  })

  it('[AUTH-13, 44, 45, 46, 47, 48] asks only the first of a domain for the name of the account', async () => {
    await openSignUp({
      domainStatus: async (domain) => ({ blacklisted: false, first: domain === 'harbour-works.example' }),
    })
    const accountName = page.getByLabelText('Account Name')
    await expectGone(accountName)
    await email.fill('zoe@harbour-works.example')
    await expect.element(accountName).toHaveValue('Harbour-works')
    await accountName.fill('Harbour Works Ltd')
    await expect.element(accountName).toHaveValue('Harbour Works Ltd')
    await email.fill('zoe@TAKEN.example')
    await expectGone(accountName)
  })

  it('[AUTH-15, 08] shows that creating an account is under way, then switches to Login', async () => {
    const { answer, release } = heldBack(() => undefined)
    await openSignUp({ signUp: answer })
    await fillIn()
    await expect.element(page.getByLabelText('Account Name')).toBeVisible()
    await submit.click()
    const busy = page.getByRole('button', { name: 'Creating Account...', exact: true })
    await expect.element(busy).toBeVisible()
    await expect.element(busy).toBeDisabled()
    release()
    await expectToast('Account created', 'Please check your email to verify your account.')
    await expect.element(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible()
    await expect.element(email).toHaveValue('ada@works.example')
  })

  it('[AUTH-53] says why the server refuses it, and keeps what was typed', async () => {
    await openSignUp({
      signUp: async () => {
        throw accessRefusal('Not on a Sunday.')
      },
    })
    await fillIn()
    await expect.element(page.getByLabelText('Account Name')).toBeVisible()
    await submit.click()
    await expectToast('Error signing up', 'Not on a Sunday.')
    await expect.element(email).toHaveValue('ada@works.example')
  })

  it('[AUTH-26, 27, GAP-30] turns a public mail domain away before anything is sent', async () => {
    await openSignUp({
      domainStatus: async (domain) => ({ blacklisted: domain === 'mail.example', first: true }),
    })
    const note = page.getByText('Registration with this email domain is not allowed.', { exact: true })
    await fillIn('ada@mail.example')
    await expect.element(note).toBeVisible()
    await expect
      .element(email)
      .toHaveAccessibleDescription('Registration with this email domain is not allowed.')
    expect(isReddish(colourOf(note, 'color')), 'The note is red.').toBe(true)
    await expect.element(submit).toBeDisabled()
    await email.fill('ada@works.example')
    await expectGone(note)
    await expect.element(submit).toBeEnabled()
  })

  it('[AUTH-29, DIS-20] refuses a domain all the same that turns out to be closed after the press', async () => {
    const { answer, release } = heldBack(() => ({ blacklisted: true, first: true }))
    await openSignUp({ domainStatus: answer })
    await fillIn('ada@mail.example')
    await submit.click()
    release()
    await expectToast('Registration not allowed', 'Sign up with this email domain is not permitted.')
    await expect.element(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
  })

  it('[AUTH-32, 33, DIS-21] refuses a weak password even where the button is gone round', async () => {
    await openSignUp()
    await fillIn('ada@works.example', 'weak')
    await expect.element(submit).toBeDisabled()
    // A password manager submits the form this way.
    document.querySelector('form')?.requestSubmit()
    await expectToast('Password too weak', 'Please create a stronger password that meets more requirements.')
  })

  it('[AUTH-28, 30, 31, 34, GAP-01, TOAST-03] tells what is missing one after the other', async () => {
    await openSignUp()
    await fillIn()
    await page.getByLabelText('Last Name').fill(' ')
    await confirm.fill('Something-Else-1')
    await page.getByLabelText('Account Name').fill(' ')
    await submit.click()
    await expectToast('Name is required', 'Please enter both your first and last name.')
    const title = toast().getByText('Name is required', { exact: true })
    expect(isReddish(colourOf(title, 'color'))).toBe(true)
    await page.getByLabelText('Last Name').fill('Example')
    await submit.click()
    await expectToast('Passwords do not match', 'Please make sure your passwords match.')
    await confirm.fill(PASSWORD)
    await submit.click()
    await expectToast(
      'Account name is required',
      'As the first user from your domain, please provide an account name.',
    )
  })
})
