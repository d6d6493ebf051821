import { z } from 'zod'
import { kept, whenIdle } from '../support/browser.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, keepSignIn, test } from '../support/test.ts'

/** Where the page loads its German from. */
const GERMAN = /\/assets\/de-[^/]+\.js$/

test('[I18N-04] without a choice the page speaks English, and loads no other language', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await whenIdle(page)
  expect(asked.filter((url) => /\/assets\/(?:de|es|fr)-/.test(url))).toEqual([])
})

test('[GAP-23] the language is kept with the user, for mails and for another browser', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const { me } = await keepSignInAs(page, organisation, 'user')
  await page.goto('/profile')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  const languageOf = async () => {
    const [row] = await cairn.database<{ language: string | null }[]>`
      select raw_user_meta_data ->> 'language' as language from auth.users where id = ${me.id}`
    return z.object({ language: z.string().nullable() }).parse(row).language
  }
  await expect.poll(languageOf).toBe('de')

  const other = await browser.newContext({ baseURL: cairn.server.url })
  const otherPage = await other.newPage()
  await keepSignIn(otherPage, me)
  await otherPage.goto('/profile')
  await expect(otherPage.locator('html')).toHaveAttribute('lang', 'de')
  expect(await kept(otherPage, 'language')).toBe('de')
  await other.close()
})

test.describe('without its file', () => {
  test.use({ expectedComplaints: [/status of 404|Failed: loading a language/] })

  test('a language leaves the page in English', async ({ page }) => {
    await page.route(GERMAN, (route) => route.fulfill({ status: 404, body: '' }))
    await page.addInitScript(`localStorage.setItem('language', 'de')`)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
