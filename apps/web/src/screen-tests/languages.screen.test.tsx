import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectTexts } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const { documentElement } = document

it('[I18N-01, 02, 03, PROF-06] offers four languages, speaks the chosen one, and keeps it', async () => {
  await openApp('/profile')
  const choice = page.getByRole('combobox', { name: 'Language' })
  await expectTexts(choice.getByRole('option'), ['English', 'Español', 'Français', 'Deutsch'])
  await expect.element(choice).toHaveValue('en')
  for (const [language, code, profile, label] of [
    ['Español', 'es', 'Perfil', 'Idioma'],
    ['Français', 'fr', 'Profil', 'Langue'],
    ['Deutsch', 'de', 'Profil', 'Sprache'],
    ['English', 'en', 'Profile', 'Language'],
  ] as const) {
    await page.getByRole('combobox', { name: /^(?:Language|Idioma|Langue|Sprache)$/ }).selectOptions(language)
    await expect.element(page.getByRole('combobox', { name: label, exact: true })).toHaveValue(code)
    const heading = page.getByRole('heading', { name: profile, level: 1, exact: true })
    await expect.element(heading).toBeVisible()
    await expect.poll(() => documentElement.lang).toBe(code)
    await expect.poll(() => document.title).toBe(`${profile} · Cairn`)
    await expect.poll(() => localStorage.getItem('language')).toBe(code)
    await openApp('/profile')
    await expect.element(heading).toBeVisible()
    expect(documentElement.lang).toBe(code)
  }
})

it('[I18N-04] speaks English where the language that is kept does not exist', async () => {
  await openApp('/auth', { as: 'visitor', language: 'tlh' })
  await expect.element(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  expect(documentElement.lang).toBe('en')
})

it('[GAP-23] tells how long ago something was in the chosen language', async () => {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([
    {
      id: 'payroll',
      kind: 'system',
      resource: 'Payroll',
      action: 'created',
      userName: ADA.name,
      occurredAt: new Date(Date.now() - 3 * 3_600_000 - 60_000),
      act: null,
    },
  ])
  await openApp('/', { as: ADA, workspace, language: 'de' })
  await expect.element(page.getByText('vor 3 Stunden').first()).toBeVisible()
})

it('[GAP-23] speaks French at the first visit of a French browser, and another language before signing in', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CA'])
  await openApp('/auth', { as: 'visitor' })
  expect(documentElement.lang).toBe('fr')
  await page.getByRole('combobox', { name: 'Langue' }).selectOptions('Español')
  await expect.poll(() => documentElement.lang).toBe('es')
  await openApp('/auth', { as: 'visitor' })
  await expect.element(page.getByRole('combobox', { name: 'Idioma' })).toHaveValue('es')
})
