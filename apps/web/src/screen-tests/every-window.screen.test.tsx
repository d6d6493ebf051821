import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { examplesWorkspace } from './support/examples.ts'
import { expectTree } from './support/expect-tree.ts'
import { expectCount, expectGone, expectToast, openDetails } from './support/look.ts'
import { ADA } from './support/people.ts'
import { visit } from './support/screens.ts'
import { NOW } from './support/times.ts'

// The windows over the screens: what a screen reader makes of them, and what axe says. See every-screen.screen.test.tsx.

const dialog = page.getByRole('dialog')

/** Views come below their catalogue once the first screen stands. */
const view = page.getByRole('link', { name: 'Without an owner 3' })

/** Opens a screen as a member whose account has the examples. */
async function enter(path: string): Promise<void> {
  const workspace = examplesWorkspace()
  await workspace.systems.addExpert('demo-system-crm', 'demo-person-3')
  await visit(path, { as: ADA, workspace })
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  // From 1200 px on a record stands beside its list (side-panel.screen.test.tsx).
  await page.viewport(1180, 720)
})

describe('windows have names, order and structure, and no barrier', () => {
  it('around the screens', async () => {
    await enter('/questions')
    await expect.element(page.getByRole('link', { name: /^Notifications, \d unread/ })).toBeVisible()
    await expect.element(view).toBeVisible()
    await expectTree('#root', 'shell')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expectTree('[role=menu]', 'account-menu')
    await expectAccessible('account menu')
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('menu'))
    await userEvent.keyboard('?')
    await expectTree('[role=dialog]', 'keys')
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog)
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('con')
    await expect.element(page.getByRole('option', { name: 'Contract Reader' })).toBeVisible()
    await expectTree('[role=dialog]', 'palette')
  })

  it('on a phone', async () => {
    await page.viewport(375, 740)
    await enter('/')
    await expect.element(page.getByCss('#main').getByText('Created by').first()).toBeVisible()
    await expectAccessible('dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect.element(view).toBeVisible()
    await expectTree('[role=dialog]', 'phone-menu')
    await expectAccessible('drawer')
    await dialog.getByRole('link', { name: 'Systems' }).click()
    await page.getByRole('link', { name: 'Salesforce', exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: 'Salesforce' })).toBeVisible()
    await expectAccessible('details')
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog)
    await expectAccessible('systems')
  })

  it('forms and questions of a system', async () => {
    await enter('/systems')
    await page.getByRole('button', { name: 'Add System' }).click()
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expect.element(dialog.getByLabelText('System Name')).toHaveFocus()
    await expectTree('[role=dialog]', 'systems-add')
    await expectToast('Error')
    await expectAccessible('new system with a complaint')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Edit Salesforce' }).click()
    await expect.element(dialog.getByLabelText('System Name')).toHaveValue('Salesforce')
    await expectAccessible('edit')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Delete Salesforce' }).click()
    await expect.element(page.getByText('No longer listed as its expert')).toBeVisible()
    await expectTree('[role=alertdialog]', 'systems-delete')
    await expectAccessible('question before deleting')
  })

  it('details of a system', async () => {
    await enter('/systems')
    const details = await openDetails('Salesforce')
    await expect.element(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
    await details.getByRole('button', { name: 'Activity' }).click()
    await expect.element(details.getByText('Bo Sample changed').first()).toBeVisible()
    await expectTree('[role=dialog]', 'systems-details')
    await expectAccessible('details')
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await expect.element(page.getByRole('option', { name: 'Dana Demo' })).toBeVisible()
    await expectTree('[role=dialog]:has([role=listbox])', 'systems-expert-picker')
    await expectAccessible('choice of an expert')
  })

  it('of a solution', async () => {
    await enter('/solutions')
    await page.getByRole('button', { name: 'Edit Customer 360' }).click()
    await expect.element(page.getByRole('list', { name: 'Use Cases' })).toBeVisible()
    await expectTree('[role=dialog]', 'solutions-edit')
    await expectAccessible('edit a solution')
    await userEvent.keyboard('{Escape}')
    const details = await openDetails('Customer 360')
    await expect.element(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
    await expectTree('[role=dialog]', 'solutions-details')
    await expectAccessible('details of a solution')
    await details.getByRole('button', { name: 'Link Automation' }).click()
    await expect.element(page.getByRole('listbox', { name: 'Automations', exact: true })).toBeVisible()
    await expectAccessible('choice of an automation')
  })

  it('of agents and automations', async () => {
    await enter('/agents')
    await page.getByRole('button', { name: 'Status of Contract Reader' }).click()
    await expectCount(page.getByRole('menuitemradio'), 3)
    await expectTree('[role=menu]', 'agents-status')
    await expectAccessible('choice of a status')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Details of Support Assistant' }).click()
    await expect.element(dialog.getByText('Runs', { exact: false }).first()).toBeVisible()
    await expectTree('[role=dialog]', 'agents-details')
    await enter('/automations')
    await page.getByRole('button', { name: 'Edit Invoice approval' }).click()
    await expect.element(dialog.getByRole('button', { name: 'More', exact: true })).toBeVisible()
    await expectTree('[role=dialog]', 'automations-edit')
    await expectAccessible('edit an automation')
  })

  it('of the team', async () => {
    await enter('/team')
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add Team Member' })).toBeVisible()
    await expectTree('[role=dialog]', 'team-invite')
  })
})
