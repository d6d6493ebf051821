import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { plugIn } from '../support/authenticator.ts'
import { logOut } from '../support/log-out.ts'
import { expect, keepSignIn, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const factorScreen = (page: Page) =>
  page.getByRole('heading', { name: 'Two-factor authentication', level: 1 })
const factors = (page: Page) =>
  page.getByRole('list', { name: 'Two-factor authentication' }).getByRole('listitem')
const addKey = (page: Page) => page.getByRole('button', { name: 'Add security key' })
const recoveryCodes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Whether the page is wider than the window. */
function overflows(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}

test('a security key is added, asked for at sign-in, replaced by a recovery code, and removed', async ({
  page,
  organisation,
}) => {
  test.slow()
  const person = await organisation.member('Ada Example')
  const device = await plugIn(page, 'usb')
  await keepSignIn(page, person)
  await page.goto('/settings/security')
  let recoveryCode = ''

  await test.step('adding it, by the keyboard alone, on a small screen', async () => {
    await page.setViewportSize({ width: 375, height: 740 })
    await addKey(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectAccessible(page, 'adding a security key')
    expect(await overflows(page)).toBe(false)
    await page.keyboard.type('Blue key')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Security key added')
    await expect(recoveryCodes(page)).toHaveCount(10)
    recoveryCode = await recoveryCodes(page).first().innerText()
    await page.getByRole('button', { name: 'Done' }).focus()
    await page.keyboard.press('Enter')
    await expect(factors(page)).toHaveText(/Blue key.*Last used/)
    await expectAccessible(page, 'a security key among the factors')
    expect(await overflows(page)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('the same key is not added twice, and what was called off holds no name', async () => {
    await addKey(page).click()
    await page.getByLabel('Name').fill('Green key')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectToast(page, 'Error adding security key')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectToast(page, 'Error adding security key')
    await expect(page.getByText('You already have one with this name.')).toBeHidden()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(factors(page)).toHaveCount(1)
  })

  await test.step('signing in asks for it', async () => {
    await logOut(page)
    await enterPassword(page, person.email)
    await expect(factorScreen(page)).toBeVisible()
    await expectAccessible(page, 'sign-in with a security key')
    await page.getByRole('button', { name: 'Use your security key' }).focus()
    await page.keyboard.press('Enter')
    await expect(dashboard(page)).toBeVisible()
  })

  await test.step('a recovery code does as well when it is lost', async () => {
    await device.unplug()
    await logOut(page)
    await enterPassword(page, person.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(dashboard(page)).toBeVisible()
    await page.goto('/settings/security')
    await expect(page.getByText('9 recovery codes left')).toBeVisible()
  })

  await test.step('once removed it is not asked for any more', async () => {
    await page.getByRole('button', { name: 'Remove Blue key' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Security key removed')
    await expect(page.getByText('Not set up yet. You sign in with your password alone.')).toBeVisible()
    await logOut(page)
    await enterPassword(page, person.email)
    await expect(dashboard(page)).toBeVisible()
  })
})
