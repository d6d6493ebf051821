import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectTexts, focus } from './support/look.ts'
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
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'audit' }).click()
  await userEvent.keyboard('{Escape}')
  const match = page.getByRole('combobox', { name: 'Which filters have to hold' })
  focus(match)
  await match.selectOptions('Any of')
  await expectAddress(/where=any/)
  await expectTexts(chips, ['Vendor is Acme', 'Vendor is Zeta'])
  await expect.element(match).toHaveFocus()
  await match.selectOptions('All of')
  await expectAddress(/^((?!where=any).)*$/)
  await expect.element(match).toHaveFocus()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expectGone(chips)
  await expectAddress(/where=tags/)
})

it('has filters in their menu on a phone, and their chips break the line', async () => {
  await page.viewport(375, 800)
  await openApp('/systems', visit())
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Criticality' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await userEvent.keyboard('{Escape}{Escape}')
  await expectTexts(chips, ['Criticality is High'])
  await expectAccessible('chips on a phone')
  await page.viewport(320, 700)
  await expectWhole('chips at 320 px')
})
