import type { Mailbox } from '@cairn/testing/mailbox'
import type { Page } from '@playwright/test'
import { keptSession, refusal } from '../support/browser.ts'
import { expect, freshDomain, OUTSIDE, PASSWORD, signIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const NEW_PASSWORD = 'Mountains-77!'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/**
 * Requests a mail on one of the screens that send one; it opens with the address that was typed on the screen before.
 */
async function askFor(page: Page, { link, button, email }: Record<'link' | 'button' | 'email', string>) {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('link', { name: link }).click()
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: button }).click()
  await expect(heading(page, 'Check your email')).toBeVisible()
}

const askForRecovery = (page: Page, email: string) =>
  askFor(page, { link: 'Forgot password?', button: 'Email me a link', email })

/** Returns the link and the code of the next mail to an address. */
async function nextMail(mailbox: Mailbox, email: string): Promise<{ path: string; code: string }> {
  const { text = '' } = await mailbox.next(email)
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  return { path: pathname + search, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }
}

test.describe('a forgotten password', () => {
  // A wrong code, a link that is used twice and an ended session are refused.
  const refused = new RegExp(
    `${refusal(400, 401, 403, 422).source}|^Failed: reading the account and the permission`,
  )
  test.use({ expectedComplaints: [refused] })

  test('[GAP-28, SEC-19, 20, 22, 34] is replaced by the link of a mail, which works once, on any device', async ({
    page,
    browser,
    cairn,
    organisation,
  }) => {
    const person = await organisation.member('Ada Example')
    await signIn(page, person)
    const elsewhere = await browser.newContext({ baseURL: cairn.server.url })
    const other = await elsewhere.newPage()
    await askForRecovery(other, person.email)
    await expect(other.getByText(/You can send it again in \d+ s/)).toBeVisible()
    const { path } = await nextMail(cairn.mailbox, person.email)

    await test.step('opening the link does nothing before the press', async () => {
      await other.goto(path)
      await expect(heading(other, 'Set a new password')).toBeVisible()
      expect(await keptSession(other)).toBeNull()
      await other.getByRole('button', { name: 'Continue' }).click()
      await expect(other).toHaveURL(/\/auth\/new-password$/)
    })

    const password = other.getByLabel('New Password', { exact: true })
    const confirmation = other.getByLabel('Confirm New Password')
    const save = other.getByRole('button', { name: 'Set Password' })
    await test.step('the new one has to fulfill its rules, after a reload too', async () => {
      await other.reload()
      await password.fill('Short-1!')
      await expect(other.getByRole('progressbar', { name: 'Password strength' })).toHaveAttribute(
        'aria-valuenow',
        '80',
      )
      await expect(other.getByText('At least 12 characters')).toBeVisible()
      await save.click()
      await expect(password).toHaveAccessibleDescription('Password must be at least 12 characters')
      await password.fill(PASSWORD)
      await confirmation.fill('Something-else-1!')
      await save.click()
      await expect(password).toHaveAccessibleDescription(
        'Password must contain uppercase, lowercase, number, and special character',
      )
      await password.fill(NEW_PASSWORD)
      await save.click()
      await expect(confirmation).toHaveAccessibleDescription("Passwords don't match")
    })

    await test.step('it signs in, and ends all other sessions', async () => {
      await confirmation.fill(NEW_PASSWORD)
      await save.click()
      await expectToast(other, 'Password updated')
      await expect(dashboard(other)).toBeFocused()
      await page.reload()
      await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    })

    await test.step('the used link says where there is a new one', async () => {
      await page.goto(path)
      await expect(heading(page, 'This link does not work')).toBeVisible()
      await page.getByRole('link', { name: 'Get a new link' }).click()
      await expect(heading(page, 'Forgot password?')).toBeVisible()
    })

    await test.step('the new one signs in, the old one does not', async () => {
      await page.getByLabel('Email', { exact: true }).fill(person.email)
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
      await expect(page.getByLabel('Email', { exact: true }), 'The address comes along.').toHaveValue(
        person.email,
      )
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expectToast(page, 'Error signing in')
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(dashboard(page)).toBeVisible()
    })
    await elsewhere.close()
  })
})

test.describe('a code by mail', () => {
  // A wrong code is refused.
  test.use({ expectedComplaints: [refusal(400, 401, 403, 422)] })

  test('[GAP-28, CALL-86, AUTH-04, 65] signs in without a password, or sets a new one, and tells nobody who is known', async ({
    page,
    cairn,
    organisation,
  }) => {
    const person = await organisation.member('Ada Example')
    const nobody = `nobody@${freshDomain()}`
    const field = page.getByLabel('Code from the email')
    await test.step('for a new password, with the same answer for an unknown user', async () => {
      for (const email of [nobody, person.email]) {
        await askForRecovery(page, email)
        await expect(page.getByText(`If ${email} has an account here, an email is on its way.`)).toBeVisible()
      }
      const { code } = await nextMail(cairn.mailbox, person.email)
      await expect(field).toBeFocused()
      await field.fill(code === '000000' ? '000001' : '000000')
      await expect(field).toHaveAccessibleDescription(/This code is wrong or no longer works/)
      await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
      await expect(heading(page, 'Set a new password')).toBeVisible()
      expect(cairn.mailbox.messages.filter(({ to }) => to?.[0]?.address === nobody)).toEqual([])
    })
    await test.step('without a password, to the address that the user wanted', async () => {
      const other = await organisation.member('Ben Example')
      await page.goto(OUTSIDE)
      await page.evaluate('localStorage.clear()')
      await page.goto('/systems?q=pay')
      await page.getByLabel('Email', { exact: true }).fill(other.email)
      await page.getByRole('link', { name: 'Email me a code instead' }).click()
      await expect(heading(page, 'Sign in by email')).toBeVisible()
      await page.getByRole('button', { name: 'Email me a code' }).click()
      const { code } = await nextMail(cairn.mailbox, other.email)
      await field.fill(code)
      await expectToast(page, 'Signed in')
      await expect(page).toHaveURL(/\/systems\?q=pay$/)
      await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeFocused()
    })
  })
})
