import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { twMerge } from 'tailwind-merge'
import { z } from 'zod'
import { expect, test } from './test.ts'

/**
 * Expects that axe finds nothing on the screen as it is now, in light and in dark, and no conflicting classes. Leaves
 * it light.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    await wear(page, 'light')
    expect(await barriers(page), `${screen}, in light`).toEqual([])
    expect(await clashes(page), `${screen}, classes that set the same property`).toEqual([])
    await wear(page, 'dark')
    // The themes differ only in their colors.
    const runOnly = { type: 'rule', values: ['color-contrast'] }
    expect(await barriers(page, { runOnly }), `${screen}, in dark`).toEqual([])
    await wear(page, 'light')
  })
}

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /\bdark\b/ : /^(?!.*\bdark\b)/)
}

const stringsSchema = z.array(z.string())

/**
 * Returns the problems that axe finds in the page. A document keeps axe once it is loaded, and only the violations are
 * returned: loading it for each check, and sending all passed checks, took most of the time.
 */
async function barriers(page: Page, options: object = {}): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join('\\n')))`,
  )
  return stringsSchema.parse(found)
}

/** Returns the classes that another one on the same element sets again: chance decides which of the two counts. */
async function clashes(page: Page): Promise<string[]> {
  const lists = stringsSchema.parse(
    await page.evaluate(
      `[...new Set([...document.querySelectorAll('[class]')].map((element) => element.getAttribute('class')))]`,
    ),
  )
  return lists.flatMap((classes) => {
    const kept = new Set(twMerge(classes).split(' '))
    const lost = classes.split(/\s+/).filter((name) => name !== '' && !kept.has(name))
    return lost.length > 0 ? [`${lost.join(' ')} of ${classes}`] : []
  })
}
