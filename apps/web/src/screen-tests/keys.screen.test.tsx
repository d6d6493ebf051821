import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectAddress,
  expectGone,
  expectScreen,
  expectTexts,
  expectToast,
  focus,
  namesIn,
  toast,
  typeAtOnce,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { findAlways, searchResult } from './support/search.ts'
import { tag } from './support/tags.ts'
import { membersWorkspace } from './support/workspace.ts'

const { keyboard } = userEvent

describe('single keys', () => {
  const form = page.getByRole('dialog', { name: 'Add System' })

  it('leave letters to the filter', async () => {
    await openApp('/systems', { as: mia('user'), systems: [system({ name: 'Payroll' })] })
    await expectTexts(namesIn('Systems'), ['Payroll'])
    await keyboard('/')
    const filter = page.getByRole('searchbox', { name: 'Filter systems' })
    await expect.element(filter).toHaveFocus()
    await keyboard('c?')
    await expect.element(filter).toHaveValue('c?')
    await expectGone(page.getByRole('dialog'))
  })

  it('create and save a record, and another after it', async () => {
    await openApp('/systems', { as: mia('user'), systems: [system({ name: 'Payroll' })] })
    await expectTexts(namesIn('Systems'), ['Payroll'])
    await keyboard('c')
    await expect.element(form.getByLabelText('System Name')).toHaveFocus()
    await keyboard('Billing{Control>}{Enter}{/Control}')
    await toast()
      .filter({ hasText: 'Billing has been added' })
      .getByRole('button', { name: 'Create another' })
      .click()
    await form.getByLabelText('System Name').fill('Ledger')
    focus(form.getByLabelText('Description'))
    await keyboard('{Control>}{Enter}{/Control}')
    await toast().filter({ hasText: 'Ledger has been added' }).getByRole('button', { name: 'Open' }).click()
    await expectAddress(/^\/systems\?id=/)
    await expect.element(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
    await keyboard('{Escape}')
    await expectTexts(namesIn('Systems'), ['Billing', 'Ledger', 'Payroll'])
  })

  it('ask elsewhere of what kind a new record is', async () => {
    await openApp('/team', { as: mia('user') })
    await expectScreen('Team Directory')
    await keyboard('c')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Agent' }).click()
    const agent = page.getByRole('dialog', { name: 'Create Agent' })
    await agent.getByLabelText('Agent Name').fill('Reader')
    await agent.getByRole('button', { name: 'Create Agent' }).click()
    await expectToast('Agent has been created.')
    await expectAddress('/team')
  })

  it('are listed, and can be switched off', async () => {
    await openApp('/team', { as: mia('user') })
    await expectScreen('Team Directory')
    await keyboard('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(help.getByText('Filter the list, or search')).toBeVisible()
    await expectAccessible('keyboard shortcuts')
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await keyboard('{Escape}')
    await expectGone(help)
    await keyboard('?{Control>}k{/Control}')
    await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus()
    await keyboard('shortcuts')
    await expect
      .element(page.getByRole('option', { name: 'Keyboard shortcuts' }))
      .toHaveAttribute('aria-selected', 'true')
    await keyboard('{Enter}')
    await expect.element(help.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
    await keyboard('{Escape}')
    await expectGone(help)
  })

  it('tell a viewer why nothing is created', async () => {
    await openApp('/', { as: mia('viewer') })
    await expectScreen('Dashboard')
    await keyboard('c')
    await expectToast(VIEWERS_CHANGE_NOTHING)
    await expectGone(page.getByRole('dialog'))
  })
})

describe('the palette', () => {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  /** The entry that begins with a name; what it is may follow. */
  const option = (name: string) => palette.getByRole('option', { name: new RegExp(`^${name}`) })

  /** Opens it by its keys; what is typed from then on stands in its field. */
  async function openPalette(): Promise<void> {
    await keyboard('{Control>}k{/Control}')
    await expect.element(palette.getByRole('combobox')).toHaveFocus()
  }

  /** Types into it, and presses Enter once the entry is the one that it would choose. */
  async function choose(text: string, name: string): Promise<void> {
    await openPalette()
    await keyboard(text)
    await expect.element(option(name)).toHaveAttribute('aria-selected', 'true')
    await keyboard('{Enter}')
  }

  it('opens and closes, and gives the focus back', async () => {
    await openApp('/', { as: ADA })
    await expectScreen('Dashboard')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Command palette' })
    focus(opener)
    await openPalette()
    await expect.element(option('Inbox')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible('command palette')
    await keyboard('{Escape}')
    await expectGone(palette)
    await expect.element(opener).toHaveFocus()
    await opener.click()
    await expect.element(palette).toBeVisible()
    await keyboard('{Control>}k{/Control}')
    await expectGone(palette)
  })

  it('leads to a screen, a form and a theme, and to the search for all else', async () => {
    await openApp('/', { as: ADA })
    await expectScreen('Dashboard')
    await choose('team', 'Team')
    await expectAddress('/team')
    await choose('add system', 'Add System')
    const form = page.getByRole('dialog', { name: 'Add System' })
    await expect.element(form.getByLabelText('System Name')).toHaveFocus()
    // Where one stands.
    await expectAddress('/team')
    await keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
    await choose('webhooks', 'Webhooks')
    await expectAddress('/settings/webhooks')
    await choose('audit log', 'Audit Log')
    await expectAddress('/settings/security?view=log')
    await choose('dark theme', 'Use dark theme')
    await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true)
    await choose('zither & co', 'Search everything for “zither & co”')
    await expectAddress('/search?q=zither+%26+co')
    await expect.element(page.getByRole('searchbox', { name: 'Search everything' })).toHaveFocus()
    await choose('log out', 'Log out')
    await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })

  it('finds a record by a word of its description, and does not open over its window', async () => {
    // From 1200 px on the record would stand beside the list.
    await page.viewport(1180, 720)
    const payroll = system({ name: 'Payroll', description: 'Pays everybody.' })
    const workspace = membersWorkspace({ systems: [payroll] })
    findAlways(workspace, [searchResult({ id: payroll.id, title: 'Payroll' })])
    await openApp('/', { as: ADA, workspace })
    await expectScreen('Dashboard')
    await choose('pays every', 'Payroll')
    await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expectAddress(`/systems?id=${payroll.id}`)
    await keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expectGone(palette)
    await keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
  })

  it('loses nothing of what is typed while it opens', async () => {
    await openApp('/systems', { as: ADA })
    await expectScreen('Systems')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
    typeAtOnce('cost')
    await expect.element(palette.getByRole('combobox')).toHaveValue('cost')
    await keyboard('s')
    await expect.element(palette.getByRole('combobox')).toHaveValue('costs')
  })

  it('changes the record on the screen, with Undo, and copies its link', async () => {
    const payroll = system({ name: 'Payroll', createdBy: ADA.id, status: 'active' })
    await openApp(`/systems/${payroll.id}`, { as: ADA, systems: [payroll] })
    await expectScreen('Payroll')
    await choose('change status', 'Change Status')
    await expect.element(option('Active').getByCss('svg').nth(1)).toBeVisible()
    await keyboard('mainten')
    await expect.element(option('Maintenance')).toHaveAttribute('aria-selected', 'true')
    await keyboard('{Enter}')
    await expectToast('Status changed', 'Payroll: Maintenance')
    await expect.element(page.getByRole('main').getByText('Maintenance').first()).toBeVisible()
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByRole('main').getByText('Active').first()).toBeVisible()
    await openPalette()
    await expect.element(option('Change Status')).toHaveAttribute('aria-selected', 'true')
    await keyboard('{Enter}{Backspace}')
    await expect.element(option('Copy link')).toBeVisible()
    await keyboard('{Escape}')
  })

  it('opens the runbook of the record, and lets a viewer change nothing of it', async () => {
    const links = [{ purpose: 'runbook' as const, title: 'On call', url: 'https://wiki.example.com/on-call' }]
    const payroll = system({ name: 'Payroll', links })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await openApp(`/systems/${payroll.id}`, { as: mia('viewer'), systems: [payroll] })
    await expectScreen('Payroll')
    await openPalette()
    await expect.element(option('Change Status')).toHaveAttribute('aria-disabled', 'true')
    await keyboard('runbook')
    await expect.element(option('Open runbook')).toHaveTextContent('On call')
    await keyboard('{Enter}')
    await expect.poll(() => open.mock.calls.map(([address]) => String(address))).toEqual([links[0]?.url])
  })

  it('lists the records that were opened last before anything is typed', async () => {
    const [billing, payroll] = [system({ name: 'Billing' }), system({ name: 'Payroll' })]
    const visit = { as: ADA, systems: [billing, payroll] }
    for (const { id, name } of [billing, payroll]) {
      await openApp(`/systems/${id}`, visit)
      await expectScreen(name)
    }
    await openPalette()
    const recent = palette.getByRole('group', { name: 'Recently opened' }).getByRole('option')
    await expectTexts(recent, [/^Billing/])
    await keyboard('{Escape}')
    await openApp('/team', visit)
    await expectScreen('Team Directory')
    await openPalette()
    await expectTexts(recent, [/^Payroll/, /^Billing/])
    await keyboard('{Enter}')
    await expectAddress(`/systems?id=${payroll.id}`)
  })

  it('says status, owner and gap of a record', async () => {
    const workspace = membersWorkspace()
    findAlways(workspace, [
      searchResult({
        id: 'one',
        title: 'Workday',
        record: { status: 'active', ownerName: 'Ada Founder', gap: 'nobody_else' },
      }),
      searchResult({
        id: 'other',
        title: 'Workday Payroll',
        record: { status: 'deprecated', ownerName: null, gap: 'no_owner' },
      }),
    ])
    await openApp('/', { as: ADA, workspace })
    await expectScreen('Dashboard')
    await openPalette()
    await keyboard('wrokday')
    for (const words of [
      /^Workday\s?Active\s?Ada Founder\s?Only one person knows it/,
      /^Workday Payroll\s?Deprecated\s?No owner/,
    ])
      await expect.element(palette.getByRole('option', { name: words })).toBeVisible()
  })

  it('finds tags after #, and leads to their records', async () => {
    const finance = tag('finance')
    const billing = system({ name: 'Billing', tags: [finance.id] })
    const workspace = membersWorkspace({ systems: [billing], tags: [finance] })
    findAlways(workspace, [], [{ ...finance, kinds: ['system'] }])
    await openApp('/search?q=%23fin', { as: ADA, workspace })
    await expect
      .element(page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Systems' }))
      .toBeVisible()
    await openPalette()
    await keyboard('#fin')
    await palette.getByRole('option', { name: '#finance Systems' }).click()
    await expectAddress(/^\/systems\?where=tags\.is\./)
  })

  it('tells a viewer why an action rests', async () => {
    await openApp('/', { as: mia('viewer') })
    await expectScreen('Dashboard')
    await openPalette()
    await keyboard('add')
    await expect.element(option('Add System')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(option('Add System')).toHaveTextContent('Viewers cannot make changes.')
  })

  it('finds the examples for a guest on a phone', async () => {
    await page.viewport(375, 740)
    await openApp('/')
    await expectScreen('Dashboard')
    await openPalette()
    await keyboard('salesf')
    await expect.element(option('Salesforce')).toHaveAttribute('aria-selected', 'true')
    await expectAccessible('command palette on a phone')
    await keyboard('{Enter}')
    await expectAddress('/systems?id=demo-system-crm')
    await expect.element(page.getByRole('dialog', { name: 'Salesforce' })).toBeVisible()
  })
})
