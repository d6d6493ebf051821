import { expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { colourOf } from './support/colour.ts'
import { expectCount } from './support/look.ts'

/** Waits until the page is darker than its text, or lighter. */
async function expectDark(isDark: boolean): Promise<void> {
  const body = page.getByCss('body')
  await expect
    .poll(() => colourOf(body, 'background-color').green < colourOf(body, 'color').green)
    .toBe(isDark)
}

it('[THEME-01, 02, 03] follows the system until somebody chooses a theme, and keeps the choice', async () => {
  await commands.emulateMedia({ colorScheme: 'dark' })
  await openApp('/profile')
  const choices = page.getByRole('group', { name: 'Theme' })
  const choice = (name: string) => choices.getByRole('radio', { name })
  await expectCount(choices.getByRole('radio'), 3)
  await expect.element(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()

  await expect.element(choice('System')).toBeChecked()
  expect(localStorage.getItem('theme')).toBeNull()
  await expectDark(true)
  await commands.emulateMedia({ colorScheme: 'light' })
  await expectDark(false)

  for (const [name, theme, other] of [
    ['Dark', 'dark', 'light'],
    ['Light', 'light', 'dark'],
  ] as const) {
    await choice(name).click({ force: true })
    await expect.poll(() => localStorage.getItem('theme')).toBe(theme)
    await commands.emulateMedia({ colorScheme: other })
    await openApp('/profile')
    await expect.element(choice(name)).toBeChecked()
    await expectDark(theme === 'dark')
  }
  await choice('System').click({ force: true })
  await expect.poll(() => localStorage.getItem('theme')).toBe('system')
  await expectDark(true)
})
