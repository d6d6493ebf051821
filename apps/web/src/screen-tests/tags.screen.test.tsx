import { describe, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  focus,
  namesIn,
  press,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { tag } from './support/tags.ts'
import { membersWorkspace } from './support/workspace.ts'

const AUDIT = tag('Audit')
const FINANCE = tag('finance', { color: 'green' })

/** An account in which Billing has both tags, and Ledger one. */
function arrange() {
  const systems = [
    system({ name: 'Archive' }),
    system({ name: 'Billing', tags: [AUDIT.id, FINANCE.id] }),
    system({ name: 'Ledger', tags: [AUDIT.id] }),
  ]
  const workspace = membersWorkspace({ systems, tags: [AUDIT, FINANCE] })
  /** The names of the tags of each system, from Archive to Ledger. */
  const stored = async () => {
    const names = new Map((await workspace.tags.list()).map(({ id, name }) => [id, name]))
    const { items } = await workspace.systems.list()
    return items.map(({ tags }) => tags.map((id) => names.get(id)))
  }
  return { as: mia('manager'), workspace, stored }
}

it('makes tags in the form of a record, by the keyboard alone', async () => {
  const { workspace } = await openApp('/systems', { as: ADA, systems: [system({ name: 'Billing' })] })
  await press(page.getByRole('button', { name: 'Edit Billing' }), '{Enter}')
  const form = page.getByRole('dialog', { name: 'Edit System' })
  const remove = (name: string) => form.getByRole('button', { name: `Remove ${name}` })
  const create = (name: string) => page.getByRole('option', { name: `Create the tag ${name}` })
  await press(form.getByRole('button', { name: 'More' }), '{Enter}')
  await expect.element(form.getByRole('combobox', { name: 'Tags' })).toBeVisible()
  focus(form.getByRole('combobox', { name: 'Tags' }))
  await userEvent.keyboard('finance')
  await expect.element(create('finance')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('finance')).toBeVisible()
  await userEvent.keyboard('Audit')
  await expect.element(create('Audit')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('Audit')).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await expectGone(remove('Audit'))
  await userEvent.keyboard('aud')
  await expect.element(create('aud')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(create('aud')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}')
  await expectAccessible('the form with a list of tags')
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('Audit')).toBeVisible()
  await userEvent.keyboard('x')
  const list = form.getByRole('listbox', { name: 'Tags' })
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectGone(list)
  await userEvent.keyboard('{Backspace}')
  await press(form.getByRole('button', { name: 'Save Changes' }), '{Enter}')
  await expectToast('System updated')
  const tags = await workspace.tags.list()
  expect(tags.map(({ name }) => name)).toEqual(['Audit', 'finance'])
  const { items } = await workspace.systems.list()
  expect(items[0]?.tags).toHaveLength(2)
})

it('filters a list by any of several tags, by all of them, and by the chip of a row', async () => {
  // Wide enough for the column of tags.
  await page.viewport(1440, 900)
  await openApp('/systems', arrange())
  await press(page.getByRole('button', { name: 'Add filter' }), '{Enter}')
  await page.getByRole('option', { name: 'Tags' }).click()
  await expectCount(page.getByRole('listbox', { name: 'Tags' }).getByRole('option'), 2)
  await userEvent.keyboard('{Enter}')
  await expectAddress(/where=tags\.is\./)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectAddress(/where=tags\.is\.[^&]*(,|%2C)/)
  await expectTexts(namesIn('Systems'), ['Billing', 'Ledger'])
  await page.getByRole('combobox', { name: 'Operator' }).selectOptions('has all of')
  await userEvent.keyboard('{Escape}')
  await expectTexts(namesIn('Systems'), ['Billing'])
  await expectAddress(/where=tags\.all_of\./)
  await expectAccessible('a list filtered by tags')
  await press(page.getByRole('button', { name: 'Clear filters' }), '{Enter}')
  await expectTexts(namesIn('Systems'), ['Archive', 'Billing', 'Ledger'])

  await press(page.getByRole('button', { name: 'Filter by finance' }), '{Enter}')
  await expectTexts(namesIn('Systems'), ['Billing'])
  await press(page.getByRole('button', { name: 'Clear filters' }), '{Enter}')
  await expectTexts(namesIn('Systems'), ['Archive', 'Billing', 'Ledger'])
})

it('gives a tag to many records, and takes it back, by the keyboard alone', async () => {
  const { as, workspace, stored } = arrange()
  await openApp('/systems', { as, workspace })
  await press(page.getByRole('checkbox', { name: 'Select Archive' }), ' ')
  await press(page.getByRole('checkbox', { name: 'Select Billing' }), ' ')
  const bar = page.getByRole('region', { name: 'Selection' })
  await press(bar.getByRole('button', { name: 'Tags' }), '{Enter}')
  await expect.element(page.getByRole('listbox', { name: 'Add a tag' })).toBeVisible()
  focus(page.getByRole('listbox', { name: 'Add a tag' }))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const dialog = page.getByRole('alertdialog', { name: 'Add the tag finance?' })
  await expect.element(dialog).toHaveTextContent('1 of 2 selected records will change.')
  await expectAccessible('the preview of a tag in bulk')
  await press(dialog.getByRole('button', { name: 'Change', exact: true }), '{Enter}')
  await expectToast('Changed: 1 record')
  expect(await stored()).toEqual([['finance'], ['Audit', 'finance'], ['Audit']])
  await press(page.getByRole('button', { name: 'Undo' }), '{Enter}')
  await expectToast('Undone: 1 record')
  expect(await stored()).toEqual([[], ['Audit', 'finance'], ['Audit']])
})

describe('in the settings', () => {
  const list = page.getByRole('list', { name: 'Tags' })
  const button = (name: string) => list.getByRole('button', { name })

  it('tags are renamed and recolored by the keyboard alone', async () => {
    await openApp('/settings/tags', arrange())
    await expectCount(list.getByRole('listitem'), 2)
    await press(button('Rename finance'), '{Enter}')
    await userEvent.keyboard('Audit{Enter}')
    await expect.element(page.getByText('A tag with this name already exists.').first()).toBeVisible()
    await press(button('Rename finance'), '{Enter}')
    await userEvent.keyboard('cash{Escape}')
    await expect.element(button('Rename finance')).toHaveFocus()
    await userEvent.keyboard('{Enter}mon')
    // As a browser tells of a user who leaves its window: the box still has the focus.
    const box = list.getByRole('textbox', { name: 'Name of the tag' })
    box.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await userEvent.keyboard('ey')
    await expect.element(box).toHaveValue('money')
    // Going on saves, as Enter does; the button that gives it up comes first.
    await userEvent.tab()
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.tab()
    await expectToast('Tag changed')
    await expect.element(button('Rename money')).toBeVisible()
    await press(button('Rename money'), '{Enter}')
    await userEvent.keyboard('coins')
    await button('Cancel').click()
    await expect.element(button('Rename money')).toHaveFocus()
    await press(button('Color of money'), '{Enter}')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const money = list.getByRole('listitem').filter({ hasText: 'money' })
    await expectText(money.getByRole('link'), 'Systems: 1')
    await expectAccessible('the tags in the settings')
  })

  it('tags are merged and deleted after a question', async () => {
    const { as, workspace, stored } = arrange()
    await openApp('/settings/tags', { as, workspace })
    await press(button('Merge finance'), '{Enter}')
    const merge = page.getByRole('alertdialog', { name: 'Merge the tag finance?' })
    await expect.element(merge).toHaveTextContent('1 record has this tag.')
    await press(merge.getByRole('combobox', { name: 'Merge into' }), '{Enter}')
    await expect.element(page.getByRole('option', { name: 'Audit' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expectAccessible('the question of a merge')
    await press(merge.getByRole('button', { name: 'Merge', exact: true }), '{Enter}')
    await expectToast('Tags merged')
    expect(await stored()).toEqual([[], ['Audit'], ['Audit']])
    await press(button('Delete Audit'), '{Enter}')
    const deletion = page.getByRole('alertdialog', { name: 'Delete the tag Audit?' })
    await expect.element(deletion).toHaveTextContent('2 records have this tag.')
    await press(deletion.getByRole('button', { name: 'Delete', exact: true }), '{Enter}')
    await expectToast('Tag deleted')
    await expect.element(page.getByText('There are no tags yet.')).toBeVisible()
    expect(await stored()).toEqual([[], [], []])
  })
})

it('shows tags to viewers, who manage none, on a phone and in the dark too', async () => {
  await page.viewport(375, 740)
  await commands.emulateMedia({ colorScheme: 'dark' })
  const long = tag('a long word about what it is', { color: 'pink' })
  const workspace = membersWorkspace({
    systems: [system({ name: 'Billing', tags: [FINANCE.id, long.id] })],
    tags: [FINANCE, long],
  })
  await openApp('/systems', { as: mia('viewer'), workspace })
  await expect.element(page.getByRole('button', { name: 'Filter by finance' })).toBeVisible()
  await expectAccessible('a card with tags, in the dark')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await page.getByRole('dialog', { name: 'Billing' }).getByRole('link', { name: 'finance' }).click()
  await expectAddress(/\/systems\?where=tags\.is\./)

  await openApp('/settings/tags', { as: mia('viewer'), workspace })
  await expect.element(page.getByText('Only managers and administrators can change tags.')).toBeVisible()
  await expectCount(page.getByRole('list', { name: 'Tags' }).getByRole('listitem'), 2)
  await expectGone(page.getByRole('button', { name: /^(Rename|Merge|Delete|Color)/ }))
  await expectAccessible('the tags of a viewer on a phone')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})
