import { codeOfApp } from '@cairn/testing/authenticator'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { refusal } from '../support/browser.ts'
import { expectWholeEverywhere } from '../support/layout.ts'
import { linkTo } from '../support/mail.ts'
import { expect, keepSignIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** The requests that are refused before the password is required. */
test.use({ expectedComplaints: [refusal(400, 401, 403)] })

test('a user who did not add a factor undoes it by the mail, on any device, and sets a new password', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  test.slow()
  const person = await organisation.member('Ada Example')
  await keepSignIn(page, person)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByLabel('Name').fill('Phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill(codeOfApp(secret))
  await expectToast(page, 'Authenticator app added')

  const link = await linkTo(cairn, person.email)
  const elsewhere = await browser.newContext({ baseURL: cairn.server.url })
  const owner = await elsewhere.newPage()
  await owner.goto(link)
  await expect(heading(owner, 'Was this not you?')).toBeVisible()
  await expectAccessible(owner, 'the page that undoes a change')
  await expectWholeEverywhere(owner, 'the page that undoes a change')
  await owner.getByRole('button', { name: 'Undo and set a new password' }).click()
  await expect(owner.getByLabel('New Password', { exact: true })).toBeVisible()
  await owner.getByLabel('New Password', { exact: true }).fill('Mountains-77!')
  await owner.getByLabel('Confirm New Password').fill('Mountains-77!')
  await owner.keyboard.press('Enter')
  await expect(heading(owner, 'Dashboard')).toBeVisible()
  await owner.goto('/settings/security')
  await expect(owner.getByText('Not set up yet. You sign in with your password alone.')).toBeVisible()

  await page.goto('/systems')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()

  await owner.goto(link)
  await expect(heading(owner, 'This link does not work')).toBeVisible()
  await elsewhere.close()
})
