import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { addFilter, optionNamed } from './support/filters.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  focus,
  namesIn,
  typeAtOnce,
} from './support/look.ts'
import { ADA, BEN, member, mia } from './support/people.ts'
import { agent, automation, solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const listed = namesIn('Systems')
const chip = (name: string | RegExp) => page.getByCss('#main').getByRole('button', { name })

it('filters a list by status and owner, by pointer, by keys and by the address', async () => {
  const visit = {
    as: ADA,
    workspace: membersWorkspace({
      people: [ADA, BEN],
      systems: [
        system({ name: 'Archive', status: 'deprecated', ownerId: BEN.id }),
        system({ name: 'Billing', status: 'maintenance' }),
        system({ name: 'Payroll', ownerId: ADA.id }),
      ],
    }),
  }
  await openApp('/systems', visit)
  await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])

  // A deprecated one looks like one.
  const row = page.getByRole('row', { name: 'Archive' })
  await expect.element(row.getByText('Deprecated', { exact: true })).toBeVisible()
  await expectText(page.getByCss('s'), 'Archive')

  // Several statuses, with the keys alone.
  focus(page.getByRole('searchbox', { name: 'Filter systems' }))
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Add filter' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
  await userEvent.keyboard('stat{Enter}')
  const statuses = page.getByRole('listbox', { name: 'Status' })
  await expect.element(statuses).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}{ArrowDown}{Enter}')
  await expectTexts(statuses.getByRole('option', { selected: true }), [/^Maintenance/, /^Deprecated/])
  await userEvent.keyboard('{Escape}')
  await expect.element(chip('Status: Maintenance, Deprecated').first()).toBeVisible()
  await expectTexts(listed, ['Archive', 'Billing'])
  await expectAddress('/systems?status=maintenance%2Cdeprecated')
  await expect.element(page.getByText('2 of 3', { exact: true })).toBeVisible()

  // Without an owner, or with one; and all again.
  await addFilter('No owner')
  await expectTexts(listed, ['Billing'])
  await addFilter('Owner', 'Ben Owner')
  await expectTexts(listed, ['Archive', 'Billing'])
  await expectAccessible('filtered systems')
  await chip('Clear filters').click()
  await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])
  await expectAddress('/systems')

  // An address keeps the filter; in it, me is whoever looks.
  await openApp('/systems?owner=me&status=active,nonsense', visit)
  await expectTexts(listed, ['Payroll'])
  await expect.element(chip(/^Owner: Ada Founder/)).toBeVisible()
  await expect.element(chip(/^Status: Active/)).toBeVisible()

  // The last one that is removed leaves the focus at the way to a new one.
  focus(chip(/^Status: Active/))
  await userEvent.keyboard('{Delete}')
  await expect.element(chip(/^Owner: Ada Founder/)).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByRole('button', { name: 'Add filter' })).toHaveFocus()
  await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])
})

it('asks for all but some values of a status, and for some of them again', async () => {
  const systems = [system({ name: 'Archive', status: 'deprecated' }), system({ name: 'Billing' })]
  await openApp('/systems?status=deprecated', { as: ADA, systems })
  await page.getByRole('button', { name: 'Add filter' }).click()
  await optionNamed('Status').click()
  const operator = page.getByRole('combobox', { name: 'Operator' })
  await operator.selectOptions('is not')
  await expectAddress('/systems?where=status.is_not.deprecated')
  await expectTexts(listed, ['Billing'])
  await operator.selectOptions('is')
  await expectAddress('/systems?status=deprecated')
  await expectTexts(listed, ['Archive'])
})

it('asks guests which examples depend on a record, on something without an owner, and on nothing', async () => {
  await openApp('/systems?where=used_by.is.demo-automation-1')
  await expectTexts(listed, ['Salesforce'])
  await expect.element(chip(/^Used by any of New lead to sales channel$/)).toBeVisible()
  await openApp('/automations')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await optionNamed('Depends on').click()
  await optionNamed('Something without an owner').click()
  await expectAddress('/automations?where=depends_on.is.unowned')
  await expectTexts(namesIn('Automations'), ['New lead to sales channel'])
  await page.getByRole('combobox', { name: 'Operator' }).selectOptions('nothing')
  await expectAddress('/automations?where=depends_on.empty')
  await expect.element(chip(/^Depends on nothing$/)).toBeVisible()
})

it('filters by a part of a link and by the source', async () => {
  await openApp('/systems')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await optionNamed('Links').click()
  await page.getByRole('combobox', { name: 'Operator' }).selectOptions('contains')
  await page.getByRole('textbox', { name: 'Value' }).fill('RUNBOOK')
  await userEvent.keyboard('{Enter}')
  await expectAddress('/systems?where=links.contains.RUNBOOK')
  await expect.element(chip(/^Links contains RUNBOOK$/)).toBeVisible()
})

