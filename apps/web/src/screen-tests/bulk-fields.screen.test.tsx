import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  closeToast,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  press,
} from './support/look.ts'
import { choice, ownField } from './support/own-fields.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { tag } from './support/tags.ts'
import { expectWhole } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const bar = page.getByRole('region', { name: 'Selection' })
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const fieldWindow = page.getByRole('dialog', { name: 'Set a field' })
const field = fieldWindow.getByLabelText('Field', { exact: true })
const value = fieldWindow.getByLabelText('Contract number')
const preview = page.getByRole('alertdialog')

const register = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    system({ name: `Register ${String(index + 1).padStart(4, '0')}` }),
  )

/** An account with systems, a tag and two fields of its own. */
const arrange = (systems = register(30)) => {
  const workspace = membersWorkspace({
    systems,
    tags: [tag('audit')],
    ownFields: [
      ownField({ name: 'Contract number', place: 0 }),
      ownField({
        name: 'Hosting',
        type: 'choice',
        choices: [choice('Cloud'), choice('Own servers')],
        place: 1,
      }),
    ],
  })
  const ids = systems.map(({ id }) => id)
  const stored = async (key: string) =>
    (await workspace.systems.byIds(ids)).map(({ fields }) => fields[key] ?? null)
  return { workspace, stored, ids }
}

async function selectAll(): Promise<void> {
  await box('Register 0001').click()
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click()
  await expect.element(bar.getByText('30 selected')).toBeVisible()
}

const goOn = () => fieldWindow.getByRole('button', { name: 'Continue' }).click()

async function openField(name: string): Promise<void> {
  await bar.getByRole('button', { name: 'Set a field' }).click()
  await field.selectOptions(name)
}

async function confirm(title: string, count: number): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect.element(dialog).toHaveTextContent(`${count} of ${count} selected records will change.`)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expectGone(dialog)
  await expectToast(count === 1 ? 'Changed: 1 record' : `Changed: ${count} records`)
  await expectGone(bar)
}

it('gives a tag to 30 records', async () => {
  const { workspace, ids } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  await selectAll()
  await bar.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'audit' }).click()
  await confirm('Add the tag audit?', 30)
  const tagged = (await workspace.systems.byIds(ids)).filter(({ tags }) => tags.length === 1)
  expect(tagged).toHaveLength(30)
})

it('asks for a field and a value, also on a phone', async () => {
  await openApp('/systems', { as: ADA, workspace: arrange().workspace })
  await selectAll()
  await press(bar.getByRole('button', { name: 'Set a field' }), '{Enter}')
  await expect.element(field).toHaveFocus()
  await goOn()
  await expect.element(fieldWindow.getByText('Choose a field first.')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.selectOptions('Contract number')
  await goOn()
  const missing = fieldWindow.getByText('Enter a value, or choose to empty the field.')
  await expect.element(missing).toBeVisible()
  await expect.element(value).toHaveFocus()
  const empty = fieldWindow.getByRole('checkbox', { name: 'Empty this field' })
  await empty.click()
  await empty.click()
  await expectGone(missing)
  await value.fill('C-1')
  await field.selectOptions('Hosting')
  await field.selectOptions('Contract number')
  await expect.element(value).toHaveValue('C-1')
  await value.fill('')
  await goOn()
  await expectAccessible('the window of a field in bulk')
  await page.viewport(375, 800)
  await expectWhole('the window of a field in bulk on a phone')
  await expectAccessible('the window of a field in bulk on a phone')
})

it('shows a preview first, and takes the change back', async () => {
  const { workspace, stored } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  await selectAll()
  await openField('Contract number')
  await value.fill(' C-2026 ')
  await press(value, '{Enter}')
  const dialog = page.getByRole('alertdialog', { name: 'Set Contract number?' })
  await expect.element(dialog).toHaveTextContent('30 empty → C-2026')
  await expectAccessible('the preview of a field in bulk')
  await userEvent.keyboard('{Escape}')
  await expect.element(value).toHaveFocus()
  await goOn()
  await confirm('Set Contract number?', 30)
  expect(await stored('own.contract_number')).toEqual(Array(30).fill('C-2026'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Undone: 30 records')
  expect(await stored('own.contract_number')).toEqual(Array(30).fill(null))
})

it('fills a field by the keyboard alone', async () => {
  const { workspace, stored } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  await selectAll()
  await press(bar.getByRole('button', { name: 'Set a field' }), '{Enter}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Contract n')
  await userEvent.tab()
  await userEvent.keyboard('C-2026{Enter}')
  await expect.element(preview).toHaveTextContent('30 of 30 selected records will change.')
  await press(preview.getByRole('button', { name: 'Change', exact: true }), '{Enter}')
  await expectToast('Changed: 30 records')
  expect(await stored('own.contract_number')).toEqual(Array(30).fill('C-2026'))
})

it('gives a choice to some, and empties it', async () => {
  const { workspace, stored } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  for (const name of ['Register 0001', 'Register 0002']) await box(name).click()
  await openField('Hosting')
  await fieldWindow.getByRole('combobox', { name: 'Hosting' }).click()
  await page.getByRole('option', { name: 'Cloud', exact: true }).click()
  await goOn()
  await confirm('Set Hosting?', 2)
  await closeToast()
  await box('Register 0002').click()
  await openField('Hosting')
  await fieldWindow.getByRole('checkbox', { name: 'Empty this field' }).click()
  await goOn()
  const dialog = page.getByRole('alertdialog', { name: 'Empty Hosting?' })
  await expect.element(dialog).toHaveTextContent('1 with a value → empty')
  await dialog.getByRole('button', { name: 'Show the records' }).click()
  await expectText(dialog.getByRole('listitem'), 'Register 0002Cloud')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expectToast('Changed: 1 record')
  expect((await stored('own.hosting')).slice(0, 3)).toEqual(['cloud', null, null])
})

it('groups a list by a field of the account, with the column of another', async () => {
  const fields = { 'own.contract_number': 'C-2026' }
  const systems = register(3).map((record, index) => ({
    ...record,
    fields: index === 0 ? { ...fields, 'own.hosting': 'cloud' } : fields,
  }))
  const { workspace } = arrange(systems)
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Display' }).click()
  const display = page.getByRole('dialog', { name: 'Display' })
  await display.getByRole('combobox', { name: 'Group by' }).selectOptions('Hosting')
  const heads = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
  await expectTexts(heads, [/^Cloud\s*1 record$/, /^Not specified\s*2 records$/])
  await display.getByRole('checkbox', { name: 'Contract number' }).click()
  await userEvent.keyboard('{Escape}')
  const cloud = page.getByRole('table', { name: 'Cloud' })
  await expect.element(cloud.getByRole('row').nth(1)).toHaveTextContent('C-2026')
  await expectCount(
    page.getByRole('table', { name: 'Not specified' }).getByText('C-2026', { exact: true }),
    2,
  )
})
