import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectAddress,
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
  focus,
  namesIn,
  openDetails,
} from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'

const NAMES = ['Billing', 'Ledger', 'Payroll']
const open = page.getByRole('dialog')
const listed = namesIn('Systems')
const row = (name: string) => page.getByRole('row').getByRole('link', { name, exact: true })
const filter = page.getByRole('searchbox', { name: 'Filter systems' })

/** Opens three systems on a wide screen; gives their ids. */
async function openSystems(): Promise<string[]> {
  await page.viewport(1440, 900)
  const systems = NAMES.map((name) => system({ name }))
  await openApp('/systems', { as: ADA, systems })
  await expectTexts(listed, NAMES)
  return systems.map(({ id }) => id)
}

describe('on a wide screen', () => {
  it('a closed panel leaves the focus to a user who has moved on', async () => {
    await openSystems()
    focus(row('Billing'))
    await userEvent.keyboard('{Enter}')
    await expect.element(open).toHaveFocus()
    const edit = page.getByRole('button', { name: 'Edit Billing', exact: true })
    const leaving = new MutationObserver(() => open.query() === null && edit.element().focus())
    leaving.observe(document.body, { childList: true, subtree: true })
    onTestFinished(() => leaving.disconnect())
    await userEvent.keyboard('{Escape}')
    await expect.element(edit).toHaveFocus()
    leaving.disconnect()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Delete Billing', exact: true })).toHaveFocus()
  })

  it('details stand beside the list, and the arrow keys step through it', async () => {
    const [billing, ledger, payroll] = await openSystems()
    const expectOpen = async (name: string, id: string | undefined) => {
      await expect.element(open).toHaveAccessibleName(name)
      await expectAddress(`/systems?id=${id}`)
      await expect.element(page.getByCss('tr[aria-current="true"]')).toHaveTextContent(name)
    }
    const panel = await openDetails('Billing')
    await expect.element(panel).toHaveFocus()
    await expectOpen('Billing', billing)
    await expectTexts(listed, NAMES)
    await expectAccessible('details beside the list')

    // In the panel.
    const previous = open.getByRole('button', { name: 'Previous record' })
    const next = open.getByRole('button', { name: 'Next record' })
    await expectResting(previous, 'This is the first record in the list.')
    await expect.element(next).toBeEnabled()
    await userEvent.keyboard('{ArrowDown}')
    await expectOpen('Ledger', ledger)
    await expect.element(previous).toBeEnabled()
    focus(next)
    await userEvent.keyboard('{Enter}')
    await expectOpen('Payroll', payroll)
    await expect.element(next).toHaveFocus()
    await expectResting(next, 'This is the last record in the list.')
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    await expectOpen('Ledger', ledger)

    // In the list.
    await row('Payroll').click()
    await expectOpen('Payroll', payroll)
    focus(row('Payroll'))
    await userEvent.keyboard('{ArrowUp}')
    await expectOpen('Ledger', ledger)
    await expect.element(row('Ledger')).toHaveFocus()

    // The filter works beside it.
    await filter.fill('led')
    await expectTexts(listed, ['Ledger'])
    await expect.element(open).toHaveAccessibleName('Ledger')
    await filter.fill('')
    await expectTexts(listed, NAMES)

    // As a page it has the whole width, and Back leads beside the list.
    await open.getByRole('link', { name: 'Open as page' }).click()
    await expectAddress(`/systems/${ledger}`)
    await expect.element(page.getByRole('heading', { name: 'Ledger', level: 1 })).toHaveFocus()
    await expectGone(page.getByRole('table', { name: 'Systems' }))
    history.back()
    await expect.element(open).toHaveAccessibleName('Ledger')
    await expectTexts(listed, NAMES)
    history.back()
    await expectGone(open)
    await expectAddress('/systems')
  })

  it('Tab goes on from the panel to the list, and back', async () => {
    await openSystems()
    await openDetails('Payroll')
    const first = open.getByRole('button', { name: 'Change Name' })
    await expect.element(first).toBeVisible()
    focus(first)
    await userEvent.tab({ shift: true })
    await expect.element(page.getByRole('button', { name: 'Delete Payroll' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(first).toHaveFocus()
    focus(open.getByRole('button', { name: 'Edit' }))
    await userEvent.tab()
    expect(open.element().contains(document.activeElement)).toBe(false)
    // Behind it is the end of the page: nothing unseen stands between.
    const guard = document.querySelector('[data-radix-focus-guard]')
    expect(guard?.checkVisibility() ?? false).toBe(false)
  })

  it('editing happens in place, and nothing that was entered is lost to the list', async () => {
    await openSystems()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    const description = open.getByLabelText('Description')
    await openDetails('Payroll')
    await open.getByRole('button', { name: 'Edit' }).click()
    await expect.element(open).toHaveAccessibleName('Edit System')
    await description.fill('Pays everybody.')

    await row('Billing').click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(description).toHaveValue('Pays everybody.')
    await filter.fill('p')
    await expectTexts(listed, ['Payroll'])
    await expectGone(question)
    await open.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Payroll has been updated successfully')
    await expect.element(open).toHaveAccessibleName('Payroll')
    await expect.element(open).toHaveTextContent('Pays everybody.')

    await open.getByRole('button', { name: 'Edit' }).click()
    await expect.element(open.getByLabelText('System Name')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(open).toHaveAccessibleName('Payroll')
    await expect.element(open).toHaveFocus()
    await open.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectGone(open)
    await expect.element(page.getByText('No systems found.')).toBeVisible()
  })

  it('the row that is open beside the list leads on with Enter', async () => {
    const [, , payroll] = await openSystems()
    await openDetails('Payroll')
    await row('Payroll').click()
    await expectAddress(`/systems?id=${payroll}`)
    focus(row('Payroll'))
    await userEvent.keyboard('{Enter}')
    await expectAddress(`/systems/${payroll}`)
  })
})

it('copies an id by a press, and shows who made a change, and when', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const payroll = system({
    name: 'Payroll',
    createdAt: new Date('2024-02-03T10:20:00Z'),
    updatedAt: new Date('2024-03-04T11:30:00Z'),
    updatedBy: ADA.id,
  })
  await openApp('/systems', { as: ADA, systems: [payroll] })
  const details = await openDetails('Payroll')
  await expect.element(details).toHaveTextContent(/Updated\s*Mar 4, 2024, 11:30\sAM\s*A\s*Ada Founder/)
  await details.getByRole('button', { name: payroll.id }).click()
  await expect.element(details.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument()
  expect(copied).toHaveBeenCalledWith(payroll.id)
})
