import type { InboxLine } from '@cairn/workspace/port/inbox'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectAddress, expectCount, expectGone, expectTexts, expectToast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const me = mia('admin')
const ledger = system({ name: 'Ledger', ownerId: me.id })
const record = { kind: 'system' as const, id: ledger.id, name: 'Ledger' }
const since = new Date(Date.now() - 3_600_000)

const LINES: readonly InboxLine[] = [
  {
    ...{ reason: 'handover', id: 'many', act: 'act-1', giver: 'Finn Former', amount: 3, record },
    ...{ single: null, since },
  },
  {
    ...{ reason: 'handover', id: 'one', act: 'act-2', giver: 'Finn Former', amount: 1, record },
    ...{ single: { id: 'h1', part: 'owner' }, since },
  },
  { reason: 'newcomer', id: 'nia', name: 'Nia Newcomer', email: 'nia@example.com', since },
  {
    ...{ reason: 'suggestion', id: 's1', record, since },
    suggestion: {
      ...{ id: 's1', field: 'vendor', before: '', after: 'Example Ltd', why: '', client: 'desk' },
      ...{ suggestedBy: ADA.id, createdAt: since },
    },
  },
  { reason: 'late', id: 'late', record, isFailing: true, since },
  { reason: 'renewal', id: 'renewal', record, renewsOn: '2027-03-01', since: null },
  { reason: 'found', id: 'found', amount: 14, since },
  { reason: 'caller', id: 'caller', amount: 1, since },
]

/** A workspace in which these lines wait; answering takes the line away, as the server does. */
function waiting(lines: readonly InboxLine[]) {
  const workspace = membersWorkspace({ people: [ADA, me], systems: [ledger] })
  let left = lines
  const end = (gone: (line: InboxLine) => boolean) => async () => {
    left = left.filter((line) => !gone(line))
  }
  vi.spyOn(workspace.inbox, 'read').mockImplementation(async () => ({
    total: left.length,
    lines: left,
    snoozed: [],
  }))
  vi.spyOn(workspace.notifications, 'page').mockResolvedValue({ items: [], next: null })
  vi.spyOn(workspace.joining, 'admit').mockImplementation(end(({ reason }) => reason === 'newcomer'))
  vi.spyOn(workspace.suggestions, 'accept').mockImplementation(end(({ reason }) => reason === 'suggestion'))
  const answer = vi.spyOn(workspace.handovers, 'answer')
  answer.mockImplementation(async (which) =>
    end(
      (line) =>
        line.reason === 'handover' && ('act' in which ? line.act === which.act : line.single !== null),
    )(),
  )
  return { visit: { as: me, workspace }, answer }
}

const inbox = page.getByRole('region', { name: 'Waiting for you' })
const lines = inbox.getByRole('listitem')

it('lists what waits in one line each, and leads to what it is about', async () => {
  const { visit } = waiting(LINES)
  await openApp('/', visit)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click()
  await expectCount(lines, LINES.length)
  await expectTexts(inbox.getByRole('link'), [
    'Finn Former handed Ledger over to you.',
    'Nia Newcomer waits to be admitted.',
    'An assistant suggests a change of Ledger.',
    'Ledger is failing.',
    'Ledger renews or ends on Mar 1, 2027.',
    '14 found records wait for a decision.',
    '1 unknown caller waits for a decision.',
  ])
  await expect.element(lines.nth(3)).toHaveTextContent('desk · Vendor: added Example Ltd')
  await inbox.getByRole('link', { name: '14 found records' }).click()
  await expectAddress('/discovery')
})

it('answers in place; the line goes, and the focus stays in the list', async () => {
  const { visit, answer } = waiting(LINES)
  await openApp('/notifications', visit)
  await inbox.getByRole('button', { name: 'Admit Nia Newcomer' }).click()
  await expectToast('Nia Newcomer was admitted')
  await expectCount(lines, LINES.length - 1)
  await inbox.getByRole('button', { name: 'Accept', exact: true }).click()
  await expectCount(lines, LINES.length - 2)

  inbox.getByRole('button', { name: 'Accept all 3' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expectCount(lines, LINES.length - 3)
  expect(answer).toHaveBeenLastCalledWith({ act: 'act-1' }, { answer: 'accept' })
  await expect
    .element(inbox.getByRole('link', { name: 'Finn Former handed Ledger over to you.' }))
    .toHaveFocus()
  await inbox.getByRole('button', { name: 'Accept Ledger' }).click()
  await expectCount(lines, LINES.length - 4)
})

it('opens the records of a handover to answer one by one', async () => {
  const { visit } = waiting(LINES.slice(0, 1))
  vi.spyOn(visit.workspace.handovers, 'mine').mockResolvedValue({
    items: [
      {
        ...{ id: 'h1', kind: 'system', recordId: ledger.id, recordName: 'Ledger', part: 'owner' },
        ...{ giver: 'Finn Former', state: 'pending' },
      },
    ],
    total: 1,
    pending: 1,
  })
  await openApp('/notifications', visit)
  await inbox.getByRole('button', { name: 'One by one' }).click()
  const records = page.getByRole('list', { name: 'Handed over by Finn Former' })
  await expect.element(records.getByRole('button', { name: 'Pass on Ledger' })).toBeVisible()
})

it('shows nothing to press below it until it stands', async () => {
  const { visit } = waiting(LINES)
  let answer = () => {}
  vi.spyOn(visit.workspace.inbox, 'read').mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { total: LINES.length, lines: LINES, snoozed: [] }
  })
  await openApp('/notifications', visit)
  await expect.element(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  const tabs = page.getByRole('tab', { name: 'Unread' })
  await expectCount(tabs, 0)
  answer()
  await expectCount(lines, LINES.length)
  await expect.element(tabs).toBeVisible()
})

it('says that it could not be loaded, above the notifications, and tries again', async () => {
  const { visit } = waiting(LINES)
  vi.spyOn(visit.workspace.inbox, 'read').mockRejectedValueOnce(refusal('Not today.'))
  await openApp('/notifications', visit)
  await expect.element(page.getByText('The inbox could not be loaded')).toBeVisible()
  await expect.element(page.getByText('Not today.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectCount(lines, LINES.length)
})

it('shows nothing where nothing waits', async () => {
  const { visit } = waiting([])
  await openApp('/notifications', visit)
  await expect.element(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  await expectGone(inbox)
})
