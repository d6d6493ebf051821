import { demoHeartbeats } from '@cairn/workspace/examples/heartbeats'
import type { CalendarAddress, Deputy, MaintenanceWindow, QuietHours } from '@cairn/workspace/port/alerts'
import type { Team } from '@cairn/workspace/port/teams'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import { expectCount, expectGone, expectText, openDetails, VIEWERS_CHANGE_NOTHING } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { automation, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const ledger = system({ name: 'Ledger' })
const FINANCE: Team = {
  ...{ id: 'finance', name: 'Finance', leadId: null, deputyId: null, mail: '', chatUrl: '', onCallUrl: '' },
  notices: 'lead',
  members: 1,
  records: 0,
}
const HOUR_MS = 3_600_000
const SECRET = 'c0de'.repeat(16)
const RENEWED = 'beef'.repeat(16)

/** A workspace that keeps what is said of alerts. */
function arranged(level: 'viewer' | 'user' | 'admin' = 'user') {
  const workspace = membersWorkspace({ people: [ADA, mia(level)], systems: [ledger] })
  const { alerts } = workspace
  let windows: readonly MaintenanceWindow[] = []
  let deputy: Deputy = { deputyId: null, awayFrom: null, awayUntil: null }
  let quiet: QuietHours | null = null
  let addresses: readonly CalendarAddress[] = []
  vi.spyOn(alerts, 'maintenance').mockImplementation(async () => windows)
  vi.spyOn(alerts, 'addMaintenance').mockImplementation(async ({ startsAt, endsAt, note }) => {
    windows = [...windows, { id: `w${windows.length}`, startsAt: startsAt ?? new Date(), endsAt, note }]
  })
  vi.spyOn(alerts, 'removeMaintenance').mockImplementation(async (id) => {
    windows = windows.filter((window) => window.id !== id)
  })
  vi.spyOn(alerts, 'deputy').mockImplementation(async () => deputy)
  const nameDeputy = vi.spyOn(alerts, 'nameDeputy').mockImplementation(async (given) => {
    deputy = given
  })
  vi.spyOn(alerts, 'quietHours').mockImplementation(async () => quiet)
  const saveQuietHours = vi.spyOn(alerts, 'saveQuietHours').mockImplementation(async (hours) => {
    quiet = hours
  })
  const saveEscalation = vi.spyOn(alerts, 'saveEscalation').mockResolvedValue()
  vi.spyOn(alerts, 'calendars').mockImplementation(async () => addresses)
  vi.spyOn(alerts, 'makeCalendar').mockImplementation(async (subject) => {
    addresses = [{ id: 'a', ...subject, createdAt: new Date(), lastUsedAt: null }]
    return SECRET
  })
  vi.spyOn(alerts, 'renewCalendar').mockImplementation(async () => RENEWED)
  vi.spyOn(alerts, 'removeCalendar').mockImplementation(async () => {
    addresses = []
  })
  return { workspace, nameDeputy, saveQuietHours, saveEscalation }
}

/** A moment as an input of date and time has it. */
function typed(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

it('plans maintenance of a record, shows until when it lasts, and removes it', async () => {
  const { workspace } = arranged()
  await openApp('/systems', { as: mia('user'), workspace })
  const details = await openDetails('Ledger')
  await expectText(details.getByText('No maintenance is planned.'), 'No maintenance is planned.')
  await details.getByRole('button', { name: 'Plan Maintenance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan Maintenance' })
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect.element(dialog.getByText('Say when the maintenance ends.')).toBeVisible()
  await dialog.getByLabelText('Ends').fill(typed(new Date(Date.now() + HOUR_MS)))
  await dialog.getByLabelText('Note').fill('New disks')
  await expectAccessible('planning maintenance')
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
  await expectGone(dialog)
  const windows = details.getByRole('list', { name: 'Maintenance windows' }).getByRole('listitem')
  await expectCount(windows, 1)
  await expect.element(windows).toHaveTextContent(/^Maintenance until .*New disks$/)
  await windows.getByRole('button', { name: /^Remove maintenance until/ }).click()
  await expect.element(details.getByText('No maintenance is planned.')).toBeVisible()
})

it('shows in a list which automation is in maintenance, and until when', async () => {
  const sync = automation({ name: 'Invoice sync' })
  const workspace = membersWorkspace({ people: [ADA, mia('user')], automations: [sync] })
  const [beat] = demoHeartbeats()
  const maintenanceUntil = new Date('2027-04-01T09:00:00Z')
  vi.spyOn(workspace.heartbeats, 'of').mockResolvedValue(
    beat ? [{ ...beat, recordId: sync.id, state: 'late', maintenanceUntil }] : [],
  )
  await openApp('/automations', { as: mia('user'), workspace })
  await expectText(page.getByRole('row', { name: 'Invoice sync' }), /Late.*Maintenance until Apr 1, 2027/)
  await expectAccessible('a list with maintenance')
})

it('shows in a list of systems which are in maintenance, in one request, and no row moves for it', async () => {
  const wiki = system({ name: 'Wiki' })
  const workspace = membersWorkspace({ people: [ADA, mia('user')], systems: [ledger, wiki] })
  const { answer, release } = heldBack(() => new Map([[ledger.id, new Date('2027-04-01T09:00:00Z')]]))
  const asked = vi.spyOn(workspace.alerts, 'inMaintenance').mockImplementation(answer)
  await openApp('/systems', { as: mia('user'), workspace })
  const rowOf = (name: string) => page.getByRole('row', { name })
  await expect.element(rowOf('Ledger')).toBeVisible()
  const places = () =>
    ['Ledger', 'Wiki'].map((name) => JSON.stringify(rowOf(name).element().getBoundingClientRect()))
  const before = places()
  release()
  await expectText(rowOf('Ledger'), /Maintenance until Apr 1, 2027/)
  expect(places()).toEqual(before)
  await expectGone(rowOf('Wiki').getByText(/^Maintenance until/))
  expect(asked.mock.calls.map(([ids]) => [...ids].sort())).toEqual([[ledger.id, wiki.id].sort()])
  await expectAccessible('a list of systems with maintenance')
})

it('tells a viewer why no maintenance can be planned', async () => {
  const { workspace } = arranged('viewer')
  await openApp('/systems', { as: mia('viewer'), workspace })
  const details = await openDetails('Ledger')
  await expect
    .element(details.getByRole('button', { name: 'Plan Maintenance' }))
    .toHaveAccessibleDescription(VIEWERS_CHANGE_NOTHING)
})

it('names a deputy and an absence over whole days', async () => {
  const { workspace, nameDeputy } = arranged()
  await openApp('/settings/notifications', { as: mia('user'), workspace })
  await page.getByLabelText('Deputy', { exact: true }).selectOptions(ADA.name)
  await page.getByLabelText('Away from').fill('2099-04-01')
  const save = page.getByRole('button', { name: 'Save Deputy and Absence' })
  await expect.element(save).toHaveAccessibleDescription('The last day must not be before the first one.')
  await page.getByLabelText('Away until').fill('2099-04-02')
  await save.click()
  await expect
    .poll(() => nameDeputy.mock.lastCall)
    .toEqual([
      { deputyId: ADA.id, awayFrom: new Date('2099-04-01T00:00'), awayUntil: new Date('2099-04-03T00:00') },
    ])
})

it('saves quiet hours, and none', async () => {
  const { workspace, saveQuietHours } = arranged()
  await openApp('/settings/notifications', { as: mia('user'), workspace })
  const [from, until] = [
    page.getByLabelText('From', { exact: true }),
    page.getByLabelText('Until', { exact: true }),
  ]
  await from.fill('22:00')
  const save = page.getByRole('button', { name: 'Save Quiet Hours' })
  await expect.element(save).toHaveAccessibleDescription('Enter two different times, or none.')
  await until.fill('07:30')
  await save.click()
  await expect.poll(() => saveQuietHours.mock.lastCall).toEqual([{ from: '22:00', until: '07:30' }])
  await from.fill('')
  await until.fill('')
  await save.click()
  await expect.poll(() => saveQuietHours.mock.lastCall).toEqual([null])
})

it('shows the address of a calendar once, and removes it', async () => {
  const { workspace } = arranged()
  await openApp('/settings/notifications', { as: mia('user'), workspace })
  await page.getByRole('button', { name: 'Create Calendar Address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Calendar address' })
  await expect.element(shown.getByText(`/calendar/${SECRET}.ics`)).toBeVisible()
  await expectAccessible('the address of a calendar')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expectGone(page.getByText(SECRET))
  const address = page.getByRole('list', { name: 'Your calendar addresses' }).getByRole('listitem')
  await expect.element(address).toHaveTextContent(/Your records.*not read yet/)
  await address.getByRole('button', { name: /^Remove the calendar address/ }).click()
  await expect.element(page.getByText('You have no calendar addresses yet.')).toBeVisible()
})

it('makes a calendar of a team of the user, and regenerates its address', async () => {
  const { workspace } = arranged()
  vi.spyOn(workspace.teams, 'list').mockResolvedValue([FINANCE, { ...FINANCE, id: 'sales', name: 'Sales' }])
  vi.spyOn(workspace.teams, 'of').mockResolvedValue([FINANCE])
  await openApp('/settings/notifications', { as: mia('user'), workspace })
  await page.getByRole('button', { name: 'Create Calendar Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Calendar Address' })
  await expect
    .poll(() =>
      dialog
        .getByRole('option')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Your records', 'Finance'])
  await dialog.getByLabelText('Dates of').selectOptions('Finance')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog', { name: 'Calendar address' }).getByRole('button', { name: 'Done' }).click()
  const address = page.getByRole('list', { name: 'Your calendar addresses' }).getByRole('listitem')
  await expect.element(address).toHaveTextContent(/Finance.*not read yet/)
  await address.getByRole('button', { name: /^Regenerate the calendar address Finance/ }).click()
  await expect.element(page.getByText(`/calendar/${RENEWED}.ics`)).toBeVisible()
})

it('lets an admin say when alerts go to deputies', async () => {
  const { workspace, saveEscalation } = arranged('admin')
  await openApp('/settings/monitoring', { as: mia('admin'), workspace })
  const choice = page.getByLabelText('Tell the deputy')
  await expect.element(choice).toHaveValue('4')
  await choice.selectOptions('Never')
  await expect.poll(() => saveEscalation.mock.lastCall).toEqual([0])
})
