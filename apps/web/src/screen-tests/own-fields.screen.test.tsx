import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import { expectAddress, expectGone, expectTexts, expectToast, focus, press } from './support/look.ts'
import { choice, ownField } from './support/own-fields.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const FIELDS = '/settings/fields'
const TAKEN = ['The field could not be saved', 'Records have a built-in field of this name.'] as const

const form = page.getByRole('form', { name: 'Add a field' })
const name = form.getByLabelText('Name', { exact: true })
const list = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')
const preview = page.getByRole('region', { name: 'Preview of the form' })
const editor = (field: string) => page.getByRole('form', { name: `Edit ${field}` })
const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

async function pick(from: Locator, option: string): Promise<void> {
  await from.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Enters a name and Enter. */
async function addField(field: string): Promise<void> {
  await name.fill(field)
  await press(name, '{Enter}')
  await expect.element(list.filter({ hasText: field })).toBeVisible()
}

const edit = (field: string) => button(`Edit ${field}`).click()

describe('an admin', () => {
  it('makes a field of a name and Enter, and a preview follows the typed text', async () => {
    await openApp(FIELDS, { as: ADA })
    await expect.element(page.getByText('There are no fields yet. A name is enough to begin.')).toBeVisible()
    await expectAccessible('the fields of an account without any')
    await name.fill('Contract number')
    await expect.element(preview.getByLabelText('Contract number')).toBeVisible()
    await press(name, '{Enter}')
    await expectTexts(list, [/^Contract number/])
    await expect.element(name).toHaveFocus()
  })

  it('gives a number its unit, a choice its entries, and a field its place', async () => {
    await openApp(FIELDS, { as: ADA, ownFields: [ownField({ name: 'Contract number' })] })
    await pick(form.getByRole('combobox', { name: 'Type' }), 'Number')
    await addField('Seats')
    await edit('Seats')
    await editor('Seats').getByLabelText('Unit').fill('users')
    await expect.element(preview.getByText('users')).toBeVisible()
    await editor('Seats').getByRole('checkbox', { name: 'Required' }).click()
    await expectAccessible('the editor of a field')
    await editor('Seats').getByRole('button', { name: 'Save Field' }).click()
    await expect.element(list.filter({ hasText: 'Seats' })).toHaveTextContent('Required')

    await pick(form.getByRole('combobox', { name: 'Type' }), 'Choice')
    for (const entry of ['Cloud', 'Own servers']) {
      await form.getByLabelText('New choice').fill(entry)
      await press(form.getByLabelText('New choice'), '{Enter}')
    }
    await addField('Hosting')
    await press(button('Move Hosting'), '{ArrowUp}')
    await expect.element(button('Move Hosting')).toHaveFocus()
    await expectTexts(list, [/^Contract number/, /^Hosting/, /^Seats/])
    await edit('Hosting')
    await expect.element(editor('Hosting').getByLabelText('Name of choice 2')).toHaveValue('Own servers')
  })

  it('renames, retires, deletes and restores a field', async () => {
    await openApp(FIELDS, { as: ADA, ownFields: [ownField({ name: 'Contract' })] })
    await edit('Contract')
    await editor('Contract').getByLabelText('Name', { exact: true }).fill('Contract number')
    await editor('Contract').getByRole('button', { name: 'Save Field' }).click()
    await edit('Contract number')
    await button('Retire').click()
    const hidden = page.getByRole('list', { name: 'Retired and deleted' }).getByRole('listitem')
    await expect.element(hidden).toHaveTextContent('Retired: hidden, its values are kept.')
    await button('Bring Contract number back').click()
    await edit('Contract number')
    await button('Delete').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(hidden).toHaveTextContent('Deleted: its values are kept until')
    await expectAccessible('a deleted field')
    await button('Bring Contract number back').click()
    await expectTexts(list, [/^Contract number/])
    await expectGone(hidden)
  })

  it('changes a type after a count of the values', async () => {
    const workspace = membersWorkspace({ ownFields: [ownField({ name: 'Seats' })] })
    const payroll = { id: 'payroll', name: 'Payroll', value: 'a dozen', isInBin: false }
    vi.spyOn(workspace.ownFields, 'previewType')
      .mockResolvedValueOnce({ converts: 0, fails: 1, first: [payroll] })
      .mockResolvedValue({ converts: 1, fails: 0, first: [] })
    await openApp(FIELDS, { as: ADA, workspace })
    await edit('Seats')
    await button('Change Type').click()
    const dialog = page.getByRole('alertdialog')
    await pick(dialog.getByRole('combobox', { name: 'Type' }), 'Number')
    await expect.element(dialog).toHaveTextContent('Values that cannot be converted: 1')
    await expect.element(dialog).toHaveTextContent('Payroll: a dozen')
    await expectAccessible('a change of type that is not possible')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button('Change Type').click()
    await pick(dialog.getByRole('combobox', { name: 'Type' }), 'Number')
    await expect.element(dialog).toHaveTextContent('Values that can be converted: 1')
    await dialog.getByRole('button', { name: 'Change Type' }).click()
    await expectTexts(list, [/^Seats.*Number/])
  })

  it('learns that another has changed a field meanwhile, and keeps what was typed', async () => {
    const seats = ownField({ name: 'Seats' })
    const workspace = membersWorkspace({ ownFields: [seats] })
    await openApp(FIELDS, { as: ADA, workspace })
    await edit('Seats')
    await workspace.ownFields.change(seats, { ...seats, help: 'Of the deputy' })
    await editor('Seats').getByLabelText('Help').fill('Mine')
    await editor('Seats').getByRole('button', { name: 'Save Field' }).click()
    await expectToast(
      'The field could not be saved',
      'Another administrator has changed this field in the meantime.',
    )
    await expect.element(editor('Seats').getByLabelText('Help')).toHaveValue('Mine')
    await button('Keep Mine').click()
    await editor('Seats').getByRole('button', { name: 'Save Field' }).click()
    await expectGone(editor('Seats'))
    expect((await workspace.ownFields.list()).map(({ help }) => help)).toEqual(['Mine'])
  })

  it('makes fields with the keyboard alone, also on a phone', async () => {
    await page.viewport(375, 800)
    await openApp(FIELDS, { as: ADA })
    await expect.element(name).toBeVisible()
    focus(name)
    await userEvent.keyboard('Contract')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('combobox', { name: 'Filter the list' })).toHaveFocus()
    await userEvent.keyboard('Several{Enter}')
    const type = form.getByRole('combobox', { name: 'Type' })
    await expect.element(type).toHaveTextContent('Several choices')
    await expect.element(type).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('Red{Enter}')
    await expect.element(form.getByLabelText('Name of choice 1')).toHaveValue('Red')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expectTexts(list, [/^Contract.*Several choices/])
    await expectAccessible('fields on a phone')
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBe(clientWidth)
  })
})

