import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { historyEntry, withHistory } from './support/history.ts'
import { closeToast, expectGone, expectToast, focus, openDetails, press } from './support/look.ts'
import { ownField } from './support/own-fields.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const DAY_MS = 86_400_000
const form = page.getByRole('dialog', { name: 'Edit System' })
const save = form.getByRole('button', { name: 'Save Changes' })

/** Formats a day so many days from today for a date field. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

describe('the fields of a record', () => {
  it('are filled under More with links, and say what is wrong at the field', async () => {
    const payroll = system({ name: 'Payroll' })
    const { workspace } = await openApp('/systems', { as: ADA, systems: [payroll] })
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    const more = form.getByRole('button', { name: 'More' })
    await expect.element(more).toHaveAttribute('aria-expanded', 'false')
    await expectGone(form.getByLabelText('Vendor'))
    await press(more, '{Enter}')
    await expect.element(more).toHaveAttribute('aria-expanded', 'true')
    await form.getByLabelText('Vendor').fill('Acme')
    await form.getByLabelText('Criticality').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await form.getByLabelText('Cost per Month').fill('a lot')
    await form.getByRole('combobox', { name: 'Currency' }).selectOptions('CHF')
    await form.getByLabelText('Renewal or Contract End').fill(dayFromNow(12))
    await form.getByRole('button', { name: 'Add a link' }).click()
    await expect.element(form.getByLabelText('Purpose of link 1')).toHaveFocus()
    await form.getByLabelText('Purpose of link 1').selectOptions('Runbook')
    await form.getByLabelText('Address of link 1').fill('wiki.example.com')
    await expectAccessible('the unfolded form')

    await save.click()
    await expect.element(form.getByText('Enter a number.')).toBeVisible()
    await expect
      .element(form.getByText('Enter a web address that begins with http:// or https://.'))
      .toBeVisible()
    await expect.element(form.getByLabelText('Cost per Month')).toHaveFocus()
    await form.getByLabelText('Cost per Month').fill('1,234.50')
    await form.getByLabelText('Address of link 1').fill('https://wiki.example.com/on-call')
    await save.click()
    await expectToast('Payroll has been updated successfully')
    expect((await workspace.systems.byIds([payroll.id]))[0]).toMatchObject({
      fields: {
        vendor: 'Acme',
        criticality: 'critical',
        cost_per_month: 1234.5,
        cost_currency: 'CHF',
        renews_on: dayFromNow(12),
      },
      links: [{ purpose: 'runbook', title: '', url: 'https://wiki.example.com/on-call' }],
    })

    const details = await openDetails('Payroll')
    await expect.element(details.getByText('CHF 1,234.50')).toBeVisible()
    await expect.element(details.getByText('Due in 12 days')).toBeVisible()
    const opened = details.getByRole('link', { name: 'wiki.example.com/on-call' })
    await expect.element(opened).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(opened).toHaveAttribute('target', '_blank')
    await expectAccessible('the details')
  })

  it('are told in the history, which restores a cost with its currency', async () => {
    const fields = { vendor: 'Acme', cost_per_month: 1234.5, cost_currency: 'CHF' }
    const payroll = system({ name: 'Payroll', fields })
    const workspace = membersWorkspace({ systems: [payroll] })
    const link = { purpose: 'runbook', title: '', url: 'https://wiki.example.com/on-call' }
    withHistory(workspace, [
      historyEntry(9, { field: 'criticality', after: 'critical', act: 'one' }),
      historyEntry(9, { field: 'links', before: [], after: [link], act: 'one' }),
      historyEntry(9, { field: 'cost_per_month', after: 1234.5, act: 'one' }),
      historyEntry(9, { field: 'cost_currency', after: 'CHF', act: 'one' }),
      historyEntry(1, { action: 'created', field: null }),
    ])
    await openApp('/systems', { as: ADA, workspace })
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Activity' }).click()
    const history = details.getByRole('list', { name: 'Activity' })
    await expect.element(history).toHaveTextContent('Criticality: added Critical')
    await expect.element(history).toHaveTextContent('Links: added Runbook: https://wiki.example.com/on-call')
    await history.getByRole('button', { name: 'Restore this value Cost per Month' }).click()
    await expectToast('Value restored', 'Restored in Payroll: Currency, Cost per Month.')
    expect((await workspace.systems.byIds([payroll.id]))[0]?.fields).toEqual({ vendor: 'Acme' })
    await expectGone(details.getByText('CHF 1,234.50'))
  })

  it('are chosen one by one where two users change them at the same time', async () => {
    const fields = { vendor: 'Acme', department: 'Finance', cost_per_month: 10, cost_currency: 'EUR' }
    const payroll = system({ name: 'Payroll', fields: { ...fields, 'own.old_key': 'kept' } })
    // A retired field is in no form, and its values stay unchanged.
    const workspace = membersWorkspace({
      systems: [payroll],
      ownFields: [ownField({ name: 'Old key', isRetired: true })],
    })
    await openApp('/systems', { as: ADA, workspace })
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    // Fields with a value are open at once.
    await expect.element(form.getByLabelText('Vendor')).toHaveValue('Acme')
    await expect.element(form.getByLabelText('Cost per Month')).toHaveValue('10')
    await expectGone(form.getByLabelText('Criticality'))
    await form.getByLabelText('Vendor').fill('Mine')
    await form.getByLabelText('Cost per Month').fill('20')
    const theirs = { ...fields, vendor: 'Theirs', department: 'Sales', 'own.old_key': 'theirs' }
    const { name, description, ownerId, details } = payroll
    const change = { name, description, ownerId, details, status: 'active' as const, fields: theirs }
    await workspace.systems.update(payroll.id, change, payroll.version)
    await save.click()
    const field = (label: string) => form.getByRole('group', { name: label, exact: true })
    await expect.element(field('Vendor').getByRole('radio', { name: 'Yours Mine' })).toBeChecked()
    await expect.element(field('Department').getByRole('radio', { name: 'Theirs Sales' })).toBeChecked()
    await expectGone(field('Cost per Month'))
    await save.click()
    await expectToast('Payroll has been updated successfully')
    expect((await workspace.systems.byIds([payroll.id]))[0]?.fields).toEqual({
      ...theirs,
      vendor: 'Mine',
      cost_per_month: 20,
    })
  })

  it('and links are given to a new agent on a phone', async () => {
    await page.viewport(375, 740)
    const { workspace } = await openApp('/settings/connections?section=agents', { as: mia('user') })
    const create = page.getByRole('form', { name: 'Create Agent' })
    await create.getByLabelText('Agent Name').fill('Reader')
    await create.getByRole('button', { name: 'More' }).click()
    await create.getByLabelText('Department').fill('Finance')
    await create.getByLabelText('Cost per Month').fill('5')
    await create.getByRole('button', { name: 'Add a link' }).click()
    await create.getByLabelText('Title of link 1').fill('Guide')
    await create.getByLabelText('Address of link 1').fill('http://docs.example.com')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
    await create.getByRole('button', { name: 'Create Agent' }).click()
    await expectToast('Agent created')
    await expect.element(create.getByLabelText('Agent Name')).toHaveValue('')
    await expect.element(create.getByLabelText('Department')).toHaveValue('')
    const { items } = await workspace.agents.list()
    expect(items).toMatchObject([
      {
        fields: { department: 'Finance', cost_per_month: 5, cost_currency: 'EUR' },
        links: [{ purpose: 'docs', title: 'Guide', url: 'http://docs.example.com' }],
      },
    ])
  })
})

it('opens the only link of a record with the key o, or a list of them', async () => {
  const guide = { purpose: 'docs', title: 'Guide', url: 'https://docs.example.com/guide' } as const
  const chat = { purpose: 'chat', title: '', url: 'https://chat.example.com/payroll' } as const
  const opened: string[] = []
  /** Notes which link would open, instead of a new tab. */
  const note = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest('a[target="_blank"]')
    if (link === null) return
    event.preventDefault()
    opened.push(link.getAttribute('href') ?? '')
  }
  document.addEventListener('click', note)
  await openApp('/systems', {
    as: mia('viewer'),
    systems: [system({ name: 'Ledger', links: [guide, chat] }), system({ name: 'Payroll', links: [guide] })],
  })
  await openDetails('Payroll')
  await expect.element(page.getByRole('link', { name: 'Guide' }).first()).toBeVisible()
  await userEvent.keyboard('o')
  await expect.poll(() => opened).toEqual([guide.url])

  await userEvent.keyboard('{Escape}')
  const ledger = await openDetails('Ledger')
  await expect.element(ledger.getByRole('link', { name: 'chat.example.com/payroll' })).toBeVisible()
  await userEvent.keyboard('o')
  const chooser = page.getByRole('dialog', { name: 'Open a link' })
  await expect.element(chooser.getByRole('listbox', { name: 'Links' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => opened).toEqual([guide.url, chat.url])
  await expectGone(chooser)
  document.removeEventListener('click', note)
})

