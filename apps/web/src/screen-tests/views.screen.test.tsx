import type { Membership } from '@cairn/workspace/port/workspace'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { addFilter } from './support/filters.ts'
import { expectAddress, expectGone, expectTexts, expectToast, focus, namesIn, press } from './support/look.ts'
import { ACCOUNT, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { view as savedView } from './support/views.ts'
import { expectWhole } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const names = namesIn('Systems')
const sidebar = page.getByRole('navigation', { name: 'Main' })
const view = (name: string | RegExp) => sidebar.getByRole('link', { name })
const mine = sidebar.getByRole('list', { name: 'Your views' }).getByRole('link')
const dialog = page.getByRole('dialog', { name: 'Save View' })
const save = page.getByCss('#main').getByRole('button', { name: 'Save View' })
const keep = dialog.getByRole('button', { name: 'Save', exact: true })

/** Three systems, of which two are on the way out. */
const three = () => [
  system({ name: 'Archive', status: 'deprecated' }),
  system({ name: 'Billing', status: 'maintenance' }),
  system({ name: 'Payroll' }),
]

const pickStatus = (name: string) => addFilter('Status', name)

/** Chooses an item of the menu of a view. */
async function act(name: string, item: string): Promise<void> {
  await press(sidebar.getByRole('button', { name: `Options of the view ${name}` }), '{Enter}')
  await page.getByRole('menuitem', { name: item }).click()
}

/** Saves the list as a view of this name. */
async function saveAs(name: string): Promise<void> {
  await save.or(page.getByRole('button', { name: 'Save as New View' })).click()
  await dialog.getByLabelText('Name').fill(name)
  await keep.click()
  await expect.element(view(name)).toHaveAttribute('aria-current', 'page')
}

describe('a view', () => {
  it('is saved under a name, for all, with how many records it has', async () => {
    await openApp('/systems', { as: mia('manager'), systems: three() })
    await expectTexts(names, ['Archive', 'Billing', 'Payroll'])
    await expectGone(save)
    await pickStatus('Deprecated')
    await save.click()
    await keep.click()
    await expect.element(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByLabelText('Name').fill('On the way out')
    await dialog.getByRole('radio', { name: 'Flag' }).click({ force: true })
    await dialog.getByRole('radio', { name: 'Everyone in the account' }).click({ force: true })
    await expectAccessible('the dialog that saves a view')
    await keep.click()
    await expectGone(dialog)
    await expect.element(view('On the way out')).toHaveAttribute('aria-current', 'page')
    await expect.element(view('On the way out')).toHaveTextContent('1')
    // It is a page: its name is heading and title, and it stands above the list.
    await expect.element(page.getByRole('heading', { name: 'On the way out', level: 1 })).toBeVisible()
    expect(document.title).toBe('On the way out · Cairn')
    const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
    await expect.element(tab('On the way out')).toHaveAttribute('aria-current', 'page')
    await tab('All').click()
    await expectTexts(names, ['Archive', 'Billing', 'Payroll'])
    await expect.element(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
    await tab('On the way out').click()
    await expectTexts(names, ['Archive'])
    await expectAddress(/^\/systems\?saved=[\da-f-]{36}&status=deprecated$/)
    await expectGone(save)
  })

  it('whose list was changed is reset or saved', async () => {
    await openApp('/systems', { as: mia('manager'), systems: three() })
    await pickStatus('Deprecated')
    await saveAs('Old ones')
    await pickStatus('Maintenance')
    await expectTexts(names, ['Archive', 'Billing'])
    await expect.element(page.getByText('Changed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reset the view Old ones' }).click()
    await expectTexts(names, ['Archive'])
    await pickStatus('Maintenance')
    await page.getByRole('button', { name: 'Save changes of the view Old ones' }).click()
    await expectGone(page.getByText('Changed', { exact: true }))
    await expect.element(view('Old ones')).toHaveTextContent('2')
  })

  it('has its place by keys and by its menu, and a name that no other has', async () => {
    const workspace = membersWorkspace({ systems: three() })
    await openApp('/systems', { as: mia('user'), workspace })
    for (const text of ['bill', 'pay']) {
      await page.getByRole('searchbox', { name: 'Filter systems' }).fill(text)
      await saveAs(`Only ${text}`)
    }
    await expectTexts(mine, [/^Only bill/, /^Only pay/])
    await press(sidebar.getByRole('button', { name: 'Move Only pay' }), '{ArrowUp}')
    await expectTexts(mine, [/^Only pay/, /^Only bill/])
    expect((await workspace.views.list()).map(({ name }) => name)).toEqual(['Only pay', 'Only bill'])
    await act('Only pay', 'Move Down')
    await expectTexts(mine, [/^Only bill/, /^Only pay/])
    await act('Only pay', 'Rename or Change Icon')
    const rename = page.getByRole('dialog', { name: 'Rename View' })
    await rename.getByLabelText('Name').fill('only BILL')
    await rename.getByRole('button', { name: 'Save' }).click()
    await expect.element(rename.getByText('A view with this name already exists.')).toBeVisible()
    await rename.getByLabelText('Name').fill('Wages')
    await rename.getByRole('button', { name: 'Save' }).click()
    await expectTexts(mine, [/^Only bill/, /^Wages/])
    await expectAccessible('views in the sidebar')
  })

  it('opens with the catalogue where it is the default, and all is one press away', async () => {
    const views = [savedView('Wages', { address: 'q=pay' })]
    const workspace = membersWorkspace({ systems: three(), views })
    await openApp('/systems?saved=none', { as: mia('user'), workspace })
    await act('Wages', 'Open by Default')
    await expect.element(view('All')).toBeVisible()
    await openApp('/systems', { as: mia('user'), workspace })
    await expectTexts(names, ['Payroll'])
    await expect.element(view('Wages')).toHaveAttribute('aria-current', 'page')
    await view('All').click()
    await expectTexts(names, ['Archive', 'Billing', 'Payroll'])
  })

  it('keeps the entries below where they are while the account is read', async () => {
    const visit = { as: mia('user'), systems: three(), views: [savedView('Wages', { address: 'q=pay' })] }
    await openApp('/systems', visit)
    await expect.element(view('Wages')).toBeVisible()
    const placeOf = () => view('Automations').element().getBoundingClientRect().y
    const before = placeOf()
    let read: (membership: Membership) => void = () => undefined
    const membership = new Promise<Membership>((resolve) => {
      read = resolve
    })
    await openApp('/systems', { ...visit, membership: () => membership })
    await expect.element(view('Automations')).toBeVisible()
    expect(placeOf()).toBe(before)
    read({ account: ACCOUNT, permissionLevel: 'user' })
    await expect.element(view('Wages')).toBeVisible()
    expect(placeOf()).toBe(before)
  })

  it('has the last choice, also where that is not drawn yet', async () => {
    await openApp('/systems?cols=name,status,owner', { as: mia('user'), systems: three() })
    await save.hover()
    // The address is ahead of the list, as it is while the code of chosen columns is loading.
    history.replaceState(history.state, '', '?cols=name,owner')
    await save.click()
    await dialog.getByLabelText('Name').fill('Owners')
    await keep.click()
    await expectGone(page.getByRole('columnheader', { name: 'Status' }))
    await expectAddress(/saved=.*cols=name%2Cowner$/)
  })

  it('of the account is opened and watched by a viewer, who can only reset it', async () => {
    const address = 'status=deprecated,maintenance'
    const views = [savedView('On the way out', { isShared: true, address })]
    const workspace = membersWorkspace({ systems: three(), views })
    await openApp('/', { as: mia('viewer'), workspace })
    await view('On the way out').click()
    await expectTexts(names, ['Archive', 'Billing'])
    await act('On the way out', 'Watch')
    await expect.poll(async () => (await workspace.views.list())[0]?.isWatched).toBe(true)
    const options = page.getByRole('button', { name: 'Options of the view On the way out' })
    await press(options, '{Enter}')
    await expectTexts(page.getByRole('menuitem'), ['Open by Default', 'Stop Watching'])
    await userEvent.keyboard('{Escape}')
    await pickStatus('Active')
    await expectGone(page.getByRole('button', { name: /^Save changes/ }))
    await expect.element(page.getByRole('button', { name: /^Reset the view/ })).toBeVisible()

    await page.viewport(375, 812)
    await expectWhole('a changed view on a phone')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect.element(menu.getByRole('link', { name: 'On the way out' })).toBeVisible()
    await expectAccessible('views in the menu of a phone')
    await menu.getByRole('link', { name: 'On the way out' }).click()
    await expectGone(menu)
    await expectGone(page.getByText('Changed', { exact: true }))
  })
})

describe('with the keyboard alone', () => {
  /** Marks a status in the filter of the list. */
  async function chooseStatus(name: string): Promise<void> {
    await press(page.getByRole('button', { name: 'Add filter' }), '{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
    await userEvent.keyboard('status{Enter}')
    await expect.element(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
    await userEvent.keyboard(`${name}{Enter}{Escape}`)
  }

  it('views are saved, renamed, sorted and reset', async () => {
    const systems = [system({ name: 'Archive', status: 'deprecated' }), system({ name: 'Payroll' })]
    await openApp('/systems', { as: mia('user'), systems })
    for (const [name, chosen] of [
      ['Old ones', 'Deprecated'],
      ['Alive', 'Active'],
    ] as const) {
      await chooseStatus(chosen)
      await expectAddress(new RegExp(`status=${chosen.toLowerCase()}$`))
      await press(save, '{Enter}')
      await expect.element(dialog.getByLabelText('Name')).toHaveFocus()
      await userEvent.keyboard(`${name}{Enter}`)
      await expect.element(view(name)).toHaveAttribute('aria-current', 'page')
      await press(sidebar.getByRole('link', { name: 'Systems', exact: true }), '{Enter}')
      await expectTexts(names, ['Archive', 'Payroll'])
    }
    await expectTexts(mine, [/^Old ones/, /^Alive/])

    await act('Alive', 'Rename or Change Icon')
    const rename = page.getByRole('dialog', { name: 'Rename View' })
    await expect.element(rename.getByLabelText('Name')).toHaveFocus()
    await userEvent.keyboard('{Control>}a{/Control}In use{Enter}')
    await expectGone(rename)
    await expectTexts(mine, [/^Old ones/, /^In use/])

    const handle = sidebar.getByRole('button', { name: 'Move In use' })
    await press(handle, '{Home}')
    await expectTexts(mine, [/^In use/, /^Old ones/])
    await expect.element(handle).toHaveFocus()

    await press(view('Old ones'), '{Enter}')
    await chooseStatus('Active')
    await expectTexts(names, ['Archive', 'Payroll'])
    await press(page.getByRole('button', { name: 'Reset the view Old ones' }), '{Enter}')
    await expectTexts(names, ['Archive'])
  })

  it('a view is deleted, restored and deleted again, and its name is free at once', async () => {
    const old = savedView('Old ones', { address: 'status=deprecated' })
    const views = [savedView('In use', { address: 'status=active' }), old]
    const workspace = membersWorkspace({ systems: three(), views })
    await openApp('/systems?q=a', { as: mia('user'), workspace })
    await act('Old ones', 'Delete')
    await expectToast('View deleted', 'Old ones')
    await expectTexts(mine, [/^In use/])
    await expect.element(view('In use')).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectTexts(mine, [/^In use/, /^Old ones/])
    await act('Old ones', 'Delete')
    await expect.element(view('In use')).toHaveFocus()
    focus(save)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByLabelText('Name')).toHaveFocus()
    await userEvent.keyboard('Old ones{Enter}')
    await expect.element(view('Old ones')).toHaveAttribute('aria-current', 'page')
    await expectTexts(mine, [/^In use/, /^Old ones/])
    expect(await workspace.views.list()).toHaveLength(2)
    expect(await workspace.views.list()).not.toContainEqual(old)
  })
})
