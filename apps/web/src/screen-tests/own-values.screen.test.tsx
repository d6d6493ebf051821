import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectCount, expectGone, expectText } from './support/look.ts'
import { choice, ownField } from './support/own-fields.ts'
import { ADA, BEN } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog')
const of = (field: string) => dialog.getByRole('combobox', { name: field })
const save = dialog.getByRole('button', { name: 'Save Changes' })

it('asks for the required values of a new record, and shows its values', async () => {
  const ownFields = [
    ownField({ name: 'Contract number' }),
    ownField({ name: 'Hosting', type: 'choice', choices: [choice('Cloud'), choice('Own servers')] }),
    ownField({ name: 'Seats', type: 'number', unit: 'users', required: true }),
  ]
  const { workspace } = await openApp('/systems', { as: ADA, ownFields })
  await page.getByRole('button', { name: 'Add System' }).first().click()
  await dialog.getByLabelText('System Name').fill('Payroll')
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expect.element(dialog.getByText('Seats is required.')).toBeVisible()
  await dialog.getByLabelText('Seats').fill('180')
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByLabelText('Contract number').fill('C-17')
  await of('Hosting').click()
  await page.getByRole('option', { name: 'Cloud', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await page.getByRole('link', { name: 'Payroll', exact: true }).click()
  await expect.element(dialog).toHaveTextContent('180 users')
  await expect.element(dialog).toHaveTextContent('Cloud')
  const { items } = await workspace.systems.list()
  expect(items[0]?.fields).toEqual({
    'own.contract_number': 'C-17',
    'own.hosting': 'cloud',
    'own.seats': 180,
  })
})

/** A system with values of three fields. */
const payroll = system({
  name: 'Payroll',
  fields: { 'own.hosting': 'cloud', 'own.zones': ['north', 'south'], 'own.buyer': BEN.id },
})

it('shows deleted choices and members, which are no obstacle, and one of several can be removed', async () => {
  const workspace = membersWorkspace({
    systems: [payroll],
    ownFields: [
      ownField({ name: 'Hosting', type: 'choice' }),
      ownField({ name: 'Zones', type: 'choices', choices: [choice('The south', { id: 'south' })] }),
      ownField({ name: 'Buyer', type: 'member' }),
    ],
  })
  const stored = async () => (await workspace.systems.byIds([payroll.id]))[0]?.fields
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await expectText(of('Hosting'), 'cloud')
  await expectText(of('Zones'), 'The south, north')
  await expectText(of('Buyer'), 'Unknown User')
  await dialog.getByLabelText('Description').fill('Pays everybody.')
  await save.click()
  await expectGone(dialog)
  expect(await stored()).toEqual(payroll.fields)

  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await of('Zones').click()
  await page.getByRole('option', { name: 'north', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await save.click()
  await expectGone(dialog)
  expect(await stored()).toEqual({ ...payroll.fields, 'own.zones': ['south'] })
})

it('keeps the form where a choice is refused that was deleted while it was being chosen', async () => {
  const hosting = ownField({
    name: 'Hosting',
    type: 'choice',
    choices: [choice('The cloud', { id: 'cloud' }), choice('The cellar', { id: 'cellar' })],
  })
  const buyer = ownField({ name: 'Buyer', type: 'member' })
  const workspace = membersWorkspace({
    people: [ADA, BEN],
    systems: [payroll],
    ownFields: [hosting, buyer],
  })
  const words = 'Hosting must be one of its present choices.'
  vi.spyOn(workspace.systems, 'update').mockRejectedValueOnce(refusal(words))
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await expectText(of('Hosting'), 'The cloud')
  await expect.element(of('Buyer')).toHaveTextContent('Ben Owner')
  await of('Hosting').click()
  await page.getByRole('option', { name: 'The cellar', exact: true }).click()
  await save.click()
  await expect.element(page.getByText(words).first()).toBeVisible()
  await expectText(of('Hosting'), /cellar$/)
  await of('Hosting').click()
  await page.getByRole('option', { name: 'The cloud', exact: true }).click()
  await save.click()
  await expectGone(dialog)
})

it('fits names that are long, from right to left or an emoji, and 500 choices, on a small screen', async () => {
  await page.viewport(320, 740)
  const long = 'W'.repeat(60)
  const many = Array.from({ length: 500 }, (_, index) => choice(`Choice ${index}`))
  const section = 'G'.repeat(60)
  const workspace = membersWorkspace({
    ownFields: [
      ...[long, 'رقم العقد', '\u{1f680}'].map((name, place) =>
        ownField({ name, place, section, key: place === 1 ? 'field' : `field_${place}` }),
      ),
      ownField({ name: 'Many', type: 'choice', choices: many, place: 3, section }),
    ],
  })
  const { documentElement } = document
  const overflow = () => documentElement.scrollWidth - documentElement.clientWidth
  await openApp('/settings/fields', { as: ADA, workspace })
  const list = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')
  await expectCount(list, 4)
  await expect.element(list.getByText('رقم العقد')).toHaveStyle({ direction: 'rtl' })
  expect(overflow()).toBe(0)
  await page.getByRole('button', { name: 'Edit Many', exact: true }).click()
  const last = page.getByRole('form', { name: 'Edit Many' }).getByLabelText('Name of choice 500')
  await expect.element(last).toHaveValue('Choice 499')
  expect(overflow()).toBe(0)

  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Add System' }).first().click()
  await dialog.getByLabelText('System Name').fill('Payroll')
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect.element(dialog.getByLabelText(long)).toBeVisible()
  await dialog.getByLabelText('رقم العقد').fill('١٧')
  await of('Many').click()
  await userEvent.keyboard('choice 499')
  await expectCount(page.getByRole('option'), 1)
  await userEvent.keyboard('{Enter}')
  await expectText(of('Many'), 'Choice 499')
  const window = dialog.element()
  expect(window.scrollWidth - window.clientWidth).toBe(0)
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expectGone(dialog)
  const { items } = await workspace.systems.list()
  expect(items[0]?.fields).toEqual({ 'own.field': '١٧', 'own.many': 'choice_499' })
})