describe('a field with typed text', () => {
  const help = editor('Seats').getByLabelText('Help')
  const keepEditing = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectGone(question)
    await expect.element(help).toHaveValue('How many may use it')
  }

  it('asks before it is lost to Escape, Cancel, another kind or screen and another action', async () => {
    await openApp('/', { as: ADA, ownFields: [ownField({ name: 'Seats' })] })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Fields' }).click()
    await expectAddress(FIELDS)
    await edit('Seats')
    // Untouched, Escape closes the editor.
    await press(help, '{Escape}')
    await expectGone(editor('Seats'))
    await edit('Seats')

    await help.fill('How many may use it')
    await press(help, '{Escape}')
    await keepEditing()
    await editor('Seats').getByRole('button', { name: 'Cancel' }).click()
    await keepEditing()
    await page.getByRole('tab', { name: 'Agents' }).click()
    await keepEditing()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await keepEditing()
    for (const action of ['Change Type', 'Retire', 'Delete']) {
      await editor('Seats').getByRole('button', { name: action, exact: true }).click()
      await keepEditing()
    }
    await expectAddress(FIELDS)

    await page.getByRole('tab', { name: 'Agents' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByText('There are no fields yet. A name is enough to begin.')).toBeVisible()
    await page.getByRole('tab', { name: 'Systems' }).click()
    await expectTexts(list, [/^Seats/])
  })

  it('asks about the name of a new field before another is edited, but not about what is saved', async () => {
    await openApp(FIELDS, { as: ADA, ownFields: [ownField({ name: 'Seats' })] })
    await name.fill('Contract')
    await edit('Seats')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(name).toHaveValue('Contract')

    // A choice that was only typed is saved too.
    await pick(form.getByRole('combobox', { name: 'Type' }), 'Choice')
    await name.fill('Hosting')
    await form.getByLabelText('New choice').fill('Cloud')
    await form.getByRole('button', { name: 'Add Field' }).click()
    await expectTexts(list, [/^Seats/, /^Hosting/])
    await edit('Hosting')
    await expect.element(editor('Hosting').getByLabelText('Name of choice 1')).toHaveValue('Cloud')
    await editor('Hosting').getByRole('button', { name: 'Cancel' }).click()
    await expectGone(editor('Hosting'))
  })
})

