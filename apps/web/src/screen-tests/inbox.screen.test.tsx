import type { InboxLine, SnoozedLine } from '@cairn/workspace/port/inbox'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectAddress, expectCount, expectGone, expectTexts, expectToast, toast } from './support/look.ts'
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
  let snoozed: readonly SnoozedLine[] = []
  const end = (gone: (line: InboxLine) => boolean) => async () => {
    left = left.filter((line) => !gone(line))
  }
  vi.spyOn(workspace.inbox, 'read').mockImplementation(async () => ({
    total: left.length,
    lines: left,
    snoozed,
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
  const snooze = vi.spyOn(workspace.inbox, 'snooze').mockImplementation(async (line, until) => {
    left = until ? left.filter(({ id }) => id !== line.id) : lines
    snoozed = until ? [{ line, until }] : []
  })
  const mute = vi.spyOn(workspace.inbox, 'mute').mockImplementation(async (muted) => {
    left = left.filter((line) => !('reason' in muted) || line.reason !== muted.reason)
  })
  const unmute = vi.spyOn(workspace.inbox, 'unmute').mockImplementation(async () => {
    left = lines
  })
  return { visit: { as: me, workspace }, answer, snooze, mute, unmute }
}

const inbox = page.getByRole('region', { name: 'Waiting for you' })
const lines = inbox.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem')

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

const line = (name: string) => inbox.getByText(name, { exact: true })
const press = (keys: string) => userEvent.keyboard(keys)
async function focusOn(name: string): Promise<void> {
  await expect.element(line(name)).toBeVisible()
  line(name).element().focus()
}

it('is worked in by keys as a mail program', async () => {
  const { visit, answer } = waiting(LINES)
  await openApp('/notifications', visit)
  await expectCount(lines, LINES.length)
  await press('j')
  await expect.element(line('Finn Former handed 3 records over to you.')).toHaveFocus()
  await press('jj')
  await expect.element(line('Nia Newcomer waits to be admitted.')).toHaveFocus()
  await press('k{ArrowDown}{ArrowUp}')
  await expect.element(line('Finn Former handed Ledger over to you.')).toHaveFocus()
  await press('e')
  await expectCount(lines, LINES.length - 1)
  expect(answer).toHaveBeenLastCalledWith({ ids: ['h1'] }, { answer: 'accept' })
  await expect.element(line('Nia Newcomer waits to be admitted.')).toHaveFocus()
  await press('jj{Enter}')
  await expectAddress(`/systems?id=${ledger.id}`)
})

it('steps by keys to lines far out of sight', async () => {
  const many = Array.from({ length: 300 }, (_, at): InboxLine => {
    const named = { ...record, name: `Ledger ${at + 1}` }
    return { reason: 'late', id: `late ${at}`, record: named, isFailing: false, since }
  })
  const { visit } = waiting(many)
  await openApp('/notifications', visit)
  await expectCount(lines, 300)
  await focusOn('Ledger 298 is late.')
  await press('jj')
  await expect.element(line('Ledger 300 is late.')).toHaveFocus()
  await expect.element(line('Ledger 300 is late.')).toBeInViewport()
  await press('k')
  await expect.element(line('Ledger 299 is late.')).toHaveFocus()
})

it('snoozes a line by key until tomorrow, keeps the focus, and brings it back', async () => {
  const { visit, snooze } = waiting(LINES)
  await openApp('/notifications', visit)
  await focusOn('Ledger is failing.')
  await press('h')
  await expect.element(page.getByRole('menuitem', { name: 'Snooze until tomorrow' })).toHaveFocus()
  await expectGone(page.getByRole('menuitem', { name: /^Mute/ }))
  await press('{Enter}')
  await expectCount(lines, LINES.length - 1)
  const day = new Date()
  const tomorrow = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)
  expect(snooze).toHaveBeenLastCalledWith(LINES[4], tomorrow)
  await expect.element(line('Ledger renews or ends on Mar 1, 2027.')).toHaveFocus()

  await inbox.getByText('Snoozed (1)').click()
  await inbox.getByRole('list', { name: 'Snoozed' }).getByRole('button', { name: 'Bring back' }).click()
  await expectToast('Back in the inbox')
  await expectGone(inbox.getByText('Snoozed (1)'))
  await expectCount(lines, LINES.length)
})

it('snoozes until a date within the next year', async () => {
  const { visit, snooze } = waiting(LINES)
  await openApp('/notifications', visit)
  await lines.nth(6).getByRole('button', { name: 'Snooze or mute' }).click()
  await page.getByRole('menuitem', { name: 'Snooze until a date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze until a date' })
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect.element(dialog.getByText('Choose a day within the next year.')).toBeVisible()
  const day = new Date()
  const date = new Date(day.getFullYear(), day.getMonth() + 1, 2)
  const typed = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-02`
  await dialog.getByLabelText('Until').fill(typed)
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expectCount(lines, LINES.length - 1)
  expect(snooze).toHaveBeenLastCalledWith(LINES[6], date)
})

it('mutes a reason or a record by key, and takes it back from the toast', async () => {
  const { visit, mute, unmute } = waiting(LINES)
  await openApp('/notifications', visit)
  await focusOn('Ledger is failing.')
  await press('m')
  await expect.element(page.getByRole('menuitem', { name: 'Mute: Ledger' })).toHaveFocus()
  await page.getByRole('menuitem', { name: 'Mute: Late and failing runs' }).click()
  await expectToast('Late and failing runs muted')
  await expectCount(lines, LINES.length - 1)
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expectCount(lines, LINES.length)
  expect(unmute).toHaveBeenLastCalledWith({ reason: 'late' })
  await focusOn('Ledger is failing.')
  await press('m{Enter}')
  await expectToast('Ledger muted')
  expect(mute).toHaveBeenLastCalledWith({ record })
})

it('unmutes in the settings of notifications', async () => {
  const { visit, unmute } = waiting(LINES)
  const muted = vi.spyOn(visit.workspace.inbox, 'muted')
  muted.mockResolvedValueOnce([{ reason: 'renewal' }, { record }]).mockResolvedValue([{ record }])
  await openApp('/settings/notifications', visit)
  const list = page.getByRole('list', { name: 'Muted' })
  await expectTexts(list.getByRole('listitem'), ['RenewalsUnmute', 'LedgerUnmute'])
  await list.getByRole('button', { name: 'Unmute Renewals' }).click()
  await expectToast('Renewals unmuted')
  expect(unmute).toHaveBeenLastCalledWith({ reason: 'renewal' })
  await expectTexts(list.getByRole('listitem'), ['LedgerUnmute'])
})
