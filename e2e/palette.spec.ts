import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
/** Opens the palette by its keys; text that is typed from then on is in its field. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

/** Types into the palette, and presses Enter once the entry is the one that it would choose. */
async function choose(page: Page, text: string, name: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(text)
  await expect(option(page, name)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

/** The entry that begins with a name; its type may follow. */
const option = (page: Page, name: string) =>
  palette(page).getByRole('option', { name: new RegExp(`^${name}`) })

test('everything is within reach of the keyboard', async ({ page, cairn, organisation }) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll', description: 'Pays everybody.' })
  const keyboard = page.keyboard

  await test.step('it opens and closes, and the focus comes back', async () => {
    const opener = page.getByRole('banner').getByRole('button', { name: 'Command palette' })
    await opener.focus()
    await keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await expect(option(page, 'Dashboard')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, 'command palette')
    await keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(palette(page)).toBeVisible()
    await keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
  })

  await test.step('a record is found by a word of its description, and Enter opens it', async () => {
    // Shows the record as a window, over which the palette does not open; from 1200 px on it would stand beside the
    // list.
    await page.setViewportSize({ width: 1180, height: 720 })
    await keyboard.press('Control+k')
    await keyboard.type('pays every')
    await expect(option(page, 'Payroll')).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expect(page).toHaveURL(/\/systems\?id=/)
    await keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expect(palette(page)).toHaveCount(0)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a screen, a form, a theme', async () => {
    await choose(page, 'team', 'Team')
    await expect(page).toHaveURL('/team')
    await choose(page, 'add system', 'Add System')
    await expect(page.getByRole('dialog', { name: 'Add System' }).getByLabel('System Name')).toBeFocused()
    // The form opens over the present screen.
    await expect(page).toHaveURL('/team')
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose(page, 'dark theme', 'Use dark theme')
    await expect(page.locator('html')).toHaveClass(/dark/)
  })

  await test.step('a text without results is searched for everywhere, and the user can log out', async () => {
    await choose(page, 'zither & co', 'Search everything for “zither & co”')
    await expect(page).toHaveURL('/search?q=zither+%26+co')
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused()
    await choose(page, 'log out', 'Log out')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })
})
