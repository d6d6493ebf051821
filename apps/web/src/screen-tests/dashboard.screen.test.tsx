import type { Activity } from '@cairn/workspace/port/dashboard'
import type { Act } from '@cairn/workspace/port/records/acts'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import {
  card,
  expectAddress,
  expectCount,
  expectGone,
  expectResting,
  expectScreen,
  expectText,
  expectTexts,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const figure = (title: string): Locator =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByCss('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const activityCard = card('Recent Activity')
const activities = activityCard.getByRole('listitem')

it('[DASH-01, 02, 03, 16, 17, 18, 19] leads to every catalogue', async () => {
  await openApp('/', { as: ADA })
  const quick = page.getByRole('navigation', { name: 'Quick Links' })
  const actions = page.getByCss('#main header').first()
  const follow = async (link: Locator, path: string) => {
    await link.click()
    await expectAddress(path)
    history.back()
    await expectScreen('Dashboard')
  }
  await follow(actions.getByRole('link', { name: 'Create Automation' }), '/automations')
  await actions.getByRole('link', { name: 'Add System' }).click()
  await expectAddress('/systems')
  const form = page.getByRole('dialog', { name: 'Add System' })
  await expect.element(form.getByLabelText('System Name')).toHaveFocus()
  await form.getByRole('button', { name: 'Cancel' }).click()
  history.back()
  await expectScreen('Dashboard')
  await page.viewport(375, 800)
  await expect.element(quick).toBeVisible()
  await page.viewport(1280, 800)
  await follow(quick.getByRole('link', { name: 'Manage Systems' }), '/systems')
  await follow(quick.getByRole('link', { name: 'View Automations' }), '/automations')
  await follow(quick.getByRole('link', { name: 'AI Agents' }), '/agents')
  await follow(quick.getByRole('link', { name: 'Browse Solutions' }), '/solutions')
})

it('lets a viewer begin nothing that they may not end', async () => {
  await openApp('/', { as: mia('viewer') })
  for (const name of ['Create Automation', 'Add System'])
    await expectResting(page.getByRole('main').getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
})

it('[DASH-06, 07, 08, 12, GUEST-27] shows guests the figures and the news of the examples', async () => {
  await openApp('/')
  await expectText(figure('Running Automations'), 'Running Automations2Currently active')
  await expectText(figure('AI Agents'), 'AI Agents2Deployed agents')
  await expectText(figure('Solutions'), 'Solutions2Available templates')
  await expectCount(activities, 5)
  await expect.element(activities.first()).toHaveTextContent('Updated by Bo Sample')
  await expect.element(activities.first()).toHaveTextContent('12 minutes ago')
})

it('[DASH-09, 13] holds the place of what is still loading', async () => {
  const workspace = membersWorkspace()
  const none = { systems: 0, automations: 0, agents: 0, solutions: 0 }
  const counts = heldBack(() => none)
  const activity = heldBack((): readonly Activity[] => [])
  vi.spyOn(workspace.dashboard, 'counts').mockImplementation(counts.answer)
  vi.spyOn(workspace.dashboard, 'recentActivity').mockImplementation(activity.answer)
  await openApp('/', { as: mia('viewer'), workspace })
  for (const title of ['Active Systems', 'Running Automations', 'AI Agents', 'Solutions'])
    await expect.element(figure(title)).toHaveTextContent('…')
  counts.release()
  await expectText(figure('Active Systems'), /^Active Systems0Registered systems/)
  await expect.element(activityCard).toHaveAttribute('aria-busy', 'true')
  await expectCount(activityCard.getByCss('[data-skeleton-row]'), 4)
  activity.release()
  await expectGone(activityCard.getByCss('[data-skeleton-row]'))
})

it('shows no card below one that is loading, so that none moves', async () => {
  const workspace = membersWorkspace()
  const gaps = heldBack(() => ({ system: { no_owner: 120 } }))
  vi.spyOn(workspace.gaps, 'figures').mockImplementation(gaps.answer)
  await openApp('/', { as: ADA, workspace })
  await expect.element(page.getByRole('heading', { name: 'Gaps' })).toBeVisible()
  await expectGone(page.getByRole('heading', { name: 'Recent Activity' }))
  gaps.release()
  await expect.element(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
})

it('shows the top of the inbox before the register, the register before the news, and leads to each', async () => {
  const workspace = membersWorkspace()
  const ledger = { kind: 'system' as const, id: 'ledger', name: 'Ledger' }
  const since = new Date()
  const read = vi.spyOn(workspace.inbox, 'read').mockResolvedValue({
    total: 12,
    lines: [
      {
        ...{ reason: 'handover', id: 'many', act: 'act', giver: 'Finn Former', amount: 3 },
        ...{ record: ledger, single: null, since },
      },
      { reason: 'late', id: 'late', record: ledger, isFailing: true, since },
    ],
    snoozed: [],
  })
  vi.spyOn(workspace.gaps, 'figures').mockResolvedValue({ system: { no_owner: 120 } })
  await openApp('/', { as: { ...ADA, hidesFirstSteps: false }, workspace })
  await expectTexts(page.getByCss('#main h2'), [
    'First steps',
    'Needs your attention',
    'Active Systems',
    'Running Automations',
    'AI Agents',
    'Solutions',
    'Gaps',
    'Recent Activity',
    'Renewals in 60 days',
    'Coverage by department',
    'Quick Links',
  ])
  const mine = page.getByRole('list', { name: 'Needs your attention' })
  await expectTexts(mine.getByRole('listitem'), [
    'Finn Former handed 3 records over to you.',
    'Ledger is failing.',
  ])
  expect(read).toHaveBeenCalledWith(5)
  await mine.getByRole('link', { name: 'Ledger is failing.' }).click()
  await expectAddress('/systems?id=ledger')
  history.back()
  await mine.getByRole('link', { name: 'Finn Former handed 3 records' }).click()
  await expectAddress('/notifications')
  history.back()
  await page.getByRole('link', { name: 'Open the inbox (12)' }).click()
  await expectAddress('/notifications')
})

it('ends with near renewals and the coverage by department', async () => {
  const workspace = membersWorkspace()
  const soon = new Date(Date.now() + 12 * 86_400_000)
  const renewsOn = `${soon.getFullYear()}-${String(soon.getMonth() + 1).padStart(2, '0')}-${String(soon.getDate()).padStart(2, '0')}`
  const outlook = vi.spyOn(workspace.dashboard, 'outlook').mockResolvedValue({
    renewals: { total: 6, items: [{ kind: 'system', id: 'ledger', name: 'Ledger', renewsOn }] },
    departments: [{ name: 'Finance', records: 1200, withOwner: 1199 }],
  })
  await openApp('/', { as: ADA, workspace })
  const renewals = page.getByRole('list', { name: 'Renewals in 60 days' })
  await expectTexts(renewals.getByRole('listitem'), ['LedgerDue in 12 days'])
  await expect.element(card('Renewals in 60 days').getByText('and 5 more')).toBeVisible()
  const departments = page.getByRole('list', { name: 'Coverage by department' }).getByRole('listitem')
  await expectTexts(departments, ['Finance99% of 1,200 have an owner'])
  await renewals.getByRole('link').click()
  await expectAddress('/systems?id=ledger')

  outlook.mockResolvedValue({ renewals: { total: 0, items: [] }, departments: [] })
  await openApp('/', { as: ADA, workspace })
  await expect.element(page.getByText('Nothing renews or ends in the next 60 days.')).toBeVisible()
  await expect.element(page.getByText('No record names its department yet.')).toBeVisible()
})

it('says beside each figure how many records there were twelve weeks ago', async () => {
  const workspace = membersWorkspace()
  const weeks = Array.from({ length: 12 }, (_, week) => 1188 + week)
  vi.spyOn(workspace.gaps, 'coverage').mockResolvedValue({
    weeks: [],
    now: { records: 0, withOwner: 0, withSecond: 0 },
    kinds: { system: { weeks, now: 1206 }, agent: { weeks: [1], now: 2 } },
  })
  await openApp('/', { as: ADA, workspace })
  const trend = figure('Active Systems').getByRole('img')
  await expect.element(trend).toHaveAccessibleName('Registered: 1,188 12 weeks ago, 1,206 now')
  await expectText(figure('Active Systems'), /^Active Systems\d*Registered systems: 1,?206$/)
  await expectGone(figure('AI Agents').getByRole('img'))
})

/** Words that stand in more than one line. */
function brokenWords(names: Locator): string[] {
  return names.elements().flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    return broken
  })
}

for (const language of ['en', 'es', 'fr', 'de'])
  it(`breaks the name of no figure within a word on a phone, in ${language}`, async () => {
    await page.viewport(375, 740)
    await openApp('/', { language })
    const names = page.getByCss('#main section[aria-label] section h2')
    await expectCount(names, 4)
    await document.fonts.ready
    expect(brokenWords(names)).toEqual([])
  })

describe('recent activity', () => {
  const SECOND = 1000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

  /** An activity on a system, so long ago. */
  const done = (resource: string, ageMs: number, told: Partial<Activity> = {}): Activity => ({
    id: crypto.randomUUID(),
    kind: 'system',
    resource,
    action: 'created',
    userName: 'Ada Founder',
    occurredAt: new Date(Date.now() - ageMs),
    act: null,
    ...told,
  })

  it('[DASH-14, 15] says that nothing has happened yet', async () => {
    const workspace = membersWorkspace()
    vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([])
    await openApp('/', { as: ADA, workspace })
    await expect.element(activityCard.getByText('No recent activity', { exact: true })).toBeVisible()
    const promise =
      'Activity will appear here as you create and update systems, automations, agents, and solutions.'
    await expect.element(activityCard.getByText(promise, { exact: true })).toBeVisible()
  })

  it('[DASH-24, 25, 26, 27, 28] says how long ago a change is, or its date', async () => {
    const workspace = membersWorkspace()
    const nowMs = Date.now()
    vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([
      done('Second', 0),
      done('Minute', 5 * MINUTE + SECOND),
      done('Hour', 3 * HOUR + SECOND),
      done('Day', 6 * DAY + SECOND),
      done('Week', 8 * DAY),
    ])
    await openApp('/', { as: ADA, workspace })
    await expectTexts(activities, [
      'SecondCreated by Ada FounderJust now',
      'MinuteCreated by Ada Founder5 minutes ago',
      'HourCreated by Ada Founder3 hours ago',
      'DayCreated by Ada Founder6 days ago',
      `WeekCreated by Ada Founder${date.format(nowMs - 8 * DAY)}`,
    ])
  })

  it('[DASH-20, 21] asks again every 30 s, and shows the eight that it gets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const workspace = membersWorkspace()
    const ask = vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([])
    await openApp('/', { as: ADA, workspace })
    await vi.advanceTimersByTimeAsync(SECOND)
    await expect.element(activityCard.getByText('No recent activity')).toBeVisible()
    const before = ask.mock.calls.length
    ask.mockResolvedValue([1, 2, 3, 4, 5, 6, 7, 8].map((n) => done(`Number ${n}`, n * HOUR)))
    await vi.advanceTimersByTimeAsync(25 * SECOND)
    expect(ask).toHaveBeenCalledTimes(before)
    await vi.advanceTimersByTimeAsync(6 * SECOND)
    expect(ask).toHaveBeenCalledTimes(before + 1)
    await expectCount(activities, 8)
  })

  it('[DASH-12, 23, 29] says who did what, and leads to the record', async () => {
    const orphan = system({ name: 'Orphan' })
    const workspace = membersWorkspace({ systems: [orphan] })
    vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([
      done('Made', 2 * HOUR + SECOND),
      done('Changed', 3 * HOUR + SECOND, { action: 'updated', userName: 'Ben Changer' }),
      done('Orphan', 4 * HOUR + SECOND, { id: orphan.id, action: 'updated', userName: 'Unknown User' }),
    ])
    await openApp('/', { as: ADA, workspace })
    await expectTexts(activities, [
      'MadeCreated by Ada Founder2 hours ago',
      'ChangedUpdated by Ben Changer3 hours ago',
      'OrphanUpdated by Unknown User4 hours ago',
    ])
    await activities.nth(2).getByRole('link').click()
    await expectAddress(`/systems?id=${orphan.id}`)
    await expect.element(page.getByRole('dialog', { name: 'Orphan' })).toBeVisible()
  })

  it('shows a bulk change as one line, which leads to the change', async () => {
    const workspace = membersWorkspace()
    const act: Act = {
      id: crypto.randomUUID(),
      action: 'import',
      kind: 'system',
      value: 'cmdb.csv',
      valueName: null,
      records: 40,
      doneBy: { id: ADA.id, name: ADA.name },
      doneAt: new Date(),
      undoneBy: null,
      undoes: null,
    }
    vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([
      done('Last of them', 2 * HOUR + SECOND, { act }),
      done('Made', 3 * HOUR + SECOND),
    ])
    await openApp('/', { as: ADA, workspace })
    await expectTexts(activities, [
      'Import of cmdb.csv: 40 recordsAda Founder2 hours ago',
      'MadeCreated by Ada Founder3 hours ago',
    ])
    await activities.first().getByRole('link').click()
    await expectAddress(`/activity/${act.id}`)
  })
})
