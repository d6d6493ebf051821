import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectText, expectTexts, press } from './support/look.ts'
import { choice, ownField } from './support/own-fields.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { view } from './support/views.ts'
import { membersWorkspace } from './support/workspace.ts'

const FIELDS = '/settings/fields'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = page.getByRole('list', { name: 'Fields', exact: true })
const fields = list.getByRole('listitem')

/** Three fields of which the last has choices. */
const threeFields = () =>
  membersWorkspace({
    ownFields: [
      ownField({ name: 'Seats', type: 'number', place: 0 }),
      ownField({ name: 'Contract', place: 1 }),
      ownField({
        name: 'Hosting',
        type: 'choice',
        place: 2,
        choices: ['Cloud', 'Own', 'Both'].map((name) => choice(name)),
      }),
    ],
  })

/** Takes an entry by its handle and drops it over another one. */
async function drag(handle: Locator, over: Locator): Promise<void> {
  await handle.dropTo(over)
  await expectGone(page.getByRole('menu'))
}

describe('with the mouse', () => {
  it('views and columns are sorted', async () => {
    const views = ['One', 'Two', 'Three'].map((name) => view(name, { address: `q=${name.toLowerCase()}` }))
    const workspace = membersWorkspace({ systems: [system({ name: 'Payroll' })], views })
    await openApp('/systems', { as: ADA, workspace })
    const mine = page.getByRole('list', { name: 'Your views' })
    await expectTexts(mine.getByRole('link'), [/^One/, /^Two/, /^Three/])
    await drag(mine.getByRole('button', { name: 'Move Three' }), mine.getByRole('link').first())
    await expectTexts(mine.getByRole('link'), [/^Three/, /^One/, /^Two/])
    await expect
      .poll(async () => (await workspace.views.list()).map(({ name }) => name))
      .toEqual(['Three', 'One', 'Two'])

    await button('Display').click()
    const columns = page.getByRole('list', { name: 'Columns' }).getByRole('listitem')
    await expect.element(columns.first()).not.toHaveTextContent('Owner')
    await drag(button('Move Owner'), columns.first())
    await expectText(columns.first(), 'Owner')
    await expectAddress(/cols=[^&]*owner/)
  })

  it('fields are sorted, and with keys faster than they are saved', async () => {
    const workspace = threeFields()
    await openApp(FIELDS, { as: ADA, workspace })
    const stored = async () => (await workspace.ownFields.list()).map(({ name }) => name)
    await expectTexts(fields, [/^Seats/, /^Contract/, /^Hosting/])
    await drag(button('Move Seats'), fields.last())
    await expectTexts(fields, [/^Contract/, /^Hosting/, /^Seats/])
    await expect.poll(stored).toEqual(['Contract', 'Hosting', 'Seats'])
    await press(button('Move Seats'), '{ArrowUp}{ArrowUp}{ArrowDown}{Home}')
    await expect.poll(stored).toEqual(['Seats', 'Contract', 'Hosting'])
    await expectTexts(fields, [/^Seats/, /^Contract/, /^Hosting/])
  })

  it('choices are sorted', async () => {
    const workspace = threeFields()
    await openApp(FIELDS, { as: ADA, workspace })
    await button('Edit Hosting').click()
    const choices = page.getByRole('list', { name: 'Choices' }).getByRole('listitem')
    await drag(button('Move Both'), choices.first())
    await expect.element(page.getByLabelText('Name of choice 1')).toHaveValue('Both')
    await button('Save Field').click()
    await expectGone(choices)
    const [, , hosting] = await workspace.ownFields.list()
    expect(hosting?.choices.map(({ name }) => name)).toEqual(['Both', 'Cloud', 'Own'])
  })

  it('the edge of a head is dragged, and the name stays in sight while the table scrolls sideways', async () => {
    const billing = system({ name: 'Billing', fields: { vendor: 'Acme', criticality: 'high' } })
    await openApp('/systems', { as: ADA, systems: [billing] })
    const title = page.getByRole('link', { name: 'Billing', exact: true })
    await expect.element(title).toBeVisible()
    const owner = page.getByRole('columnheader', { name: 'Owner' })
    const before = owner.element().getBoundingClientRect()
    const table = page.getByRole('table', { name: 'Systems' })
    const { left, top } = table.element().getBoundingClientRect()
    await owner.dropTo(table, {
      sourcePosition: { x: before.width - 3, y: 10 },
      targetPosition: { x: before.right - 3 + 30 - left, y: before.top + 10 - top },
    })
    await expectAddress(/cols=name-\d+%2Cdescription%2Cstatus-\d+%2Cowner-\d+/)
    await expect
      .poll(() => Math.round(owner.element().getBoundingClientRect().width))
      .toBe(Math.round(before.width + 30))

    const wide = '*name,status-400,owner-400,vendor-400,criticality-400'
    await openApp(`/systems?cols=${wide}`, { as: ADA, systems: [billing] })
    await expect.element(title).toBeVisible()
    const place = title.element().getBoundingClientRect().x
    const last = page.getByRole('row', { name: 'Billing' }).getByText('High', { exact: true })
    await expect.element(last).not.toBeInViewport()
    last.element().scrollIntoView()
    await expect.element(last).toBeInViewport()
    await expect.poll(() => title.element().getBoundingClientRect().x).toBe(place)
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
  })
})

