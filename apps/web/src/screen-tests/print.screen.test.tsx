import { expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectScreen, openDetails } from './support/look.ts'
import { ADA, BEN } from './support/people.ts'
import { system } from './support/records.ts'

it('prints an open window at the start of the page, and nothing to press', async () => {
  await openApp('/systems', {
    as: ADA,
    systems: [system({ name: 'Payroll', description: 'Pays everybody.' })],
  })
  const details = await openDetails('Payroll')
  await page.viewport(800, 1000)
  await commands.emulateMedia({ media: 'print' })
  const { x, y } = details.element().getBoundingClientRect()
  expect({ x, y }).toEqual({ x: 0, y: 0 })
  await expect.element(details.getByText('Pays everybody.')).toBeVisible()
  await expect.element(details.getByRole('button', { name: 'Edit', includeHidden: true })).not.toBeVisible()
})

it('prints the profile of a member without what an admin can do', async () => {
  await page.viewport(800, 1000)
  await openApp(`/team/${BEN.id}`, { as: ADA, people: [ADA, BEN] })
  await expectScreen('Ben Owner Profile')
  await expect.element(page.getByText('Admin Actions')).toBeVisible()
  await commands.emulateMedia({ media: 'print' })
  await expect.element(page.getByText('Admin Actions')).not.toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to Team', includeHidden: true }))
    .not.toBeVisible()
})

it('prints all rows of a list, with account, filter and count, and no actions', async () => {
  const systems = Array.from({ length: 240 }, (_, n) => system({ name: `System ${n + 1}`, status: 'active' }))
  await openApp('/systems?status=active', { as: ADA, systems })
  await expect.element(page.getByRole('link', { name: 'System 1', exact: true })).toBeVisible()
  const drawn = () => page.getByRole('table', { name: 'Systems' }).getByRole('row').elements().length
  expect(drawn()).toBeLessThan(100)
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  await page.viewport(720, 1000)
  await commands.emulateMedia({ media: 'print' })
  await expect.poll(drawn).toBe(241)
  await expect.element(page.getByText(/^Example Works · /)).toBeVisible()
  await expect.element(page.getByText('240 of 240', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Status: Active' })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Delete System 1', exact: true, includeHidden: true }))
    .not.toBeVisible()
  window.dispatchEvent(new Event('afterprint'))
  await commands.emulateMedia({ media: 'screen' })
  await expect.poll(drawn).toBeLessThan(100)
})
