import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { doAs } from './support/do-as.ts'
import { keepSignInAs, openSystems, REFUSED_REQUEST, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// A name that is taken, and a record without required values.
test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

const FIELDS = '/settings?tab=fields'

const form = (page: Page) => page.getByRole('form', { name: 'Add a field' })
const list = (page: Page) => page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the form' })
const editor = (page: Page, name: string) => page.getByRole('form', { name: `Edit ${name}` })

/** Enters a name, a type and Enter. */
async function addField(page: Page, name: string, type: string | null = null): Promise<void> {
  if (type !== null) await pick(page, form(page).getByRole('combobox', { name: 'Type' }), type)
  await form(page).getByLabel('Name', { exact: true }).fill(name)
  await form(page).getByLabel('Name', { exact: true }).press('Enter')
  await expect(list(page).filter({ hasText: name })).toBeVisible()
}

async function pick(page: Page, button: Locator, option: string): Promise<void> {
  await button.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
}

test('an admin makes fields, and users fill them', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await page.goto(FIELDS)
  await expect(page.getByText('There are no fields yet. A name is enough to begin.')).toBeVisible()
  await expectAccessible(page, 'the fields of an account without any')

  await test.step('a name and Enter are enough, and the preview follows the typed text', async () => {
    await form(page).getByLabel('Name', { exact: true }).fill('Contract number')
    await expect(preview(page).getByLabel('Contract number')).toBeVisible()
    await form(page).getByLabel('Name', { exact: true }).press('Enter')
    await expect(list(page)).toHaveText([/^Contract number/])
    await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  })

  await test.step('a number gets its unit, a choice its entries', async () => {
    await addField(page, 'Seats', 'Number')
    await edit(page, 'Seats')
    await editor(page, 'Seats').getByLabel('Unit').fill('users')
    await expect(preview(page).getByText('users')).toBeVisible()
    await editor(page, 'Seats').getByRole('checkbox', { name: 'Required' }).check()
    await expectAccessible(page, 'the editor of a field')
    await editor(page, 'Seats').getByRole('button', { name: 'Save Field' }).click()
    await expect(list(page).filter({ hasText: 'Seats' })).toContainText('Required')

    await pick(page, form(page).getByRole('combobox', { name: 'Type' }), 'Choice')
    for (const choice of ['Cloud', 'Own servers']) {
      await form(page).getByLabel('New choice').fill(choice)
      await form(page).getByLabel('New choice').press('Enter')
    }
    await addField(page, 'Hosting')
    await page.getByRole('button', { name: 'Move Hosting' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('button', { name: 'Move Hosting' })).toBeFocused()
    await expect(list(page)).toHaveText([/^Contract number/, /^Hosting/, /^Seats/])
  })

  await test.step('a name that is taken is refused in a sentence', async () => {
    await form(page).getByLabel('Name', { exact: true }).fill('VENDOR')
    await form(page).getByLabel('Name', { exact: true }).press('Enter')
    await expectToast(page, 'The field could not be saved', 'Records have a built-in field of this name.')
    await form(page).getByLabel('Name', { exact: true }).fill('')
  })

  await test.step('a new system needs the required values, and shows its values', async () => {
    await openSystems(page)
    await page.getByRole('button', { name: 'Add System' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('System Name').fill('Payroll')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expect(dialog.getByText('Seats is required.')).toBeVisible()
    await dialog.getByLabel('Seats').fill('180')
    await dialog.getByRole('button', { name: 'More' }).click()
    await dialog.getByLabel('Contract number').fill('C-17')
    await pick(page, dialog.getByRole('combobox', { name: 'Hosting' }), 'Cloud')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    const stored = () => cairn.database`select own from public.systems where account_id = ${accountId}`
    await expect
      .poll(stored)
      .toMatchObject([{ own: { contract_number: 'C-17', seats: 180, hosting: 'cloud' } }])
    await page.getByRole('link', { name: 'Payroll', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('180 users')
    await expect(page.getByRole('dialog')).toContainText('Cloud')
  })
})

test('a field is renamed, retired, deleted and restored', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto(FIELDS)
  await addField(page, 'Contract')
  await edit(page, 'Contract')
  await editor(page, 'Contract').getByLabel('Name', { exact: true }).fill('Contract number')
  await editor(page, 'Contract').getByRole('button', { name: 'Save Field' }).click()
  await edit(page, 'Contract number')
  await page.getByRole('button', { name: 'Retire' }).click()
  const hidden = page.getByRole('list', { name: 'Retired and deleted' }).getByRole('listitem')
  await expect(hidden).toContainText('Retired: hidden, its values are kept.')
  await page.getByRole('button', { name: 'Bring Contract number back' }).click()
  await edit(page, 'Contract number')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(hidden).toContainText('Deleted: its values are kept until')
  await expectAccessible(page, 'a deleted field')
  await page.getByRole('button', { name: 'Bring Contract number back' }).click()
  await expect(list(page)).toHaveText([/^Contract number/])
  await expect(hidden).toHaveCount(0)
})

test('a type is changed after a count, and the second of two admins is notified', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const deputy = await organisation.member('Dan Deputy', 'admin')
  const database = cairn.database
  await page.goto(FIELDS)
  await addField(page, 'Seats')
  await database`insert into public.systems (account_id, name, own) values (${accountId}, 'Payroll', '{"seats": "a dozen"}')`

  await edit(page, 'Seats')
  await page.getByRole('button', { name: 'Change Type' }).click()
  const dialog = page.getByRole('alertdialog')
  await pick(page, dialog.getByRole('combobox', { name: 'Type' }), 'Number')
  await expect(dialog).toContainText('Values that cannot be converted: 1')
  await expect(dialog).toContainText('Payroll: a dozen')
  await expectAccessible(page, 'a change of type that is not possible')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await database`update public.systems set own = '{"seats": "12"}' where account_id = ${accountId}`
  await page.getByRole('button', { name: 'Change Type' }).click()
  await pick(page, dialog.getByRole('combobox', { name: 'Type' }), 'Number')
  await expect(dialog).toContainText('Values that can be converted: 1')
  await dialog.getByRole('button', { name: 'Change Type' }).click()
  await expect(list(page)).toHaveText([/^Seats.*Number/])

  await edit(page, 'Seats')
  await doAs(
    database,
    deputy,
    (tx) => tx`update public.own_fields set help = 'Of the deputy' where account_id = ${accountId}`,
  )
  await editor(page, 'Seats').getByLabel('Help').fill('Mine')
  await editor(page, 'Seats').getByRole('button', { name: 'Save Field' }).click()
  await expectToast(
    page,
    'The field could not be saved',
    'Another administrator has changed this field in the meantime.',
  )
  await expect(editor(page, 'Seats').getByLabel('Help')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Keep Mine' }).click()
  await editor(page, 'Seats').getByRole('button', { name: 'Save Field' }).click()
  await expect
    .poll(() => database`select help from public.own_fields where account_id = ${accountId}`)
    .toEqual([{ help: 'Mine' }])
})

test('fields are made with the keyboard alone, also on a phone', async ({ page, organisation }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await keepSignInAs(page, organisation, 'admin')
  await page.goto(FIELDS)
  const name = form(page).getByLabel('Name', { exact: true })
  await name.focus()
  await page.keyboard.type('Contract')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'Filter the list' })).toBeFocused()
  await page.keyboard.type('Several')
  await page.keyboard.press('Enter')
  const type = form(page).getByRole('combobox', { name: 'Type' })
  await expect(type).toContainText('Several choices')
  await expect(type).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Red')
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Name of choice 1')).toHaveValue('Red')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(list(page)).toHaveText([/^Contract.*Several choices/])
  await expectAccessible(page, 'fields on a phone')
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
})

test('a field with typed text asks before it is lost', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page).toHaveURL(FIELDS)
  await addField(page, 'Seats')
  await edit(page, 'Seats')
  const help = editor(page, 'Seats').getByLabel('Help')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const keepEditing = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(help).toHaveValue('How many may use it')
  }

  await test.step('untouched, Escape closes the editor', async () => {
    await help.press('Escape')
    await expect(editor(page, 'Seats')).toHaveCount(0)
    await edit(page, 'Seats')
  })

  await test.step('Escape, Cancel, another kind, another tab, Back and another action ask', async () => {
    await help.fill('How many may use it')
    await help.press('Escape')
    await keepEditing()
    await editor(page, 'Seats').getByRole('button', { name: 'Cancel' }).click()
    await keepEditing()
    await page.getByRole('tab', { name: 'Agents' }).click()
    await keepEditing()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await keepEditing()
    await page.evaluate('history.back()')
    await keepEditing()
    for (const name of ['Change Type', 'Retire', 'Delete']) {
      await editor(page, 'Seats').getByRole('button', { name, exact: true }).click()
      await keepEditing()
    }
    await expect(page).toHaveURL(FIELDS)
  })

  await test.step('discarding continues', async () => {
    await page.getByRole('tab', { name: 'Agents' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('There are no fields yet. A name is enough to begin.')).toBeVisible()
    await page.getByRole('tab', { name: 'Systems' }).click()
    await expect(list(page)).toHaveText([/^Seats/])
  })

  await test.step('the name of a new field is asked about before another is edited', async () => {
    await form(page).getByLabel('Name', { exact: true }).fill('Contract')
    await page.getByRole('button', { name: 'Edit Seats', exact: true }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(form(page).getByLabel('Name', { exact: true })).toHaveValue('Contract')
    await form(page).getByLabel('Name', { exact: true }).fill('')
  })

  await test.step('a saved field does not ask, even with a choice that was only typed', async () => {
    await pick(page, form(page).getByRole('combobox', { name: 'Type' }), 'Choice')
    await form(page).getByLabel('Name', { exact: true }).fill('Hosting')
    await form(page).getByLabel('New choice').fill('Cloud')
    await form(page).getByRole('button', { name: 'Add Field' }).click()
    await expect(list(page)).toHaveText([/^Seats/, /^Hosting/])
    await edit(page, 'Hosting')
    await expect(editor(page, 'Hosting').getByLabel('Name of choice 1')).toHaveValue('Cloud')
    await editor(page, 'Hosting').getByRole('button', { name: 'Cancel' }).click()
    await expect(editor(page, 'Hosting')).toHaveCount(0)
  })
})

