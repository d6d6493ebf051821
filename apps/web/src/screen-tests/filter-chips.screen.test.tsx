import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { addFilter, filters } from './support/filters.ts'
import { expectAddress, expectCount, expectGone, expectTexts, focus } from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { tag } from './support/tags.ts'
import { expectWhole } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const chips = page.getByRole('group', { name: 'Added filters' }).getByCss('[data-filter-chip]')

const visit = () => ({
  as: ADA,
  workspace: membersWorkspace({
    systems: [
      system({ name: 'Archive' }),
      system({ name: 'Billing', fields: { criticality: 'high', vendor: 'Acme' } }),
      system({ name: 'Payroll', fields: { criticality: 'low', vendor: 'Zeta' } }),
    ],
    tags: [tag('audit')],
  }),
})

it('keeps the chips of filters of which any has to hold beside tags, and the focus stays', async () => {
  await openApp('/systems?where=vendor.is.Acme&where=vendor.is.Zeta', visit())
  await expectTexts(chips, ['Vendor is Acme', 'Vendor is Zeta'])
  await addFilter('Tags', 'audit')
  const match = page.getByRole('combobox', { name: 'Which filters have to hold' })
  focus(match)
  await match.selectOptions('Any of')
  await expectAddress(/where=any/)
  await expectTexts(chips, ['Vendor is Acme', 'Vendor is Zeta'])
  await expect.element(match).toHaveFocus()
  await match.selectOptions('All of')
  await expectAddress(/^((?!where=any).)*$/)
  await expect.element(match).toHaveFocus()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectGone(filters)
  await expectAddress('/systems')
})

it('keeps the list and the way to a filter where they are when filters are set', async () => {
  await page.viewport(1280, 800)
  await openApp('/systems', visit())
  const still = [
    page.getByRole('table'),
    ...['Add filter', 'Display', 'List options'].map((name) => page.getByRole('button', { name })),
  ]
  const places = () => still.map((one) => one.element().getBoundingClientRect().toJSON())
  const xs = () => places().map(({ x, y }) => [x, y])
  await expect.element(page.getByRole('table')).toBeVisible()
  const before = xs()
  await addFilter('Status', 'Active', 'Inactive', 'Deprecated')
  await addFilter('Criticality', 'High', 'Low')
  await addFilter('No owner')
  await addFilter('Tags', 'audit')
  await expectCount(filters.getByCss('[data-filter-chip]'), 4)
  expect(xs()).toEqual(before)
  await expectWhole('a list with many filters')
})

it('has filters in their menu on a phone', async () => {
  await page.viewport(375, 800)
  await openApp('/systems', visit())
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Criticality' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await userEvent.keyboard('{Escape}')
  await expectTexts(chips, ['Criticality is High'])
  await expectAccessible('chips on a phone')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Filters 1' })).toBeVisible()
  await page.viewport(320, 700)
  await expectWhole('chips at 320 px')
})
