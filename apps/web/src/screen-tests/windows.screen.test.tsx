import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectCount, expectGone, expectToast, focus, openDetails } from './support/look.ts'
import { ADA, BEN } from './support/people.ts'
import { system } from './support/records.ts'
import { expectTabRound } from './support/tab-order.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog')
const payroll = () => ({ as: ADA, systems: [system({ name: 'Payroll' })] })

describe('Escape', () => {
  it('right after a form has opened closes it, not the tooltip of its button', async () => {
    await openApp('/systems', payroll())
    const edit = page.getByRole('button', { name: 'Edit Payroll' })
    await expect.element(edit).toBeVisible()
    focus(edit)
    await expect.element(page.getByRole('tooltip', { name: 'Edit Payroll' })).toBeVisible()
    // By hand one is that quick on a busy machine: the page has answered the press, and not yet tidied up after it.
    const before = edit.element()
    if (!(before instanceof HTMLElement)) throw new Error('A button is an element.')
    before.click()
    while (document.activeElement === before) await null
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(pressed)
    await expectGone(dialog)
    await expect.element(edit).toHaveFocus()
  })

  it('on a control of a window puts its tooltip away first', async () => {
    await openApp('/systems', { as: ADA })
    await page.getByRole('button', { name: 'Add System' }).click()
    await expect.element(dialog).toBeVisible()
    focus(dialog.getByRole('button', { name: 'Close' }))
    await expect.element(page.getByRole('tooltip')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('tooltip'))
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog)
  })

  it('closes the window also while a toast stands above it and nothing has the focus', async () => {
    // From 1200 px on it would stand beside the list.
    await page.viewport(1180, 720)
    await openApp('/systems', payroll())
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit System' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Payments')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    const renamed = page.getByRole('dialog', { name: 'Payments' })
    await expect.element(renamed.getByRole('button', { name: 'Edit' })).toHaveFocus()
    await expectToast('System updated')
    // As it is for a moment after a form has closed: the focus is on its way back.
    renamed.getByRole('button', { name: 'Edit' }).element().blur()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog)
    await expect.element(page.getByRole('row', { name: /Payments/ })).toBeVisible()
  })
})

