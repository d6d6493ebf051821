import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectToast, focus } from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

/** Presses Tab, and expects to be on these controls one after the other. */
async function expectTabs(...controls: readonly Locator[]): Promise<void> {
  for (const control of controls) {
    await userEvent.tab()
    await expect.element(control).toHaveFocus()
  }
}

it('skips to the content by the keyboard, and adds a system', async () => {
  await openApp('/systems', { as: ADA })
  await expect.element(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
  await expectTabs(page.getByRole('link', { name: 'Skip to content' }))
  await userEvent.keyboard('{Enter}')
  await expectAddress(/#main$/)
  await expectTabs(main.getByRole('link', { name: 'Bin' }), button('Add System'))
  await userEvent.keyboard('{Enter}')

  await expect.element(page.getByLabelText('System Name')).toHaveFocus()
  await expect.element(dialog.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  await userEvent.keyboard('Payroll')
  await userEvent.tab()
  await userEvent.keyboard('Pays everybody.')
  const owner = page.getByRole('combobox', { name: 'System Owner' })
  await expectTabs(owner)
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('option', { name: 'Ada Founder' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(owner).toHaveTextContent('Ada Founder')
  await expect.element(owner).toHaveFocus()
  await expectTabs(
    button('More'),
    button('Cancel'),
    button('Create and open'),
    dialog.getByRole('button', { name: 'Add System' }),
  )
  await userEvent.keyboard('{Enter}')
  await expectToast('System added', 'Payroll has been added successfully')
  await expect.element(button('Add System')).toHaveFocus()
})

it('opens, edits and deletes a system by the keyboard, and gives the focus back', async () => {
  await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll', ownerId: ADA.id })] })
  const row = page.getByRole('row').getByRole('link', { name: 'Payroll', exact: true })
  await expect.element(row).toBeVisible()
  focus(row)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toHaveTextContent('Ada Founder')
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
  await expect.element(row).toHaveFocus()

  await expectTabs(button('Edit Payroll'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('System Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Edit Payroll')).toHaveFocus()

  await expectTabs(button('Delete Payroll'))
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Cancel')).toHaveFocus()
  const question = page.getByRole('alertdialog')
  await expectTabs(question.getByRole('button', { name: 'Delete' }))
  await expect.element(question).toHaveTextContent('Nothing is linked to it.')
  await userEvent.keyboard('{Enter}')
  await expectToast('System deleted')
  await expect.element(main).toHaveFocus()
})
