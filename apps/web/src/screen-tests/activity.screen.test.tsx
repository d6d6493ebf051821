import { demoHeartbeats } from '@cairn/workspace/examples/heartbeats'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { historyEntry, withHistory } from './support/history.ts'
import { expectCount, expectGone, expectTexts, press } from './support/look.ts'
import { ADA } from './support/people.ts'
import { automation } from './support/records.ts'
import { expectWholeAt } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

const stream = page.getByRole('list', { name: 'Activity' })
// Changes hold lists of their own.
const items = page.getByCss('ol[aria-label="Activity"] > li')
const chips = page.getByRole('group', { name: 'Show' })
const chip = (name: string) => chips.getByRole('button', { name, exact: true })

const by = { changedBy: ADA.id }
const giver = { id: 'person-who-left', name: 'Ana Alvarez' }
const ENTRIES = [
  historyEntry(9, {
    ...{ ...by, field: 'maintenance' },
    after: { starts_at: '2026-01-06T10:00:00Z', ends_at: '2026-01-06T12:00:00Z', note: '' },
  }),
  historyEntry(7, {
    ...{ ...by, field: 'handover' },
    after: { part: 'owner', state: 'pending', giver, receiver: { name: 'Ben Owner' } },
  }),
  historyEntry(5, { ...by, before: 'First', after: 'Second' }),
]
const day = (date: string, successes: number, failures = 0) => ({
  ...{ day: date, successes, failures, timed: 0, seconds: 0, longest: 0 },
})

/** Opens the page of an automation that ran before, on and after the day of its changes. */
async function openPage() {
  const nightly = automation({ name: 'Nightly export' })
  const workspace = membersWorkspace({ people: [ADA], automations: [nightly] })
  withHistory(workspace, ENTRIES)
  const [beat] = demoHeartbeats()
  if (beat === undefined) throw new Error('The examples have no heartbeat.')
  vi.spyOn(workspace.heartbeats, 'of').mockResolvedValue([
    { ...beat, kind: 'automation', recordId: nightly.id },
  ])
  vi.spyOn(workspace.heartbeats, 'days').mockResolvedValue([
    ...[day('2026-01-01', 4), day('2026-01-02', 4), day('2026-01-03', 4), day('2026-01-04', 3, 1)],
    day('2026-01-06', 4),
  ])
  await openApp(`/automations/${nightly.id}`, { as: ADA, workspace })
}

it('shows changes and runs of a record in one stream, the latest first', async () => {
  await openPage()
  await expectTexts(items, [
    'Jan 6, 2026: 4 runs',
    /Ada.* changed Maintenance/,
    /handed it over from Ana Alvarez to Ben Owner/,
    /Ada.* changed Description/,
    'Jan 4, 2026: 4 runs · 1 failed',
    'Jan 1, 2026 to Jan 3, 2026: 12 runs',
  ])
  await expectAccessible('the activity of a record')
  await expectWholeAt('the activity of a record', [320, 768, 1440])
})

it('shows one type of it, by the keyboard too', async () => {
  await openPage()
  await expectCount(items, 6)
  await press(chip('Handovers'), '{Enter}')
  await expectTexts(items, [/handed it over from Ana Alvarez to Ben Owner/])
  await expect.element(chip('Handovers')).toHaveFocus()
  await chip('Maintenance windows').click()
  await expectTexts(items, [/Ada.* changed Maintenance/])
  await chip('Changes').click()
  await expectTexts(items, [/Ada.* changed Description/])
  await chip('Runs').click()
  await expect.element(page.getByRole('table', { name: 'Runs' })).toBeVisible()
  await expectGone(stream)
  await chip('Runs').click()
  await expect.element(chip('All')).toHaveAttribute('aria-pressed', 'true')
  await expectCount(items, 6)
})

it('leads from the heartbeat of a record to its runs', async () => {
  await openPage()
  await expectCount(items, 6)
  await page.getByRole('button', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Show Runs' }).click()
  await expect.element(chip('Runs')).toHaveFocus()
  await expect.element(page.getByRole('table', { name: 'Runs' })).toBeVisible()
})