describe('below 1200 px a record is one window', () => {
  const windows = dialog.or(page.getByRole('alertdialog'))

  it('in which the form and the question take the place of its details', async () => {
    await page.viewport(1180, 800)
    await openApp('/systems', payroll())
    const details = await openDetails('Payroll')
    // The form, and back by Escape.
    await details.getByRole('button', { name: 'Edit' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Edit System' })).toBeVisible()
    await expectCount(windows, 1)
    await expect.element(page.getByLabelText('System Name')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(details.getByRole('button', { name: 'Edit' })).toHaveFocus()
    await expectCount(windows, 1)
    // The question, and back by Cancel.
    await details.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete System' })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await expectCount(windows, 1)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(details.getByRole('button', { name: 'Delete' })).toHaveFocus()
    await expectCount(windows, 1)
    // The row gets the focus at the end.
    await userEvent.keyboard('{Escape}')
    await expectGone(windows)
    await expect
      .element(page.getByRole('row').getByRole('link', { name: 'Payroll', exact: true }))
      .toHaveFocus()
    // From 1200 px on it stands beside the list.
    await page.viewport(1200, 800)
    await openDetails('Payroll')
    await expect.element(page.getByRole('table', { name: 'Systems' })).toBeVisible()
    await details.getByRole('button', { name: 'Delete' }).click()
    await expect.element(question).toBeVisible()
    await expect.element(page.getByCss('[data-panel]')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectCount(windows, 1)
  })

  it('asks about typed text before its details come back', async () => {
    await page.viewport(1180, 800)
    await openApp('/systems', payroll())
    const details = await openDetails('Payroll')
    await details.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabelText('System Name').fill('Payments')
    await userEvent.keyboard('{Escape}')
    const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(page.getByLabelText('System Name')).toHaveFocus()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const renamed = page.getByRole('dialog', { name: 'Payments' })
    await expect.element(renamed.getByRole('button', { name: 'Edit' })).toHaveFocus()
  })
})

/** Closes a window by its button: Escape would put the button's tooltip away first. */
async function close(window: Locator): Promise<void> {
  await window.getByRole('button', { name: 'Close', exact: true }).click()
  await expectGone(window)
}

/** The fields beyond the short form have come: Tab meets their button too. */
async function expectWholeForm(window: Locator): Promise<void> {
  await expect.element(window.getByRole('button', { name: 'More', exact: true })).toBeVisible()
}

/** Something goes from a window each time when the focus leaves a control of it, as a tooltip may. */
function loseSomethingWhileFocusMoves(window: Locator): void {
  const root = window.element()
  root.addEventListener('focusout', () => {
    const lost = root.appendChild(document.createElement('span'))
    queueMicrotask(() => lost.remove())
  })
}

describe('Tab goes round', () => {
  it('the windows of a system, forwards and backwards', async () => {
    // From 1200 px on a record stands beside its list, and Tab leaves it.
    await page.viewport(1180, 720)
    const known = system({ name: 'Payroll', ownerId: ADA.id })
    const workspace = membersWorkspace({ people: [ADA, BEN], systems: [known] })
    await workspace.systems.addExpert(known.id, ADA.id)
    await openApp('/systems', { as: ADA, workspace })
    const details = await openDetails('Payroll')
    await expect.element(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
    loseSomethingWhileFocusMoves(details)
    await expectTabRound(details)

    await details.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit System' })
    await expectWholeForm(edit)
    await expectTabRound(edit)
    await close(edit)
    await details.getByRole('button', { name: 'Delete' }).click()
    await expectTabRound(page.getByRole('alertdialog'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await close(details)
    await page.getByRole('button', { name: 'Add System' }).click()
    await expectWholeForm(dialog)
    await expectTabRound(dialog)
  })

  for (const { path, name, tag } of [
    { path: '/solutions', name: 'Customer 360', tag: 'customers' },
    { path: '/agents', name: 'Contract Reader', tag: null },
    { path: '/automations', name: 'Invoice approval', tag: 'finance' },
  ])
    it(`the windows of ${path.slice(1)}`, async () => {
      await page.viewport(1180, 720)
      await openApp(path)
      await page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(2).click()
      const details = page.getByRole('dialog', { name, exact: true })
      await expect.element(details.getByRole('button', { name: 'Activity' })).toBeVisible()
      // Parts that are loaded by themselves have controls too.
      if (tag) await expect.element(details.getByRole('link', { name: tag })).toBeVisible()
      if (path === '/solutions') await expectCount(details.getByRole('list', { name: /^Related A/ }), 2)
      else await expect.element(details.getByRole('button', { name: 'Show Runs' })).toBeVisible()
      await expectTabRound(details)
      await details.getByRole('button', { name: 'Edit' }).click()
      const edit = page.getByRole('dialog', { name: /^Edit/ })
      await expectWholeForm(edit)
      await expectTabRound(edit)
    })

  it('the windows of the shell and of the settings', async () => {
    await openApp('/settings/security', { as: ADA })
    await page.getByRole('button', { name: 'Command palette' }).click()
    await expectTabRound(dialog)
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog)
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await expectTabRound(dialog)
    await close(dialog)
    await page.viewport(375, 740)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectTabRound(page.getByRole('dialog', { name: 'Menu' }))
  })
})

describe('a form on a screen', () => {
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

  /** Keeps editing, once the question shows. */
  async function keepEditing(): Promise<void> {
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectGone(question)
  }

  it('asks before another page of the settings and a link', async () => {
    await openApp('/settings/general', { as: ADA })
    const description = page.getByRole('form', { name: 'Account Appearance' }).getByLabelText('Description')
    await description.fill('We bake bread.')
    await page.getByRole('link', { name: 'Security' }).click()
    await keepEditing()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Systems', exact: true }).click()
    await keepEditing()
    await expect.element(description).toHaveValue('We bake bread.')

    await page.getByRole('link', { name: 'Connections' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByLabelText('Automation Name').fill('Invoices')
    await page.getByRole('link', { name: 'General' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(description).not.toHaveValue('We bake bread.')
  })
})
