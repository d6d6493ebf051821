import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Expects that axe finds nothing on the screen as it is now, in light and in dark. Leaves it light. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    await wear(page, 'light')
    expect(await violations(page), `${screen}, in light`).toEqual([])
    await wear(page, 'dark')
    // Between the themes nothing differs but the colours.
    expect(await violations(page, ['color-contrast']), `${screen}, in dark`).toEqual([])
    await wear(page, 'light')
  })
}

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /\bdark\b/ : /^(?!.*\bdark\b)/)
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode looks from within the page; the other opens a second page each time, for frames that Cairn has not.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules) axe.withRules(rules)
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
