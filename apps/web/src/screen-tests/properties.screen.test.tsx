import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { System } from '@cairn/workspace/port/records/systems'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectText, expectToast, fact, focus } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { automation, solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const whole = page.getByRole('article')
const change = (label: string) => whole.getByRole('button', { name: `Change ${label}`, exact: true })
const field = (label: string) => whole.getByRole('textbox', { name: label })
const option = (name: string) => page.getByRole('option', { name, exact: true })

/** Opens the page of a system; gives what of it is stored. */
async function openSystem(told: Partial<System>) {
  const payroll = system({ name: 'Payroll', ...told })
  const workspace = membersWorkspace({ people: [ADA, mia('viewer')], systems: [payroll] })
  await openApp(`/systems/${payroll.id}`, { as: ADA, workspace })
  await expect.element(change('Owner')).toBeVisible()
  const stored = async () => {
    const [present] = await workspace.systems.byIds([payroll.id])
    if (!present) throw new Error('The system is gone.')
    return present
  }
  return { systems: workspace.systems, stored }
}

/** Changes a value for another user, of whom the page has not heard. */
async function overtake({ systems, stored }: Awaited<ReturnType<typeof openSystem>>, vendor: string) {
  const { id, version, name, description, ownerId, details, fields } = await stored()
  const theirs = { name, description, ownerId, details, status: 'active' as const }
  await systems.update(id, { ...theirs, fields: { ...fields, vendor } }, version)
}

const topOf = (element: Locator) => element.element().getBoundingClientRect().top

describe('the properties of a record', () => {
  it('are typed in their places, saved by Enter, and undone', async () => {
    const { stored } = await openSystem({ fields: { vendor: 'Acme', department: 'Sales' } })
    focus(change('Vendor'))
    const below = topOf(change('Department'))
    await userEvent.keyboard('e')
    await expect.element(field('Vendor')).toHaveFocus()
    expect(topOf(change('Department'))).toBe(below)
    await userEvent.keyboard('Initech{Enter}')
    await expectToast('Payroll: Initech')
    await expectText(fact(whole, 'Vendor'), 'Initech')
    await expect.element(change('Vendor')).toHaveFocus()
    await expect.poll(async () => (await stored()).fields['vendor']).toBe('Initech')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expectText(fact(whole, 'Vendor'), 'Acme')
    await expect.poll(async () => (await stored()).fields['vendor']).toBe('Acme')
  })

  it('are left by Escape as they were, and saved by going on', async () => {
    const { stored } = await openSystem({
      fields: { vendor: 'Acme', cost_per_month: 5, cost_currency: 'EUR' },
    })
    await change('Vendor').click()
    await userEvent.keyboard('Initech{Escape}')
    await expectText(fact(whole, 'Vendor'), 'Acme')
    await expect.element(change('Vendor')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('Umbrella')
    await userEvent.tab()
    await expectText(fact(whole, 'Vendor'), 'Umbrella')
    await expect.element(change('Cost per Month')).toHaveFocus()
    await expect.poll(async () => (await stored()).fields['vendor']).toBe('Umbrella')
    // A cost is entered with its currency.
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('12')
    await userEvent.tab()
    await whole.getByRole('combobox', { name: 'Currency' }).selectOptions('USD')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(async () => (await stored()).fields)
      .toMatchObject({ cost_per_month: 12, cost_currency: 'USD' })
  })

  it('are picked from lists: status, owner, and choices', async () => {
    const { stored } = await openSystem({ fields: { criticality: 'low', lifecycle: 'active' } })
    const picks = [
      ['Status', 'Maintenance'],
      ['Lifecycle', 'Phasing Out'],
      ['Owner', 'Ada Founder'],
      ['Criticality', 'High'],
    ] as const
    for (const [label, choice] of picks) {
      focus(change(label))
      await userEvent.keyboard('{Enter}')
      await page.getByRole('option', { name: choice }).click()
      await expectText(fact(whole, label), new RegExp(`${choice}$`))
      await expect.element(change(label)).toHaveFocus()
    }
    await expect.poll(stored).toMatchObject({
      status: 'maintenance',
      ownerId: ADA.id,
      fields: { criticality: 'high', lifecycle: 'phasing_out' },
    })
    await expectAccessible('the properties of a record')
  })

  it('without a value are added, and all are reached with the arrow keys', async () => {
    const { stored } = await openSystem({ fields: { vendor: 'Acme' } })
    await expectGone(change('Department'))
    await whole.getByRole('button', { name: 'Add property' }).click()
    await option('Department').click()
    await expect.element(field('Department')).toHaveFocus()
    await userEvent.keyboard('Finance{Enter}')
    await expect.poll(async () => (await stored()).fields['department']).toBe('Finance')
    await expect.element(change('Department')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(change('Owner')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(change('Vendor')).toHaveFocus()

    await whole.getByRole('button', { name: 'Add property' }).click()
    await option('Criticality').click()
    await option('Critical').click()
    await expectText(fact(whole, 'Criticality'), 'Critical')

    await whole.getByRole('button', { name: 'Add property' }).click()
    await option('Links').click()
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByRole('textbox', { name: 'Address of link 1' }).fill('https://docs.example')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(whole.getByRole('link', { name: 'docs.example' })).toBeVisible()
    await expect.poll(async () => (await stored()).links).toHaveLength(1)
  })

  it('stay as they were typed where they are refused, with the reason', async () => {
    const { systems } = await openSystem({ fields: { vendor: 'Acme', renews_on: '2999-03-01' } })
    const refused = new WorkspaceError(phrase('This could not be changed'), { kind: 'refused' })
    vi.spyOn(systems, 'update').mockRejectedValueOnce(refused)
    await change('Vendor').click()
    await userEvent.keyboard('Initech{Enter}')
    await expect.element(field('Vendor')).toHaveValue('Initech')
    await expect.element(field('Vendor')).toHaveFocus()
    await expect.element(field('Vendor')).toHaveAccessibleDescription('This could not be changed')
    await userEvent.keyboard('{Enter}')
    await expectText(fact(whole, 'Vendor'), 'Initech')
    // A fault is found before anything is sent.
    await change('Description').click()
    await whole.getByRole('textbox', { name: 'Description' }).fill('x'.repeat(2001))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(whole.getByText('Description must have at most 2,000 characters.')).toBeVisible()
  })

  it('ask which of two values to keep', async () => {
    const opened = await openSystem({ fields: { vendor: 'Acme' }, description: 'Old' })
    const { stored } = opened
    await overtake(opened, 'Initech')
    // Another value of the record has changed: nothing is asked.
    await change('Description').click()
    await userEvent.keyboard('{Control>}a{/Control}New{Control>}{Enter}{/Control}')
    await expect.poll(stored).toMatchObject({ description: 'New', fields: { vendor: 'Initech' } })

    await overtake(opened, 'Umbrella')
    await change('Vendor').click()
    await userEvent.keyboard('Acme{Enter}')
    const question = page.getByRole('dialog', { name: 'Change Payroll' })
    const vendor = question.getByRole('group', { name: 'Vendor' })
    await expect.element(vendor.getByRole('radio', { name: 'Yours Acme' })).toBeChecked()
    await vendor.getByText('Umbrella').click()
    await question.getByRole('button', { name: 'Save Changes' }).click()
    await expectText(fact(whole, 'Vendor'), 'Umbrella')
    await overtake(opened, 'Initech')
    await change('Vendor').click()
    await userEvent.keyboard('Acme{Enter}')
    await question.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(async () => (await stored()).fields['vendor']).toBe('Acme')
  })

  it('include the name, the additional details, and what its catalogue alone has', async () => {
    const { stored } = await openSystem({ details: { vendor: 'Acme' } })
    await change('Name').click()
    await userEvent.keyboard('{Delete}{Enter}')
    await expect.element(field('Name')).toHaveAccessibleDescription('System name is required')
    await userEvent.keyboard('Wages{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Wages', level: 1 })).toBeVisible()
    await change('Additional Details').click()
    await page.getByRole('textbox', { name: 'Value of detail 1' }).fill('Initech')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(stored).toMatchObject({ name: 'Wages', details: { vendor: 'Initech' } })

    const [order, zap] = [solution({ name: 'Order' }), automation({ name: 'Zap' })]
    const workspace = membersWorkspace({ people: [ADA], solutions: [order], automations: [zap] })
    await openApp(`/solutions/${order.id}`, { as: ADA, workspace })
    await change('Use Cases').click()
    await page.getByPlaceholder('Add a use case').fill('Pay')
    // Going on elsewhere saves it.
    await page.getByCss('h1').click({ force: true })
    await expect.element(fact(whole, 'Use Cases').getByRole('listitem')).toHaveTextContent('Pay')
    await openApp(`/automations/${zap.id}`, { as: ADA, workspace })
    await change('Source').click()
    await option('Zapier').click()
    await expectText(fact(whole, 'Source'), /Zapier/)
    await change('Webhook URL').click()
    await userEvent.keyboard('http://zap.example{Enter}')
    await expect.element(field('Webhook URL')).toHaveAccessibleDescription(/https/)
    await userEvent.keyboard('{Control>}a{/Control}https://zap.example{Enter}')
    await expectText(fact(whole, 'Webhook URL'), 'https://zap.example')
  })

  it('are plain values for a viewer', async () => {
    const payroll = system({ name: 'Payroll', fields: { vendor: 'Acme' } })
    await openApp(`/systems/${payroll.id}`, { as: mia('viewer'), systems: [payroll] })
    await expectText(fact(whole, 'Vendor'), 'Acme')
    await expectGone(whole.getByRole('button', { name: /^Change / }))
    await expectGone(whole.getByRole('button', { name: 'Add property' }))
  })

  it('of an example are not kept for a guest', async () => {
    await openApp('/systems/demo-system-crm')
    await change('Description').click()
    await userEvent.keyboard('New{Control>}{Enter}{/Control}')
    await expectToast('Guest Mode')
    await expect.element(fact(whole, 'Description')).not.toHaveTextContent('New')
  })

  it('are changed beside the list too, where Escape leaves the editor alone', async () => {
    await page.viewport(1440, 900)
    const payroll = system({ name: 'Payroll', fields: { vendor: 'Acme' } })
    await openApp(`/systems?id=${payroll.id}`, { as: ADA, systems: [payroll, system({ name: 'Portal' })] })
    const panel = page.getByRole('dialog', { name: 'Payroll' })
    const vendor = panel.getByRole('button', { name: 'Change Vendor' })
    await vendor.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(vendor).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(panel.getByRole('button', { name: 'Change Owner' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(option('No owner assigned')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel.getByRole('button', { name: 'Change Owner' })).toHaveFocus()
    await expectAddress(/id=/)
  })
})
