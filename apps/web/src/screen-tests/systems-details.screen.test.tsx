import { expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { colourOf } from './support/colour.ts'
import { historyEntry } from './support/history.ts'
import {
  closeToast,
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectToast,
  fact,
  openDetails,
  press,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

it('[SYS-24, 25, 26, 27, 29] says everything about a system', async () => {
  const described = system({
    name: 'Payroll',
    description: 'Pays everybody.\nOn the 25th.',
    ownerId: ADA.id,
    details: { vendor: 'Example', regions: ['north', 'south'] },
    createdAt: new Date('2024-02-03T10:20:30Z'),
  })
  await openApp('/systems', { as: mia('viewer'), systems: [described, system({ name: 'Archive' })] })
  const payroll = await openDetails('Payroll')
  await expectText(fact(payroll, 'Description'), 'Pays everybody. On the 25th.')
  await expectText(fact(payroll, 'Owner'), /Ada Founder/)
  await expectText(fact(payroll, 'Created'), /^Feb 3, 2024, 10:20\sAM$/)
  await expectText(fact(payroll, 'System ID'), described.id)
  await expect.element(payroll.getByRole('heading', { name: 'Additional Details' })).toBeVisible()
  const json = payroll.getByCss('pre').element().textContent ?? ''
  expect(json).toContain('\n  "vendor": "Example"')
  expect(JSON.parse(json)).toEqual({ vendor: 'Example', regions: ['north', 'south'] })
  await userEvent.keyboard('{Escape}')

  const archive = await openDetails('Archive')
  await expectText(fact(archive, 'Description'), 'No description provided')
  await expectText(fact(archive, 'Owner'), 'No owner assigned')
  await expectGone(archive.getByText('Additional Details'))
})

it('says what a system is used by, and leads there', async () => {
  const ledger = system({ name: 'Ledger' })
  const portals = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    solution({ name: `Portal ${n}`, relatedSystems: [ledger.id], ownerId: ADA.id }),
  )
  const workspace = membersWorkspace({
    people: [ADA, mia('viewer')],
    systems: [ledger, system({ name: 'Archive' })],
    solutions: portals,
  })
  await openApp('/systems', { as: mia('viewer'), workspace })
  const details = await openDetails('Ledger')
  const rows = details.getByRole('list', { name: /^Solutions/ }).getByRole('listitem')
  await expect.element(details.getByRole('heading', { name: 'Solutions 7' })).toBeVisible()
  await expectCount(rows, 5)
  await expect.element(rows.first()).toHaveTextContent('Ada Founder')
  await press(details.getByRole('button', { name: 'Show all' }), '{Enter}')
  await expectCount(rows, 7)
  await expectAccessible('a system with what it is used by')
  await rows.getByRole('link', { name: 'Portal 7' }).click()
  await expect.element(page.getByRole('heading', { name: 'Portal 7' })).toBeVisible()
  await expectAddress(/^\/solutions\?id=/)

  await openApp('/systems', { as: mia('viewer'), workspace })
  const archive = await openDetails('Archive')
  await expect.element(archive.getByText('Nothing is linked to it.')).toBeVisible()
})

it('shows guests what an example is used by', async () => {
  await openApp('/systems?id=demo-system-crm')
  await expectCount(page.getByRole('list', { name: /^Solutions/ }).getByRole('listitem'), 1)
})

/** The name that a person would give to the colour of a text. */
function colourName(text: Locator): string {
  const { red, green, blue } = colourOf(text, 'color')
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < most / 4) return 'grey'
  if (green === most) return 'green'
  return green - blue > spread / 3 ? 'yellow' : 'red'
}

for (const theme of ['light', 'dark'] as const)
  it(`[SYS-21, 22, DATA-26] gives each status its word and its colour, in ${theme}`, async () => {
    const statuses = [
      { status: 'active', label: 'Active', colour: 'green' },
      { status: 'inactive', label: 'Inactive', colour: 'grey' },
      { status: 'maintenance', label: 'Maintenance', colour: 'yellow' },
      { status: 'deprecated', label: 'Deprecated', colour: 'red' },
    ]
    await openApp('/systems', {
      as: mia('viewer'),
      theme,
      systems: statuses.map(({ status }) => system({ name: status, status })),
    })
    for (const { status, label, colour } of statuses) {
      const details = await openDetails(status)
      expect(colourName(details.getByText(label, { exact: true })), status).toBe(colour)
      await userEvent.keyboard('{Escape}')
      await expectGone(details)
    }
  })

it('[SYS-21, 23] calls a status that is not known Unknown, and shows none where there is none', async () => {
  await openApp('/systems', {
    as: mia('viewer'),
    systems: [system({ name: 'Strange', status: 'retired' }), system({ name: 'Blank', status: null })],
  })
  const strange = await openDetails('Strange')
  await expect.element(strange.getByText('Unknown', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const blank = await openDetails('Blank')
  await expectGone(blank.getByText(/Unknown|Active|Inactive|Deprecated/))
})

it('[GAP-34] tells who changed what, ten changes at a time', async () => {
  const payroll = system({ name: 'Payroll', description: 'Version 11' })
  const workspace = membersWorkspace({ people: [ADA], systems: [payroll] })
  const changes = Array.from({ length: 11 }, (_, index) =>
    historyEntry(50 - index, { before: `Version ${10 - index}`, after: `Version ${11 - index}` }),
  )
  const made = historyEntry(1, { action: 'created', field: null, changedBy: null })
  const next = { changedAt: changes[9]?.changedAt ?? '', id: changes[9]?.id ?? '' }
  vi.spyOn(workspace.history, 'page').mockImplementation(async (_id, after) =>
    after === null
      ? { entries: changes.slice(0, 10), next }
      : { entries: [...changes.slice(10), made], next: null },
  )
  await openApp('/systems', { as: ADA, workspace })
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Activity' }).click()
  const rows = details.getByRole('listitem').filter({ hasText: /changed|created/ })
  await expectCount(rows, 10)
  await expect.element(rows.first()).toHaveTextContent('A former member changed Description')
  await expect.element(rows.first()).toHaveTextContent(/from\s*Version 10\s*→\s*to\s*Version 11/)
  await details.getByRole('button', { name: 'Show more' }).click()
  await expectCount(rows, 12)
  await expect.element(rows.last()).toHaveTextContent('Cairn created it')
})

it('[SYS-51] closes the details of a system that is deleted from them', async () => {
  await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('System deleted')
  await expectGone(details)
  await expectAddress('/systems')
  await expect.element(page.getByText('No Systems Yet')).toBeVisible()
  await closeToast()
})