describe('the other catalogues are filtered in the same way', () => {
  const me = mia('viewer')
  const owned = { ownerId: ADA.id }
  const workspace = () =>
    membersWorkspace({
      people: [ADA, me],
      solutions: [
        solution({ ...owned, name: 'Old portal', status: 'deprecated' }),
        solution({ name: 'Portal' }),
      ],
      agents: [agent({ ...owned, name: 'Reader', status: 'training' }), agent({ name: 'Writer' })],
      automations: [
        automation({ ...owned, name: 'Invoices', status: 'active' }),
        automation({ name: 'Orders' }),
      ],
    })

  for (const { path, status, named, other } of [
    { path: '/solutions', status: 'Deprecated', named: 'Old portal', other: 'Portal' },
    { path: '/agents', status: 'Training', named: 'Reader', other: 'Writer' },
    { path: '/automations', status: 'Active', named: 'Invoices', other: 'Orders' },
  ])
    it(`as ${path} is`, async () => {
      await openApp(path, { as: me, workspace: workspace() })
      const rows = page.getByRole('row')
      await addFilter('No owner')
      await expectCount(rows, 2)
      await expect.element(rows.nth(1)).toHaveTextContent(other)
      await chip('Clear filters').click()
      await addFilter('Status', status)
      await expectCount(rows, 2)
      await expect.element(rows.nth(1)).toHaveTextContent(named)
    })
})

it('shows the actions of a row at pointer or focus, and can put rows further apart', async () => {
  const visit = {
    as: ADA,
    workspace: membersWorkspace({ systems: [system({ name: 'Billing' }), system({ name: 'Payroll' })] }),
  }
  await openApp('/systems', visit)
  const row = page.getByRole('row', { name: 'Payroll' })
  const opacity = () =>
    expect.poll(() => {
      const actions = row.getByRole('button', { name: 'Edit Payroll' }).element().parentElement
      return actions && getComputedStyle(actions).opacity
    })
  const height = () => expect.poll(() => getComputedStyle(row.element()).height)
  await page.getByRole('row', { name: 'Billing' }).hover()
  await opacity().toBe('0')
  focus(row.getByRole('link', { name: 'Payroll', exact: true }))
  await opacity().toBe('1')
  focus(page.getByRole('searchbox', { name: 'Filter systems' }))
  await opacity().toBe('0')
  await row.hover()
  await opacity().toBe('1')

  await height().toBe('36px')
  await page.getByRole('button', { name: 'Display' }).click()
  const comfortable = page.getByRole('switch', { name: 'Comfortable rows' })
  await comfortable.click()
  await height().toBe('44px')
  await openApp('/systems', visit)
  await expect.element(row).toBeVisible()
  await height().toBe('44px')
  await page.getByRole('button', { name: 'Display' }).click()
  await comfortable.click()
  await height().toBe('36px')
})