describe('while a field is being saved', () => {
  it('no text can be typed that would be lost, and the focus stays near', async () => {
    const fields = [ownField({ name: 'Contract' })]
    const workspace = membersWorkspace({ ownFields: fields })
    const { add, change } = workspace.ownFields
    const adding = heldBack(() => undefined)
    vi.spyOn(workspace.ownFields, 'add').mockImplementation(async (...asked) => {
      await adding.answer()
      return add(...asked)
    })
    const changing = heldBack(() => undefined)
    vi.spyOn(workspace.ownFields, 'change').mockImplementation(async (...asked) => {
      await changing.answer()
      return change(...asked)
    })
    await openApp(FIELDS, { as: ADA, workspace })
    await name.fill('Seats')
    await form.getByRole('button', { name: 'Add Field' }).click()
    await expect.element(name).toBeDisabled()
    adding.release()
    await expectTexts(list, [/^Contract/, /^Seats/])
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveValue('')

    await edit('Seats')
    const help = editor('Seats').getByLabelText('Help')
    await help.fill('How many')
    await press(help, '{Enter}')
    await expect.element(help).toBeDisabled()
    await expect.element(editor('Seats').getByRole('button', { name: 'Retire' })).toBeDisabled()
    changing.release()
    await expectGone(editor('Seats'))
    await expect.element(button('Edit Seats')).toHaveFocus()
  })

  it('a refusal leaves the text and the focus where they are', async () => {
    await openApp(FIELDS, { as: ADA, ownFields: [ownField({ name: 'Seats' })] })
    await name.fill('VENDOR')
    await press(name, '{Enter}')
    await expectToast(...TAKEN)
    await name.fill('')
    await edit('Seats')
    const words = editor('Seats').getByLabelText('Name', { exact: true })
    await words.fill('VENDOR')
    await press(words, '{Enter}')
    await expectToast(...TAKEN)
    await expect.element(words).toHaveFocus()
    await expect.element(words).toHaveValue('VENDOR')
    await press(words, '{Escape}')
    await press(button('Discard'), '{Enter}')
    await expect.element(button('Edit Seats')).toHaveFocus()
  })

  it('the focus comes back from an editor that is left, and goes on from a field that is retired', async () => {
    const ownFields = [ownField({ name: 'Contract' }), ownField({ name: 'Seats', choices: [choice('A')] })]
    await openApp(FIELDS, { as: ADA, ownFields })
    await press(button('Edit Seats'), '{Enter}')
    await press(editor('Seats').getByLabelText('Name', { exact: true }), '{Escape}')
    await expect.element(button('Edit Seats')).toHaveFocus()
    await press(button('Edit Seats'), '{Enter}')
    await press(editor('Seats').getByRole('button', { name: 'Cancel' }), '{Enter}')
    await expect.element(button('Edit Seats')).toHaveFocus()
    await press(button('Edit Seats'), '{Enter}')
    await press(button('Retire'), '{Enter}')
    await expectTexts(list, [/^Contract/])
    await expect.element(page.getByRole('tabpanel', { name: 'Systems' })).toHaveFocus()
  })
})
