import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import {
  closeToast,
  expectAddress,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  fact,
  focus,
  namesIn,
  openDetails,
  press,
  toast,
} from './support/look.ts'
import { ADA } from './support/people.ts'
import { solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const menu = page.getByRole('navigation', { name: 'Main' })
const names = namesIn('Systems')

/** Confirms the deletion, and keeps its toast from closing by itself, as a window in the background does. */
async function confirmDeletion(): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('System deleted', 'The system has been deleted successfully')
  window.dispatchEvent(new Event('blur'))
}

it('[SYS-51] lets a deleted record disappear everywhere at once, and return to its places by Undo', async () => {
  const payroll = system({ name: 'Payroll' })
  const workspace = membersWorkspace({
    systems: [system({ name: 'Archive' }), payroll],
    solutions: [solution({ name: 'Portal', relatedSystems: [payroll.id] })],
  })
  const counts = await workspace.dashboard.counts()
  vi.spyOn(workspace.dashboard, 'counts').mockResolvedValue({ ...counts, systems: 2 })
  const deletions = [vi.spyOn(workspace.systems, 'remove'), vi.spyOn(workspace.deletion, 'remove')]
  await openApp('/systems', { as: ADA, workspace })
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Delete' }).click()
  // Portal depends on it.
  await page.getByLabelText('Type Payroll to delete it').fill('Payroll')
  await confirmDeletion()
  await expectAddress('/systems')
  await expectTexts(names, ['Archive'])

  // Links and figures are without it.
  await menu.getByRole('link', { name: 'Solutions', exact: true }).click()
  const portal = await openDetails('Portal')
  await expectText(fact(portal, 'Related Systems'), 'No related systems')
  await portal.getByRole('button', { name: 'Close' }).click()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect.element(figures).toHaveTextContent(/Active Systems\s?1/)
  await menu.getByRole('link', { name: 'Systems', exact: true }).click()

  // Ctrl with Z restores it, unless it edits a text.
  const filter = page.getByRole('searchbox', { name: 'Filter systems' })
  await filter.fill('a')
  await press(filter, '{Control>}z{/Control}')
  await expectTexts(names, ['Archive'])
  await filter.fill('')
  focus(page.getByRole('heading', { name: 'Systems', level: 1 }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectTexts(names, ['Archive', 'Payroll'])
  await expectGone(page.getByRole('button', { name: 'Undo' }))

  // So does the button, and its address leads to it again.
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  await page.getByLabelText('Type Payroll to delete it').fill('Payroll')
  await confirmDeletion()
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expectTexts(names, ['Archive', 'Payroll'])
  // The focus is not lost with the toast: the restored record has it.
  await expect.element(page.getByCss('[data-row-title]:focus')).toHaveTextContent('Payroll')
  await openDetails('Payroll')
  await expectAddress(`/systems?id=${payroll.id}`)
  for (const deletion of deletions) expect(deletion).not.toHaveBeenCalled()
})

it('[SYS-51] sends a deletion when its name is given to another', async () => {
  const billing = system({ name: 'Billing' })
  const workspace = membersWorkspace({ systems: [billing, system({ name: 'Intranet' })] })
  const remove = vi.spyOn(workspace.systems, 'remove')
  const add = vi.spyOn(workspace.systems, 'add')
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Delete Billing' }).click()
  await confirmDeletion()
  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByLabelText('System Name').fill('Billing')
  await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
  await expectToast('Billing has been added successfully')
  expect(remove).toHaveBeenCalledWith(billing.id)
  expect(remove).toHaveBeenCalledBefore(add)
  await expectTexts(names, ['Billing', 'Intranet'])
  await closeToast()
})