it('keeps the place of a field that was moved while the list is reloaded', async () => {
  const workspace = threeFields()
  const read = vi.spyOn(workspace.ownFields, 'list')
  await openApp(FIELDS, { as: ADA, workspace })
  await expectTexts(fields, [/^Seats/, /^Contract/, /^Hosting/])
  // The timers of notifications run late, as on a slow machine.
  const start = setTimeout
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => start(act, ms || 50))
  const first = new Set<string | null | undefined>()
  const note = new MutationObserver(() => first.add(fields.first().element().textContent?.slice(0, 5)))
  note.observe(list.element(), { childList: true })
  const before = read.mock.calls.length
  await press(button('Move Seats'), '{ArrowDown}')
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(before)
  await expect.poll(async () => (await workspace.ownFields.list())[0]?.name).toBe('Contract')
  await expectTexts(fields, [/^Contract/, /^Seats/, /^Hosting/])
  note.disconnect()
  vi.unstubAllGlobals()
  expect([...first]).toEqual(['Contr'])
})

describe('on a phone, without dragging', () => {
  const item = (name: string) => page.getByRole('menuitem', { name })

  it('fields are sorted by a menu, and with keys', async () => {
    await page.viewport(375, 800)
    await openApp(FIELDS, { as: ADA, workspace: threeFields() })
    await expect.element(button('Move Seats')).toHaveAccessibleDescription('Arrow keys move it.')
    await expectAccessible('handles of fields')
    await press(button('Move Seats'), '{Enter}')
    await expectTexts(page.getByRole('menuitem'), ['Move Down'])
    await expect.element(item('Move Down')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectTexts(fields, [/^Contract/, /^Seats/, /^Hosting/])
    await expect.element(button('Move Seats')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(item('Move Up')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Move Down')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectTexts(fields, [/^Contract/, /^Hosting/, /^Seats/])
    await expect.element(button('Move Seats')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expectTexts(fields, [/^Contract/, /^Seats/, /^Hosting/])
    await expectGone(page.getByRole('menu'))
  })

  it('fields and choices are sorted with taps', async () => {
    await page.viewport(375, 800)
    await openApp(FIELDS, { as: ADA, workspace: threeFields() })
    await button('Move Hosting').click()
    await item('Move Up').click()
    await expectTexts(fields, [/^Seats/, /^Hosting/, /^Contract/])
    await button('Edit Hosting').click()
    await button('Move Both').click()
    await expectTexts(page.getByRole('menuitem'), ['Move Up'])
    await item('Move Up').click()
    await expect.element(page.getByLabelText('Name of choice 2')).toHaveValue('Both')
    await expect.element(page.getByRole('form', { name: 'Edit Hosting' })).toBeVisible()
  })
})
