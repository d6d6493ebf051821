import type { Page } from '@playwright/test'
import { colourOf, kept } from './support/browser.ts'
import { continueAsGuest, expect, test } from './support/test.ts'

/** Whether the page is darker than its text. */
async function isDark(page: Page): Promise<boolean> {
  const [ground, text] = await Promise.all([
    colourOf(page.locator('body'), 'background-color'),
    colourOf(page.locator('body'), 'color'),
  ])
  return ground.green < text.green
}

test('[THEME-01, 02, 03] the theme follows the system until somebody chooses, and the choice stays', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await continueAsGuest(page)
  await page.goto('/profile')
  const choice = (name: string) => page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name })
  await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()

  await expect(choice('System')).toBeChecked()
  expect(await kept(page, 'theme')).toBeNull()
  await expect.poll(() => isDark(page)).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => isDark(page)).toBe(false)

  for (const theme of ['dark', 'light'] as const) {
    await choice(theme === 'dark' ? 'Dark' : 'Light').check({ force: true })
    await expect.poll(() => kept(page, 'theme')).toBe(theme)
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await page.reload()
    await expect(choice(theme === 'dark' ? 'Dark' : 'Light')).toBeChecked()
    await expect.poll(() => isDark(page)).toBe(theme === 'dark')
  }
  await choice('System').check({ force: true })
  await expect.poll(() => kept(page, 'theme')).toBe('system')
  await expect.poll(() => isDark(page)).toBe(true)
})
