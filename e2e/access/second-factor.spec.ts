import { codeOfApp } from '@cairn/testing/authenticator'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { refusal } from '../support/browser.ts'
import { logOut } from '../support/log-out.ts'
import { type Cairn, expect, keepSignIn, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const codeScreen = (page: Page) => page.getByRole('heading', { name: 'Two-factor authentication', level: 1 })

/** As if the last code had been used long ago: no code works twice. */
async function letCodesBeFresh({ database }: Cairn, personId: string): Promise<void> {
  await database`update auth.mfa_factors set last_used_step = null where user_id = ${personId}`
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test.describe('a second factor', () => {
  // Wrong codes are refused.
  test.use({ expectedComplaints: [refusal(422)] })

  test('[GAP-29, OPEN-18, 20, CLIENT-22, 23, 24, 25] is added, asked for, replaced by a recovery code, and removed', async ({
    page,
    cairn,
    organisation,
  }) => {
    test.slow()
    const person = await organisation.member('Ada Example')
    await keepSignIn(page, person)
    await page.goto('/settings/security')
    let secret = ''
    let recoveryCode = ''

    await test.step('adding it takes its first code', async () => {
      await expect(page.getByText('Not set up yet. You sign in with your password alone.')).toBeVisible()
      await expectAccessible(page, 'security')
      await page.getByRole('button', { name: 'Add authenticator app' }).click()
      await page.getByLabel('Name').fill('Phone')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
      await expect(page.getByLabel('Code')).toBeFocused()
      secret = (await page.locator('code').innerText()).replaceAll(' ', '')
      await expectAccessible(page, 'secret of an app')
      const field = page.getByLabel('Code')
      const code = codeOfApp(secret)
      await field.fill(code === '000000' ? '000001' : '000000')
      await expect(field).toHaveAccessibleDescription(/This code is wrong/)
      await field.fill(codeOfApp(secret))
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await expect(codes).toHaveCount(10)
      recoveryCode = await codes.first().innerText()
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByText('10 recovery codes left')).toBeVisible()
    })

    const asked: string[] = []
    await test.step('signing in asks for it, after a reload too, and nothing of the workspace before', async () => {
      await logOut(page)
      await letCodesBeFresh(cairn, person.id)
      page.on('request', (request) => {
        if (request.url().includes('/rest/v1/')) asked.push(new URL(request.url()).pathname)
      })
      await enterPassword(page, person.email)
      await expect(codeScreen(page)).toBeVisible()
      await page.reload()
      await expect(codeScreen(page)).toBeVisible()
      await page.goto('/systems')
      await expect(codeScreen(page)).toBeVisible()
      await expectAccessible(page, 'second factor')
      expect(asked).toEqual(['/rest/v1/rpc/check_login_rate_limit'])
      const field = page.getByLabel('Code')
      await expect(field).toBeFocused()
      await field.fill(codeOfApp(secret))
      await expectToast(page, 'Signed in')
      await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
    })

    await test.step('a recovery code does as well, once, and one can leave instead', async () => {
      await logOut(page)
      await enterPassword(page, person.email)
      await expect(codeScreen(page)).toBeVisible()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
      await enterPassword(page, person.email)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recoveryCode)
      await page.getByRole('button', { name: 'Verify' }).click()
      await expect(dashboard(page)).toBeVisible()
    })

    await test.step('once removed it is not asked for any more', async () => {
      await page.goto('/settings/security')
      await expect(page.getByText('9 recovery codes left')).toBeVisible()
      await page.getByRole('button', { name: 'Remove Phone' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('Not set up yet. You sign in with your password alone.')).toBeVisible()
      await logOut(page)
      await enterPassword(page, person.email)
      await expect(dashboard(page)).toBeVisible()
    })
  })
})
