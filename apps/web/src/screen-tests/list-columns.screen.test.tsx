import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  focus,
  namesIn,
  press,
} from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const heads = page.getByRole('columnheader')

describe('the columns of a list', () => {
  const edge = (column: string) => page.getByRole('separator', { name: `Width of ${column}` })
  const menu = page.getByRole('dialog', { name: 'Display' })
  const visit = () => ({
    as: ADA,
    workspace: membersWorkspace({
      systems: [system({ name: 'Billing', fields: { vendor: 'Acme', criticality: 'high' } })],
    }),
  })

  it('are chosen, put in order and made wider with the keyboard alone, and a link shows the same', async () => {
    const opened = visit()
    await openApp('/systems', opened)
    const button = page.getByRole('button', { name: 'Display' })
    await expect.element(button).toBeVisible()
    focus(button)
    await userEvent.keyboard('{Enter}')
    // A press on a handle alone moves nothing: it opens a menu, which goes before what is around it.
    await menu.getByRole('button', { name: 'Move Status' }).click()
    await expectTexts(page.getByRole('menuitem'), ['Move Up', 'Move Down'])
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('menu'))
    await expect.element(menu.getByRole('button', { name: 'Move Status' })).toHaveFocus()
    await expectAddress('/systems')
    focus(menu.getByRole('checkbox', { name: 'Vendor' }))
    await userEvent.keyboard(' ')
    await expectAddress(/vendor/)
    await expectCount(heads, 7)
    focus(menu.getByRole('checkbox', { name: 'Created' }))
    await expect.element(menu.getByRole('checkbox', { name: 'Created' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expectTexts(heads, ['Name', 'Description', 'Status', 'Owner', 'Vendor', 'Actions'])

    focus(menu.getByRole('button', { name: 'Move Vendor' }))
    await userEvent.keyboard('{Home}')
    await expect.element(menu.getByRole('button', { name: 'Move Vendor' })).toHaveFocus()
    await expectText(menu.getByRole('status'), /^Vendor: place 1 of \d+$/)
    await expectTexts(heads, ['Name', 'Vendor', 'Description', 'Status', 'Owner', 'Actions'])
    focus(menu.getByRole('switch', { name: 'Freeze the name' }))
    await userEvent.keyboard(' ')
    await expectAddress(/\*name/)
    await expectAccessible('choice of columns')
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()

    focus(edge('Vendor'))
    await expect.element(edge('Vendor')).toHaveAttribute('aria-valuenow', '160')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(edge('Vendor')).toHaveAttribute('aria-valuenow', '176')
    await expectAddress('/systems?cols=*name%2Cvendor-176%2Cdescription%2Cstatus%2Cowner')
    await expectAccessible('chosen columns')

    await openApp(location.pathname + location.search, opened)
    await expectTexts(heads, ['Name', 'Vendor', 'Description', 'Status', 'Owner', 'Actions'])
    await expectText(page.getByRole('row', { name: 'Billing' }).getByRole('cell').nth(1), 'Acme')
    await expect.element(edge('Vendor')).toHaveAttribute('aria-valuenow', '176')

    await button.click()
    await menu.getByRole('button', { name: 'Reset' }).click()
    await expectAddress('/systems')
    await expectTexts(heads, ['Name', 'Description', 'Status', 'Owner', 'Created', 'Actions'])
  })

  it('are the lines of the cards on a phone', async () => {
    await page.viewport(375, 800)
    await openApp('/systems', visit())
    await page.getByRole('button', { name: 'Display' }).click()
    await menu.getByRole('checkbox', { name: 'Criticality' }).click()
    await menu.getByRole('checkbox', { name: 'Description' }).click()
    await userEvent.keyboard('{Escape}')
    const billing = page.getByRole('listitem').filter({ hasText: 'Billing' })
    await expectTexts(billing.getByRole('term'), ['Status', 'Owner', 'Created', 'Criticality'])
    await expect.element(billing.getByText('High', { exact: true })).toBeVisible()
    await expectAccessible('chosen lines')
  })
})

describe('the groups of a list', () => {
  it('are made with the keyboard alone, with numbers and sums, and a link shows the same', async () => {
    const fields = { lifecycle: 'active', cost_per_month: 900.5, cost_currency: 'EUR' }
    const visit = {
      as: ADA,
      workspace: membersWorkspace({
        systems: [
          system({ name: 'Archive' }),
          system({ name: 'Billing', fields }),
          system({ name: 'Payroll', fields }),
        ],
      }),
    }
    await openApp('/systems', visit)
    await expectCount(namesIn('Systems'), 3)
    focus(page.getByRole('button', { name: 'Display' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox', { name: 'Group by' })).toHaveFocus()
    await userEvent.keyboard('life')
    await page.getByRole('combobox', { name: 'Group by' }).selectOptions('Lifecycle')
    await userEvent.keyboard('{Escape}')
    const groups = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
    await expectTexts(groups, [/^In Use\s*2 records\s*€1,801.00 per month$/, /^Not specified\s*1 record$/])
    await expectAddress('/systems?group=lifecycle')
    const inUse = page.getByRole('table', { name: 'In Use' })
    await expectCount(inUse.getByRole('row'), 3)
    await expectText(page.getByText(/^2 groups/), '2 groups · 3 records · €1,801.00 per month')
    await expectAccessible('groups')

    focus(groups.first())
    await userEvent.keyboard('{Enter}')
    await expect.element(groups.first()).toHaveAttribute('aria-expanded', 'false')
    await expectGone(inUse)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expectCount(inUse.getByRole('row'), 3)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expectGone(inUse)

    // The heads of the columns stand above all groups, and order the rows of each.
    await page.getByRole('button', { name: 'Expand all' }).click()
    const order = page.getByRole('main').getByRole('button', { name: 'Name', exact: true })
    await expectCount(order, 1)
    await order.click()
    await expectAddress('/systems?group=lifecycle&sort=-name')
    await expectTexts(namesIn('In Use'), ['Payroll', 'Billing'])
    await openApp('/systems?group=lifecycle', visit)
    await expectCount(inUse.getByRole('row'), 3)
    await page.viewport(375, 800)
    await expectAccessible('groups on a phone')
  })

  it('of a large list are open, and have the room of their rows before these come', async () => {
    const systems = Array.from({ length: 1200 }, (_, index) =>
      system({
        name: `Register ${String(index + 1).padStart(4, '0')}`,
        fields: index >= 4 ? { department: 'Finance' } : {},
      }),
    )
    await openApp('/systems?group=department', { as: ADA, systems })
    const others = page.getByRole('table', { name: 'Finance' })
    await expect.element(page.getByRole('button', { name: 'Finance 1,196 records' })).toBeVisible()
    const rest = page.getByRole('button', { name: 'Not specified 4 records' })
    const place = () => rest.element().getBoundingClientRect().y
    const before = place()
    await expect.element(others).toHaveAttribute('aria-rowcount', '1197')
    expect(place()).toBe(before)
    await expectGone(page.getByRole('table', { name: 'Not specified' }))
    const link = (name: string) => others.getByRole('link', { name, exact: true })
    await press(link('Register 0005'), '{End}')
    await expect.element(link('Register 1200')).toHaveFocus()
    await expectCount(page.getByRole('table', { name: 'Not specified' }).getByRole('row'), 5)
  })

  it('are stepped through from an open record, as far as they are open', async () => {
    await page.viewport(1440, 900)
    const active = { fields: { lifecycle: 'active' } }
    await openApp('/systems?group=lifecycle', {
      as: ADA,
      systems: [
        system({ name: 'Archive' }),
        system({ name: 'Billing', ...active }),
        system({ name: 'Payroll' }),
        system({ name: 'Travel', ...active }),
      ],
    })
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Billing' })).toBeVisible()
    for (const name of ['Travel', 'Archive', 'Payroll']) {
      await page.getByRole('button', { name: 'Next record' }).click()
      await expect.element(page.getByRole('dialog', { name })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Previous record' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Archive' })).toBeVisible()
    // The arrows go on in the group that has the focus.
    focus(page.getByRole('link', { name: 'Archive', exact: true }))
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
  })
})
