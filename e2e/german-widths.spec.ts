import type { Page } from '@playwright/test'
import { z } from 'zod'
import { exampleWorks } from './support/example-works.ts'
import { expect, keepSignIn, test } from './support/test.ts'

const SCREENS = [
  '/',
  '/systems',
  '/automations',
  '/agents',
  '/solutions',
  '/team',
  '/profile',
  '/notifications',
  '/search?q=con',
  '/settings?tab=notifications',
  '/settings?tab=security',
  '/settings?tab=appearance',
  '/settings?tab=connections',
  '/settings?tab=features',
  '/settings?tab=licenses',
  '/questions',
  '/nowhere',
]

// What runs in the page has no types here: the browser's are not part of this program.
/** Words that do not fit into what holds them. What people have named may be cut, where its whole is a press away. */
const CUT = `(() => {
  const cut = []
  for (const element of document.querySelectorAll('button, a, label, th, legend, h1, h2, h3, option, summary, [role=tab]')) {
    if (!element.checkVisibility() || element.closest('.sr-only') || element.matches('select *')) continue
    const style = getComputedStyle(element)
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll'
    const box = element.getBoundingClientRect()
    if (box.width === 0) continue
    const words = element.innerText.trim()
    if (words !== '' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && hides)
      cut.push(element.tagName + ': ' + words)
  }
  const page = document.documentElement
  if (page.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
    cut.push('the page is ' + page.scrollWidth + ' px wide: ' + (wide.at(-1)?.textContent ?? ''))
  }
  return cut
})()`

async function expectNothingCut(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const cut = z.array(z.string()).parse(await page.evaluate(CUT))
  expect.soft(cut, what).toEqual([])
}

test.describe('German at 375 px', () => {
  test.slow()
  test.use({ viewport: { width: 375, height: 740 }, contextOptions: { reducedMotion: 'reduce' } })

  test.beforeEach(({ page }) => page.addInitScript(`localStorage.setItem('language', 'de')`))

  test('[GAP-23] cuts nothing off before somebody signs in', async ({ page }) => {
    for (const path of [
      '/auth',
      '/auth?tab=sign-up',
      '/auth/forgot-password',
      '/auth/confirm',
      '/invitation',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingCut(page, path)
    }
  })

  test('[GAP-23] cuts nothing off on the screens of a member', async ({ page, cairn }) => {
    const me = await exampleWorks(cairn.database, { domain: 'german-works.example' })
    await keepSignIn(page, me)
    for (const path of SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingCut(page, path)
    }
  })
})
