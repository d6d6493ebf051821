import type { Page } from '@playwright/test'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

/** The shell around whatever screen there is. */
async function expectShell(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

test('[SHELL-02, 03] only signing in stands outside of the shell', async ({ page, organisation }) => {
  await continueAsGuest(page)
  await expectShell(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await signIn(page, await organisation.member('Ada Example'))
  await expectShell(page)
})

test('[SHELL-04, 06] a visitor is sent to the sign-in page, and Back does not lead in a circle', async ({
  page,
}) => {
  await page.goto('/auth?tab=sign-up')
  await expect(page.getByLabel('First Name')).toBeVisible()
  for (const path of ['/systems', '/team/17', '/nowhere']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/auth\?tab=sign-up$/)
  }
})
