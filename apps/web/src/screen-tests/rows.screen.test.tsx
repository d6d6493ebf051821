import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import {
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  focus,
  namesIn,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const title = (name: string) => page.getByRole('link', { name, exact: true })
const cellOf = (name: string, column: number) => page.getByRole('row', { name }).getByRole('cell').nth(column)

describe('in a row', () => {
  it('a status is changed with the keyboard alone', async () => {
    const payroll = system({ name: 'Payroll' })
    const { workspace } = await openApp('/systems', { as: ADA, systems: [payroll] })
    await expect.element(title('Payroll')).toBeVisible()
    focus(title('Payroll'))
    await userEvent.keyboard('e')
    const fields = page.getByRole('listbox', { name: 'Change Payroll' })
    await expectTexts(fields.getByRole('option'), [
      /^Status/,
      /^Owner/,
      /^Criticality/,
      /^Data Class/,
      /^Lifecycle/,
    ])
    await expectAccessible('what can be changed in a row')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expectText(cellOf('Payroll', 2), 'Inactive')
    await expect.element(page.getByText('Payroll: Inactive', { exact: true })).toBeVisible()
    await expect.element(title('Payroll')).toHaveFocus()
    expect((await workspace.systems.byIds([payroll.id]))[0]?.status).toBe('inactive')

    await userEvent.keyboard('e{Escape}')
    await expectGone(page.getByRole('listbox'))
    await expect.element(title('Payroll')).toHaveFocus()
  })

  it('a status is changed by typing its name', async () => {
    await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
    await expect.element(title('Payroll')).toBeVisible()
    focus(title('Payroll'))
    await userEvent.keyboard('e{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
    await userEvent.keyboard('in{Enter}')
    await expectText(cellOf('Payroll', 2), 'Inactive')
  })

  it('a choice is picked at its cell, and can be emptied', async () => {
    await openApp('/systems?cols=name,lifecycle,owner', {
      as: ADA,
      systems: [system({ name: 'Payroll' })],
    })
    const cell = cellOf('Payroll', 1)
    await cell.hover()
    await cell.getByCss('button').click()
    const list = page.getByRole('listbox', { name: 'Lifecycle' })
    await expectTexts(list.getByRole('option'), [
      'Not specified',
      'Planned',
      'In Use',
      'Phasing Out',
      'Retired',
    ])
    await list.getByRole('option', { name: 'Phasing Out' }).click()
    await expectText(cell, 'Phasing Out')
    await expectGone(page.getByRole('dialog'))
    focus(title('Payroll'))
    await userEvent.keyboard('e')
    await page.getByRole('option', { name: 'Lifecycle Phasing Out' }).click()
    await page.getByRole('option', { name: 'Not specified' }).click()
    await expectText(cell, '')
  })

  it('is read why it may not be changed', async () => {
    await openApp('/systems', { as: mia('viewer'), systems: [system({ name: 'Payroll' })] })
    await expect.element(title('Payroll')).toBeVisible()
    focus(title('Payroll'))
    await userEvent.keyboard('e')
    const edit = page.getByRole('button', { name: 'Edit Payroll' }).element()
    const reason = edit.getAttribute('aria-description') ?? 'no reason'
    await expectText(page.getByRole('dialog', { name: 'Change Payroll' }), reason)
  })
})

it('gives owners row after row by the keyboard', async () => {
  const workspace = membersWorkspace({
    systems: ['Archive', 'Billing', 'Crm'].map((name) => system({ name })),
  })
  const { answer, release } = heldBack(() => undefined)
  const { setOwner } = workspace.systems
  const given = vi.spyOn(workspace.systems, 'setOwner').mockImplementation(async (...asked) => {
    await answer()
    return setOwner(...asked)
  })
  await openApp('/systems', { as: mia('manager'), workspace })
  const give = (name: string) => page.getByRole('button', { name: `Assign an owner to ${name}` })
  await expect.element(give('Archive')).toBeVisible()
  focus(give('Archive'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Ada Founder' })).toBeVisible()
  await userEvent.keyboard('Ada{Enter}')
  await expect.element(give('Archive')).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  await expectGone(page.getByRole('option'))
  release()
  await expectGone(give('Archive'))
  for (const name of ['Billing', 'Crm']) {
    await expect.element(give(name)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('option', { name: 'Ada Founder' })).toBeVisible()
    await userEvent.keyboard('Ada{Enter}')
    await expectGone(give(name))
  }
  await expect.element(title('Crm')).toHaveFocus()
  expect(given, 'an Enter in the list that is closing gives nothing once more').toHaveBeenCalledTimes(3)
})

it('marks a record with the letters of its name, where its box appears under the pointer', async () => {
  await openApp('/systems', {
    as: ADA,
    systems: [system({ name: 'Data Warehouse' }), system({ name: 'Ledger 7' })],
  })
  const row = page.getByRole('row', { name: 'Data Warehouse' })
  const mark = row.getByCss('[data-letters="DW"]')
  await page.getByRole('heading', { name: 'Systems', level: 1 }).hover()
  await expect.element(mark).toBeVisible()
  await expect.element(page.getByCss('[data-letters="LE"]')).toBeVisible()
  await row.hover()
  await expect.element(mark).not.toBeVisible()
})

describe('tooltips', () => {
  const tooltip = page.getByRole('tooltip')
  const systems = () => Array.from({ length: 40 }, (_, n) => system({ name: `System ${n + 1}` }))

  it('describe their control, and the pointer can rest on them', async () => {
    await openApp('/systems', { as: ADA, systems: systems() })
    const options = page.getByRole('button', { name: 'List options' })
    await options.hover()
    await expectText(tooltip, 'List options')
    await expect.element(options).toHaveAttribute('aria-describedby', tooltip.element().id)
    await tooltip.hover()
    await expect.element(tooltip).toBeVisible()
    await page.getByRole('heading', { name: 'Systems', level: 1 }).hover()
    await expectGone(tooltip)
  })

  it('go with a press, with Escape and with the list, and there is never a second one', async () => {
    await openApp('/systems', { as: ADA, systems: systems() })
    const sidebar = page.getByRole('button', { name: /sidebar$/ })
    await sidebar.hover()
    await expect.element(tooltip).toBeVisible()
    await sidebar.click()
    await expectGone(tooltip)
    // The pointer has to leave before it comes again.
    await sidebar.hover()
    await expectGone(tooltip)
    await sidebar.click()

    const edit = page.getByRole('button', { name: 'Edit System 1', exact: true })
    focus(edit)
    await expectText(tooltip, 'Edit System 1')
    await page.getByRole('button', { name: 'Delete System 1', exact: true }).hover()
    await expectText(tooltip, 'Delete System 1')
    await userEvent.keyboard('{Escape}')
    await expectGone(tooltip)

    edit.element().blur()
    focus(edit)
    await expect.element(tooltip).toBeVisible()
    window.scrollBy(0, 300)
    await expectGone(tooltip)
  })
})

describe('a selection', () => {
  const bar = page.getByRole('region', { name: 'Selection' })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  const openList = () =>
    openApp('/systems', {
      as: mia('manager'),
      systems: ['Archive', 'Billing', 'Crm', 'Docs'].map((name) => system({ name })),
    })

  it('grows with Shift from the row that was toggled last, wherever it stands by then', async () => {
    await openList()
    await box('Archive').click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await box('Billing').click({ modifiers: ['Shift'] })
    await expect.element(bar).toHaveTextContent('2 selected')
    await expect.element(box('Docs')).not.toBeChecked()

    focus(bar.getByRole('button', { name: 'Clear the selection' }))
    await userEvent.keyboard('{Enter}')
    await expectGone(bar)
    await expect.element(title('Docs')).toHaveFocus()
    await box('Crm').click({ modifiers: ['Shift'] })
    await expect.element(bar).toHaveTextContent('1 selected')
  })

  it('asks before it deletes, and the question can be left while its answer is on its way', async () => {
    const { workspace } = await openList()
    vi.spyOn(workspace.bulk, 'preview').mockImplementation(() => new Promise(() => undefined))
    await box('Archive').click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent('Checking what will change…')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectGone(question)
  })

  it('is not for viewers', async () => {
    await openApp('/systems', { as: mia('viewer'), systems: [system({ name: 'Archive' })] })
    await expectTexts(namesIn('Systems'), ['Archive'])
    await expectCount(page.getByRole('checkbox'), 0)
  })
})

it('brings a record back that was just deleted, and the server hears nothing', async () => {
  const { workspace } = await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
  const remove = vi.spyOn(workspace.systems, 'remove')
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('System deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectTexts(namesIn('Systems'), ['Payroll'])
  expect(remove).not.toHaveBeenCalled()
})