test('deleted choices and members stay visible, are no obstacle, and are refused as new', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, me } = await signInAs(page, organisation, 'admin')
  const deputy = await organisation.member('Dan Deputy', 'user')
  const database = cairn.database
  const choices = (field: string, ids: readonly string[]) => database`
    update public.own_fields
    set choices = ${database.json(ids.map((id) => ({ id, name: `The ${id}`, color: 'blue' })))}
    where account_id = ${accountId} and name = ${field}`
  await database`
    insert into public.own_fields (account_id, kind, name, type, place)
    values
      (${accountId}, 'system', 'Hosting', 'choice', 0), (${accountId}, 'system', 'Zones', 'choices', 1),
      (${accountId}, 'system', 'Buyer', 'member', 2)`
  await choices('Hosting', ['cloud', 'cellar'])
  await choices('Zones', ['north', 'south'])
  const own = { hosting: 'cloud', zones: ['north', 'south'], buyer: deputy.id }
  await database`
    insert into public.systems (account_id, name, own) values (${accountId}, 'Payroll', ${database.json(own)})`
  const stored = async () => {
    const [row] = await database`select own from public.systems where account_id = ${accountId}`
    return row?.['own']
  }
  const dialog = page.getByRole('dialog', { name: 'Edit System' })
  const of = (field: string) => dialog.getByRole('combobox', { name: field })
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await expect(of('Hosting')).toHaveText('The cloud')
  await expect(of('Zones')).toHaveText('The north, The south')
  await expect(of('Buyer')).toContainText('Dan Deputy')

  await test.step('a choice that is deleted while it is being chosen is refused in words, and the form stays', async () => {
    await pick(page, of('Hosting'), 'The cellar')
    await choices('Hosting', ['cloud'])
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Hosting must be one of its present choices.').first()).toBeVisible()
    await expect(of('Hosting')).toHaveText(/cellar$/)
    await pick(page, of('Hosting'), 'The cloud')
  })

  await test.step('the ones that the record has are no obstacle', async () => {
    await choices('Hosting', [])
    await choices('Zones', ['south'])
    await doAs(database, me, (tx) => tx`select public.remove_member(${deputy.id})`)
    await dialog.getByLabel('Description').fill('Pays everybody.')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await stored()).toEqual(own)
  })

  await test.step('they are visible, and one of several can be removed', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await expect(of('Hosting')).toHaveText('cloud')
    await expect(of('Zones')).toHaveText('The south, north')
    await expect(of('Buyer')).toHaveText('Unknown User')
    await of('Zones').click()
    await page.getByRole('option', { name: 'north', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await stored()).toEqual({ ...own, zones: ['south'] })
  })
})

