import { z } from 'zod'
import { kept, whenIdle } from './support/browser.ts'
import { arrangeSystem, keepSignInAs } from './support/systems.ts'
import { continueAsGuest, expect, keepSignIn, test } from './support/test.ts'

const heading = (name: string) => ({ name, level: 1, exact: true })

/** Where the page loads its German from. */
const GERMAN = /\/assets\/de-[^/]+\.js$/

test('[I18N-01, 02, 03, PROF-06] the appearance card offers four languages; the page speaks the chosen one, and stays so', async ({
  page,
}) => {
  await continueAsGuest(page)
  await page.goto('/profile')
  const choice = page.getByRole('combobox', { name: 'Language' })
  await expect(choice.getByRole('option')).toHaveText(['English', 'Español', 'Français', 'Deutsch'])
  await expect(choice).toHaveValue('en')
  for (const [language, code, profile, label] of [
    ['Español', 'es', 'Perfil', 'Idioma'],
    ['Français', 'fr', 'Profil', 'Langue'],
    ['Deutsch', 'de', 'Profil', 'Sprache'],
    ['English', 'en', 'Profile', 'Language'],
  ] as const) {
    await page.getByRole('combobox', { name: /^(?:Language|Idioma|Langue|Sprache)$/ }).selectOption(language)
    await expect(page.getByRole('combobox', { name: label, exact: true })).toHaveValue(code)
    await expect(page.getByRole('heading', heading(profile))).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page).toHaveTitle(`${profile} · Cairn`)
    expect(await kept(page, 'language')).toBe(code)
    await page.reload()
    await expect(page.getByRole('heading', heading(profile))).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
  }
})

test('[I18N-04] without a choice the page speaks English, and loads no other language', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await whenIdle(page)
  expect(asked.filter((url) => /\/assets\/(?:de|es|fr)-/.test(url))).toEqual([])
})

test('[I18N-04] a language that does not exist is English', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('language', 'tlh')`)
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
})

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-CA' })

  test('[GAP-23] the first visit speaks French, and another language is chosen before sign-in', async ({
    page,
  }) => {
    await page.goto('/auth')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('Español')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
  })
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

test('[GAP-23] relative times are in the chosen language', async ({ page, cairn, organisation }) => {
  await page.addInitScript(`localStorage.setItem('language', 'de')`)
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await arrangeSystem(cairn.database, {
    accountId,
    name: 'Payroll',
    createdBy: founder.id,
    createdAt: new Date(Date.now() - 3 * 3_600_000 - 60_000),
  })
  await keepSignIn(page, founder)
  await page.goto('/')
  await expect(page.getByText('vor 3 Stunden').first()).toBeVisible()
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