describe('additional details', () => {
  const group = form.getByRole('group', { name: 'Additional Details' })

  it('are edited with the keys alone, and say what is wrong with them', async () => {
    const regions = ['north', 'south']
    const payroll = system({ name: 'Payroll', details: { vendor: 'Example', regions } })
    const { workspace } = await openApp('/systems', { as: ADA, systems: [payroll] })
    const stored = async () => (await workspace.systems.byIds([payroll.id]))[0]?.details
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Edit' }).click()
    await expect.element(group.getByText('These details cannot be edited here.')).toBeVisible()
    await expect.element(group.getByCss('pre')).toHaveTextContent('"regions"')
    const labelOf = (place: number) => group.getByRole('textbox', { name: `Label of detail ${place}` })
    await expect.element(labelOf(1)).toHaveValue('vendor')

    await press(group.getByRole('button', { name: 'Add a detail' }), '{Enter}')
    await expect.element(labelOf(2)).toHaveFocus()
    await userEvent.keyboard('regions')
    await userEvent.tab()
    await userEvent.keyboard('<b>east</b>')
    await save.click()
    await expect.element(group.getByRole('alert')).toHaveTextContent('Two details have the same label.')
    await expectAccessible('additional details with a complaint')
    await labelOf(2).fill('contract')
    await group.getByRole('textbox', { name: 'Value of detail 1' }).fill('Other')
    await save.click()
    await expectGone(form)
    await closeToast()
    expect(await stored()).toEqual({ vendor: 'Other', contract: '<b>east</b>', regions })

    await details.getByRole('button', { name: 'Edit' }).click()
    for (const _ of ['vendor', 'contract']) {
      focus(group.getByRole('button', { name: 'Remove detail 1' }))
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(group.getByRole('button', { name: 'Add a detail' })).toHaveFocus()
    await save.click()
    await expectGone(form)
    expect(await stored()).toEqual({ regions })
  })

  it('are reported before those of another user would be overwritten', async () => {
    const payroll = system({ name: 'Payroll', details: { vendor: 'Old' } })
    const workspace = membersWorkspace({ systems: [payroll] })
    await openApp('/systems', { as: ADA, workspace })
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Edit' }).click()
    await form.getByRole('textbox', { name: 'Value of detail 1' }).fill('Mine')
    const { name, description, ownerId } = payroll
    const theirs = { name, description, ownerId, status: 'active' as const, details: { vendor: 'Theirs' } }
    await workspace.systems.update(payroll.id, theirs, payroll.version)
    await save.click()
    await expect.element(group).toHaveTextContent('vendor: Theirs')
    await expect.element(group).toHaveTextContent('vendor: Mine')
  })

  it('are restored from the history', async () => {
    const payroll = system({ name: 'Payroll', details: { vendor: 'Other' } })
    const workspace = membersWorkspace({ systems: [payroll] })
    const change = { field: 'details', before: { vendor: 'Example' }, after: { vendor: 'Other' } }
    withHistory(workspace, [historyEntry(9, change), historyEntry(1, { action: 'created', field: null })])
    await openApp('/systems', { as: ADA, workspace })
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Activity' }).click()
    await details
      .getByRole('button', { name: /Restore this value/ })
      .first()
      .click()
    await expectToast('Value restored')
    expect((await workspace.systems.byIds([payroll.id]))[0]?.details).toEqual({ vendor: 'Example' })
  })
})