test('names that are long, from right to left or an emoji, and 500 choices, fit a small screen', async ({
  page,
  cairn,
  organisation,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  const { accountId } = await signInAs(page, organisation, 'admin')
  const many = Array.from({ length: 500 }, (_, index) => ({ name: `Choice ${index}` }))
  const names = ['W'.repeat(60), 'رقم العقد', '\u{1f680}', 'Many']
  await cairn.database`
    insert into public.own_fields (account_id, kind, name, type, place, choices, section)
    select ${accountId}, 'system', name, case name when 'Many' then 'choice' else 'text' end, place,
      case name when 'Many' then ${cairn.database.json(many)} else '[]'::jsonb end, ${'G'.repeat(60)}
    from unnest(${names}::text[]) with ordinality as named (name, place)`
  const overflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await page.goto(FIELDS)
  await expect(list(page)).toHaveCount(4)
  await expect(list(page).getByText('رقم العقد')).toHaveCSS('direction', 'rtl')
  expect(await overflow()).toBe(0)
  await edit(page, 'Many')
  await expect(editor(page, 'Many').getByLabel('Name of choice 500')).toHaveValue('Choice 499')
  expect(await overflow()).toBe(0)

  await page.goto('/systems')
  await page.getByRole('button', { name: 'Add System' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('System Name').fill('Payroll')
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(dialog.getByLabel('W'.repeat(60))).toBeVisible()
  for (const word of await dialog.getByText('Optional', { exact: true }).all())
    expect((await word.boundingBox())?.height, 'one line').toBeLessThan(24)
  await dialog.getByLabel('رقم العقد').fill('١٧')
  await dialog.getByRole('combobox', { name: 'Many' }).click()
  await page.keyboard.type('choice 499')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Many' })).toHaveText('Choice 499')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expect(dialog).toHaveCount(0)
  const [row] = await cairn.database`select own from public.systems where account_id = ${accountId}`
  expect(row?.['own']).toEqual({ field: '١٧', many: 'choice_499' })
})

test('while a field is being saved, no text can be typed that would be lost, and the focus stays near', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto(FIELDS)
  await addField(page, 'Contract')
  let held = Promise.resolve()
  await page.route(/\/own_fields/, async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  /** Holds changes until the returned function is called. */
  const hold = () => {
    let send = () => undefined
    held = new Promise((resolve) => {
      send = () => void resolve()
    })
    return send
  }
  const name = form(page).getByLabel('Name', { exact: true })
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })

  await test.step('a new field', async () => {
    const send = hold()
    await name.fill('Seats')
    await form(page).getByRole('button', { name: 'Add Field' }).click()
    await expect(name).toBeDisabled()
    send()
    await expect(list(page)).toHaveText([/^Contract/, /^Seats/])
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
  })

  await test.step('an edited field', async () => {
    const send = hold()
    await edit(page, 'Seats')
    const help = editor(page, 'Seats').getByLabel('Help')
    await help.fill('How many')
    await help.press('Enter')
    await expect(help).toBeDisabled()
    await expect(editor(page, 'Seats').getByRole('button', { name: 'Retire' })).toBeDisabled()
    send()
    await expect(editor(page, 'Seats')).toHaveCount(0)
    await expect(button('Edit Seats')).toBeFocused()
  })

  await test.step('a refused field', async () => {
    await edit(page, 'Seats')
    const words = editor(page, 'Seats').getByLabel('Name', { exact: true })
    await words.fill('VENDOR')
    await words.press('Enter')
    await expectToast(page, 'The field could not be saved', 'Records have a built-in field of this name.')
    await expect(words).toBeFocused()
    await expect(words).toHaveValue('VENDOR')
    await words.press('Escape')
    await button('Discard').press('Enter')
    await expect(button('Edit Seats')).toBeFocused()
  })

  await test.step('a field that is only opened, and a field that is retired', async () => {
    await button('Edit Seats').press('Enter')
    await editor(page, 'Seats').getByLabel('Name', { exact: true }).press('Escape')
    await expect(button('Edit Seats')).toBeFocused()
    await button('Edit Seats').press('Enter')
    await editor(page, 'Seats').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(button('Edit Seats')).toBeFocused()
    await button('Edit Seats').press('Enter')
    await button('Retire').press('Enter')
    await expect(list(page)).toHaveText([/^Contract/])
    await expect(page.getByRole('tabpanel', { name: 'Systems' })).toBeFocused()
  })
})
