import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectTexts } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const menu = page.getByRole('dialog', { name: 'Menu' })
const openMenu = () => page.getByRole('button', { name: 'Open menu' }).click()

it('[SHELL-31, 47, 48, 59, 60] puts the menu in the place of the sidebar below 768 px', async () => {
  await page.viewport(768, 844)
  await openApp('/')
  const header = page.getByRole('banner')
  const opener = header.getByRole('button', { name: 'Open menu' })
  const sidebar = page.getByCss('[data-sidebar]')
  const searchIcon = header.getByRole('link', { name: 'Search' })
  const searchBox = header.getByRole('searchbox')
  await expect.element(sidebar).toBeVisible()
  await expect.element(searchBox).toBeVisible()
  await expectGone(opener)
  await expectGone(searchIcon)
  await page.viewport(767, 844)
  await expect.element(opener).toBeVisible()
  await expect.element(sidebar).not.toBeVisible()
  await expectGone(searchBox)
  await searchIcon.click()
  await expectAddress('/search')
})

it('[SHELL-40, 49, 50, 53, DIS-30] opens the menu as a drawer from the left, 85% wide and at least 18rem', async () => {
  await page.viewport(390, 844)
  await openApp('/')
  for (const { width, drawer } of [
    { width: 390, drawer: 390 * 0.85 },
    { width: 320, drawer: 288 },
  ]) {
    await page.viewport(width, 844)
    await expectGone(menu)
    await openMenu()
    await expect.element(menu).toBeVisible()
    await expect.poll(() => menu.element().getBoundingClientRect().x).toBe(0)
    const box = menu.element().getBoundingClientRect()
    expect(box.width).toBeCloseTo(drawer, 0)
    expect(box.height).toBe(844)
    await menu.getByRole('button', { name: 'Close' }).click()
    await expectGone(menu)
  }
})

it('[SHELL-51, 52, 54] has the entries of somebody signed in, their profile and the way out', async () => {
  await page.viewport(390, 844)
  const workspace = membersWorkspace()
  vi.spyOn(workspace.features, 'list').mockResolvedValue({ ...DEFAULT_FEATURES, agents: false })
  await openApp('/', { as: ADA, workspace })
  await openMenu()
  await expectTexts(menu.getByRole('navigation').getByRole('link'), [
    'Inbox',
    'Dashboard',
    'Systems',
    'Automations',
    'Solutions',
    'Team',
    'Settings',
  ])
  await menu.getByRole('link', { name: 'Systems', exact: true }).click()
  await expectAddress('/systems')
  await expectGone(menu)

  await openMenu()
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expectAddress('/profile')
  await expectGone(menu)

  await openMenu()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expectAddress('/auth')
  await expectGone(menu)
})

it('[SHELL-51, 55, DIS-22] has everything for a guest, and the way to sign in', async () => {
  await page.viewport(390, 844)
  await openApp('/')
  await openMenu()
  await expectTexts(menu.getByRole('navigation').getByRole('link'), [
    'Inbox',
    'Dashboard',
    'Systems',
    /^Without an owner/,
    'Automations',
    /^Running/,
    'Agents',
    'Solutions',
    'Team',
    'Settings',
  ])
  await menu.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  await expectAddress('/auth')
  await expect.poll(() => localStorage.getItem('guest-mode')).toBeNull()
})
