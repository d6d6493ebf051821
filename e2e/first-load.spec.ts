import { scriptsOf, weightOf } from '@cairn/testing/page-weight'
import { expect, signIn, test } from './support/test.ts'

/** In bytes of gzip; see docs/decisions/first-load.md. */
const MOST = { '/auth': 150_000, '/': 220_000 }

test('a first visit loads no more script than it should', async ({ page, browser, cairn, organisation }) => {
  await signIn(page, await organisation.member('Ada Founder'))
  const storageState = await page.context().storageState()
  for (const [path, heading] of [
    ['/auth', 'Sign In'],
    ['/', 'Dashboard'],
  ] as const) {
    const visitor = await browser.newContext({
      baseURL: cairn.server.url,
      ...(path === '/' && { storageState }),
    })
    const visit = await visitor.newPage()
    const scripts = scriptsOf(visit)
    await visit.goto(path)
    await expect(
      visit
        .getByRole('heading', { name: heading })
        .or(visit.getByRole('button', { name: heading, exact: true }))
        .first(),
    ).toBeVisible()
    await visit.waitForLoadState('networkidle')
    expect.soft(weightOf(scripts), path).toBeLessThan(MOST[path])
    await visitor.close()
  }
})
