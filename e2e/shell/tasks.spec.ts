import { countPresses } from '../support/presses.ts'
import { arrangeAgent } from '../support/records.ts'
import { arrangeManySystems, arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, openDashboard, test } from '../support/test.ts'

/** The most presses that each task takes. `docs/develop/web-app.md` has the same. */
const MOST = {
  owner: 4,
  statuses: 5,
  ask: 4,
  handover: 2,
  audit: 3,
  column: 3,
  print: 2,
}

const SYSTEMS = 1206

test('daily tasks take few presses', async ({ page, cairn, organisation }) => {
  const { database } = cairn
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Owner')
  await arrangeManySystems(database, { accountId, ownerId: founder.id, count: SYSTEMS - 1 })
  const ledger = await arrangeSystem(database, { accountId, name: 'Ledger', ownerId: founder.id })
  await arrangeAgent(database, { accountId, name: 'Invoice bot', ownerId: ben.id })
  await database`
    insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
    values (${accountId}, 'system', ${ledger}, 'owner', 'Lea Left', ${founder.id})`
  const user = countPresses(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const openSystems = async () => {
    await page.goto('/systems')
    await expect(page.getByRole('link', { name: 'Register 0001', exact: true })).toBeVisible()
  }

  await test.step('set an owner, from the list', async () => {
    await openSystems()
    await user.click(page.getByRole('link', { name: 'Register 0001', exact: true }))
    await user.click(button('Change Owner'))
    await user.type('Ben')
    await user.key('Enter')
    await expect(page.getByText('Register 0001: Ben Owner')).toBeVisible()
    expect(user.taken()).toBeLessThanOrEqual(MOST.owner)
  })

  await test.step('change the status of five, from the list', async () => {
    await openSystems()
    await user.click(page.getByRole('checkbox', { name: 'Select Register 0002' }))
    await page.keyboard.down('Shift')
    await user.click(page.getByRole('checkbox', { name: 'Select Register 0006' }))
    await page.keyboard.up('Shift')
    await user.click(button('Change status'))
    await user.click(page.getByRole('option', { name: 'Deprecated' }))
    await user.click(page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }))
    await expect(page.getByText('Changed: 5 records').first()).toBeVisible()
    expect(user.taken()).toBeLessThanOrEqual(MOST.statuses)
  })

  await test.step('find who owns the invoice bot, from anywhere', async () => {
    await openDashboard(page)
    await user.key('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await user.type('invoice bot')
    await expect(page.getByRole('option', { name: /Invoice bot/ })).toBeVisible()
    await user.key('Enter')
    await user.click(page.getByRole('link', { name: 'Ben Owner' }).first())
    await expect(page).toHaveURL(`/team/${ben.id}`)
    expect(user.taken()).toBeLessThanOrEqual(MOST.ask)
  })

  await test.step('accept a handover, from the dashboard', async () => {
    await openDashboard(page)
    await user.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }))
    await user.click(
      page.getByRole('region', { name: 'Waiting for you' }).getByRole('button', { name: 'Accept Ledger' }),
    )
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
    expect(user.taken()).toBeLessThanOrEqual(MOST.handover)
  })

  await test.step('find the audit log, from anywhere', async () => {
    await openDashboard(page)
    await user.key('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await user.type('audit')
    await user.key('Enter')
    await expect(page).toHaveURL(/\/settings\/security\?view=log/)
    expect(user.taken()).toBeLessThanOrEqual(MOST.audit)
  })

  await test.step('add a column and read it', async () => {
    await openSystems()
    await user.click(button('Display'))
    await user.click(page.getByRole('list', { name: 'Columns' }).getByRole('switch', { name: 'Vendor' }))
    await user.key('Escape')
    await expect(page.getByRole('columnheader', { name: 'Vendor' })).toBeInViewport()
    expect(user.taken()).toBeLessThanOrEqual(MOST.column)
  })

  await test.step('print all systems', async () => {
    await openSystems()
    await page.evaluate(
      `window.print = () => { window.printedRows = document.querySelectorAll('main tbody tr').length }`,
    )
    await user.click(button('Display'))
    await user.click(button('Print'))
    await expect.poll(() => page.evaluate('window.printedRows')).toBe(SYSTEMS)
    expect(user.taken()).toBeLessThanOrEqual(MOST.print)
  })
})
