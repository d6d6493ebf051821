import type { PermissionLevel } from '@cairn/workspace/port/workspace'
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { colourOf } from './support/colour.ts'
import { expectAddress, expectCount, expectScreen, expectText, expectTexts, focus } from './support/look.ts'
import { ADA, member, mia } from './support/people.ts'

const header = page.getByRole('banner')
const sidebar = page.getByCss('[data-sidebar]')
const menuButton = header.getByRole('button', { name: 'Account menu' })
const boxOf = (found: Locator) => found.element().getBoundingClientRect()

/** Waits until the sidebar has been folded or unfolded, and has the width of that. */
async function expectFolded(isFolded: boolean): Promise<void> {
  await expect.element(sidebar).toHaveAttribute('data-state', isFolded ? 'collapsed' : 'expanded')
  await expect.poll(() => boxOf(sidebar).width).toBe(isFolded ? 48 : 256)
}

it('[SHELL-31, 33, 34, 35, 36, 39, 41] folds the sidebar to icons in three ways', async () => {
  await openApp('/')
  await expectFolded(false)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expectFolded(true)
  await sidebar.getByTitle('Toggle sidebar').click()
  await expectFolded(false)
  await userEvent.keyboard('{Control>}b{/Control}')
  await expectFolded(true)
  await userEvent.keyboard('{Meta>}b{/Meta}')
  await expectFolded(false)
})

it('[SHELL-01, 32, 42, 46, DIS-11, 12, GAP-27] leads everywhere in the sidebar, and shows where one is', async () => {
  await openApp('/')
  const names = ['Inbox', 'Dashboard', 'Systems', 'Automations', 'Agents', 'Solutions', 'Team', 'Settings']
  const addresses = new Map([
    ['Inbox', '/notifications'],
    ['Dashboard', '/'],
  ])
  const views = [
    ['Systems', /^Without an owner/],
    ['Automations', /^Running/],
  ] as const
  await expectTexts(
    sidebar.getByRole('link'),
    names.flatMap((name) => [name, ...views.filter(([above]) => above === name).map(([, view]) => view)]),
  )
  const current = sidebar.getByCss('[aria-current=page]')
  for (const name of names) {
    await sidebar.getByRole('link', { name, exact: true }).click()
    await expectAddress(addresses.get(name) ?? `/${name.toLowerCase()}`)
    await expectText(current, name)
    const other = sidebar.getByCss('a:not([aria-current])').last()
    expect(colourOf(current, 'background-color')).not.toEqual(colourOf(other, 'background-color'))
  }
  await openApp('/dashboard')
  await expectText(current, 'Dashboard')

  await userEvent.keyboard('{Control>}b{/Control}')
  await expectFolded(true)
  for (const name of names) {
    const entry = sidebar.getByRole('link', { name, exact: true })
    await expect.element(entry.getByCss('svg')).toBeVisible()
    expect(boxOf(entry).width).toBeLessThan(48)
  }
})

it('[SHELL-57, 58, 59, 61, 62, 65, 66, 72] has its header for somebody signed in', async () => {
  await openApp('/', { as: member('Ben Example') })
  await expect.poll(() => boxOf(header).height).toBe(64)
  const brand = header.getByRole('link', { name: 'Cairn' })
  await expect.element(brand).toBeVisible()
  await expect.element(brand.getByCss('svg')).toBeVisible()

  await expectText(menuButton, 'B')
  await menuButton.click()
  await expect.element(page.getByRole('menu')).toHaveTextContent('Ben Example')
  await expectTexts(page.getByRole('menuitem'), ['Profile', 'Settings', 'Log out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expectAddress('/profile')
  await menuButton.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expectAddress('/settings')
  await header.getByRole('link', { name: 'Notifications' }).click()
  await expectAddress('/notifications')
  await header.getByRole('link', { name: 'Settings' }).click()
  await expectAddress('/settings')
  await header.getByRole('searchbox', { name: 'Quick search' }).click()
  await expectAddress('/search')
})

it('[GAP-35] lets Tab pass through the search field of the header, and searches where one types', async () => {
  await openApp('/', { as: ADA })
  await expectScreen('Dashboard')
  const field = header.getByRole('searchbox', { name: 'Quick search' })
  focus(header.getByRole('link', { name: 'Cairn' }))
  await userEvent.tab()
  await expect.element(field).toHaveFocus()
  await userEvent.tab()
  await expect.element(header.getByRole('button', { name: 'Command palette' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expectAddress('/')
  await userEvent.keyboard('payroll')
  await expectAddress('/search?q=payroll')
  const there = page.getByRole('searchbox', { name: 'Search everything' })
  await expect.element(there).toHaveFocus()
  await expect.element(there).toHaveValue('payroll')
  await userEvent.keyboard('s')
  await expect.element(there).toHaveValue('payrolls')
})

it('[SHELL-65, 72] shows the address of somebody without a name', async () => {
  const zoe = { ...member('Zoe'), name: '', email: 'zoe@works.example' }
  await openApp('/', { as: zoe })
  await expectText(menuButton, 'Z')
  await menuButton.click()
  await expect.element(page.getByRole('menu').getByText(zoe.email)).toBeVisible()
})

it('[SHELL-63, 64] tells the level by word and by look', async () => {
  const badges: Partial<Record<PermissionLevel, { fill: object; line: object }>> = {}
  for (const level of ['admin', 'manager', 'user'] as const) {
    await openApp('/', { as: mia(level) })
    const name = `${level.charAt(0).toUpperCase()}${level.slice(1)}`
    const badge = header.getByText(name, { exact: true })
    await expect.element(badge).toBeVisible()
    badges[level] = { fill: colourOf(badge, 'background-color'), line: colourOf(badge, 'border-top-color') }
    if (level !== 'admin') continue
    const button = page.getByRole('main').getByRole('link', { name: 'Add System' })
    await expect.element(button).toBeVisible()
    expect(badges.admin?.fill, 'as the default button').toEqual(colourOf(button, 'background-color'))
  }
  const { admin, manager, user } = badges
  expect(manager?.fill).toMatchObject({ alpha: 255 })
  expect(manager?.fill).not.toEqual(admin?.fill)
  expect(user?.fill, 'An outline has no filling.').toMatchObject({ alpha: 0 })
  expect(user?.line).toMatchObject({ alpha: 255 })
  for (const { line } of [admin, manager].flatMap((badge) => badge ?? []))
    expect(line, 'Only the outline has a line.').toMatchObject({ alpha: 0 })
})

it('[SHELL-67, 68, 69, 70, 73] has its header for a guest', async () => {
  await openApp('/')
  await expect.element(header.getByText('Guest Mode', { exact: true })).toBeVisible()
  await expectCount(header.getByRole('link', { name: 'Notifications' }), 0)
  await expectText(menuButton, 'G')
  await menuButton.click()
  const menu = page.getByRole('menu')
  await expect.element(menu.getByText('Guest User', { exact: true })).toBeVisible()
  await expect.element(menu.getByText('Viewer', { exact: true })).toBeVisible()
  await expectTexts(page.getByRole('menuitem'), ['Sign In / Sign Up'])
})

it('begins every screen where the others do, on a wide screen', async () => {
  await page.viewport(1920, 1000)
  const starts: number[] = []
  for (const path of ['/', '/systems', '/settings', '/notifications']) {
    await openApp(path)
    const title = page.getByCss('#main h1')
    await expect.element(title).toBeVisible()
    starts.push(Math.round(boxOf(title).x))
  }
  expect(new Set(starts).size, starts.join(', ')).toBe(1)
})
