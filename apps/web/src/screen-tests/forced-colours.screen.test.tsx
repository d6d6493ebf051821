import { expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { addFilter, filters } from './support/filters.ts'
import './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'

const TRANSPARENT = 'rgba(0, 0, 0, 0)'

const background = (found: Locator): string => getComputedStyle(found.element()).backgroundColor
const edge = (found: Locator): string => getComputedStyle(found.element()).borderTopWidth

it('shows edges of buttons, switches and the active tab in forced colours', async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
  await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
  await addFilter('No owner')
  const add = page.getByRole('button', { name: 'Add filter' })
  const chip = filters.getByCss('span:has(> button)')
  for (const button of [page.getByRole('button', { name: 'Add System' }), add, chip]) {
    await expect.element(button).toBeVisible()
    expect(edge(button)).toBe('1px')
  }
  const badge = page.getByRole('row', { name: 'Payroll' }).getByText('Active', { exact: true })
  await expect.element(badge).toBeVisible()
  expect(background(badge.getByCss('span').first())).not.toBe(background(badge))

  await openApp('/settings/security', { as: ADA })
  const active = page.getByRole('tab', { selected: true })
  await expect.element(active).toBeVisible()
  expect(background(active)).not.toBe(background(page.getByRole('tab', { selected: false }).first()))

  await openApp('/settings/features', { as: ADA })
  const pages = page.getByRole('navigation', { name: 'Settings' })
  const here = pages.getByRole('link', { name: 'Features' })
  await expect.element(here).toBeVisible()
  expect(background(here)).not.toBe(background(pages.getByRole('link', { name: 'Tags' })))
  const feature = page.getByRole('switch', { name: 'Systems' })
  await expect.element(feature).toBeVisible()
  expect(edge(feature)).toBe('1px')
  const on = background(feature)
  const knob = feature.getByCss('span').first()
  expect(background(knob)).not.toBe(on)
  expect(on).not.toBe(TRANSPARENT)
  await feature.click()
  await expect.poll(() => background(feature)).not.toBe(on)
  expect(background(knob)).not.toBe(background(feature))
})
