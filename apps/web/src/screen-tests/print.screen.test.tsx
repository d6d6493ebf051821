import { expect, it } from 'vitest'
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