describe('the arrow keys lead from a filter into its list, and back', () => {
  const me = ADA
  const workspace = () =>
    membersWorkspace({
      people: [ADA, member('Özge Kaya')],
      systems: [
        system({ name: 'Workday', description: 'Pays' }),
        system({ name: 'Workday Payroll', description: 'Pays' }),
      ],
    })

  /** From the field into the list by the arrow key, and back by the arrow key and by Escape. */
  async function stepIntoListAndBack(field: Locator, first: Locator): Promise<void> {
    await expect.element(first).toBeVisible()
    focus(field)
    for (const [key, there] of [
      ['{ArrowDown}', first],
      ['{ArrowUp}', field],
      ['{ArrowDown}', first],
      ['{Escape}', field],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.element(there).toHaveFocus()
    }
  }

  it('of a catalogue, with a typo', async () => {
    await openApp('/systems', { as: me, workspace: workspace() })
    const title = (name: string) => page.getByRole('table').getByRole('link', { name, exact: true })
    const filter = page.getByRole('searchbox', { name: 'Filter systems' })
    await filter.fill('worday')
    await expectTexts(listed, ['Workday', 'Workday Payroll'])
    await stepIntoListAndBack(filter, title('Workday'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(title('Workday Payroll')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(title('Workday')).toHaveFocus()
  })

  it('of the directory', async () => {
    await openApp('/team', { as: me, workspace: workspace() })
    const filter = page.getByRole('searchbox', { name: 'Search team members' })
    await filter.fill('kaya')
    const table = page.getByRole('table')
    await expectGone(table.getByText('Ada Founder', { exact: true }))
    await stepIntoListAndBack(filter, table.getByRole('button', { name: 'Özge Kaya', exact: true }))
  })

  it('of the search, whose results are stepped through too', async () => {
    await openApp('/search?q=system&tab=process')
    const links = page.getByRole('list', { name: 'Results' }).getByRole('link')
    await expectCount(links, 2)
    await stepIntoListAndBack(page.getByRole('searchbox', { name: 'Search everything' }), links.first())
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(links.last()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectAddress('/processes')
  })
})

describe('added filters', () => {
  const chips = page.getByRole('group', { name: 'Added filters' }).getByCss('[data-filter-chip]')
  const visit = () => ({
    as: ADA,
    workspace: membersWorkspace({
      systems: [
        system({ name: 'Archive' }),
        system({
          name: 'Billing',
          fields: { criticality: 'high', vendor: 'Acme', cost_per_month: 90, cost_currency: 'EUR' },
        }),
        system({
          name: 'Payroll',
          fields: { criticality: 'low', vendor: 'Zeta', cost_per_month: 900, cost_currency: 'EUR' },
        }),
      ],
    }),
  })

  it('lose nothing of what is typed while their list opens', async () => {
    await openApp('/systems', visit())
    await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])
    const add = page.getByRole('button', { name: 'Add filter' }).element()
    if (add instanceof HTMLElement) add.click()
    typeAtOnce('criti')
    const field = page.getByRole('dialog', { name: 'Add filter' }).getByRole('combobox')
    await expect.element(field).toHaveValue('criti')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Criticality' })).toBeVisible()
  })

  it('are added, changed and removed with the keyboard alone, and a link shows the same list', async () => {
    const opened = visit()
    await openApp('/systems', opened)
    await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])
    const add = page.getByRole('button', { name: 'Add filter' })
    focus(add)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
    await userEvent.keyboard('criti{Enter}')
    const values = page.getByRole('listbox', { name: 'Criticality' })
    await expect.element(values.getByRole('option', { name: 'High 1' })).toBeVisible()
    await expectAccessible('values of a filter')
    await userEvent.keyboard('high{Enter}')
    await expectTexts(listed, ['Billing'])
    await userEvent.keyboard('{Escape}')
    await expect.element(add).toHaveFocus()
    await expectTexts(chips, ['Criticality is High'])
    await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible()

    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
    await userEvent.keyboard('cost{Enter}')
    await page.getByRole('combobox', { name: 'Operator' }).selectOptions('is more than')
    const value = page.getByRole('textbox', { name: 'Value' })
    focus(value)
    await userEvent.keyboard('much{Enter}')
    await expect.element(value).toHaveAccessibleDescription('Enter a number.')
    await expect.element(value).toHaveFocus()
    await expect.element(value).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible('a filter by what is no number')
    await value.fill('500')
    await userEvent.keyboard('{Enter}')
    await expectTexts(chips, ['Criticality is High', 'Cost per Month is more than 500'])
    await expect.element(page.getByText('No systems found.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Which filters have to hold' }).selectOptions('Any of')
    await expectTexts(listed, ['Billing', 'Payroll'])
    await expectAccessible('chips of filters')

    await openApp(location.pathname + location.search, opened)
    await expectTexts(listed, ['Billing', 'Payroll'])
    focus(chips.first())
    await userEvent.keyboard('{Delete}')
    await expectTexts(chips, ['Cost per Month is more than 500'])
    await expect.element(chips).toHaveFocus()
    await expectTexts(listed, ['Payroll'])
    await userEvent.keyboard('{Backspace}')
    await expectTexts(listed, ['Archive', 'Billing', 'Payroll'])
    await expect.element(add).toHaveFocus()
  })

  it('of which any has to hold stand in one chip', async () => {
    await openApp('/systems', visit())
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'Any of several filters…' }).click()
    for (const vendor of ['Acme', 'Zeta']) {
      await page.getByRole('option', { name: 'Vendor' }).click()
      await page.getByRole('combobox', { name: 'Value' }).fill(vendor)
      await userEvent.keyboard('{Enter}')
      if (vendor === 'Acme')
        await page.getByRole('dialog').getByRole('button', { name: 'Add filter' }).click()
    }
    await expectAccessible('filters that are nested')
    await userEvent.keyboard('{Escape}')
    await expectTexts(chips, ['Any of: Vendor is Acme, Vendor is Zeta'])
    await expectTexts(listed, ['Billing', 'Payroll'])
  })

  it('show nothing until one is removed that this list does not know', async () => {
    const path = '/systems?where=colour.is.red&where=vendor.is.acme'
    await openApp(path, visit())
    await expect.element(page.getByRole('alert')).toHaveTextContent('colour')
    await expectGone(page.getByRole('table'))
    await page.getByRole('button', { name: 'Remove the filter: Vendor is acme' }).click()
    await expectGone(chips)
    await expect.element(page.getByRole('alert')).toHaveTextContent('colour')
    await expectGone(page.getByRole('table'))
    await openApp(path, visit())
    await page.getByRole('button', { name: 'Show Without It' }).click()
    await expectTexts(listed, ['Billing'])
    await expectTexts(chips, ['Vendor is acme'])
  })
})
