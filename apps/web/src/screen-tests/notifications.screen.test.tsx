import type { Notification } from '@cairn/workspace/port/notifications'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import { expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectCount, expectGone } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const items = page.getByRole('main').getByRole('listitem')
const row = (sentence: string): Locator => items.filter({ hasText: sentence })
const me = mia('user')

function notification(told: Partial<Notification>): Notification {
  return {
    id: crypto.randomUUID(),
    kind: 'owner_assigned',
    actor: ADA,
    record: null,
    many: null,
    fields: [],
    level: null,
    newcomer: null,
    others: 0,
    handover: null,
    reason: null,
    dependents: [],
    view: null,
    renewsOn: null,
    silentSince: null,
    awaySeconds: null,
    token: null,
    serviceAccount: null,
    happenedAt: new Date(),
    isRead: false,
    ...told,
  }
}

/** The workspace of a member who has these notifications, fifty on a page. */
function told(all: readonly Notification[]) {
  const ledger = system({ name: 'Ledger', ownerId: me.id })
  const workspace = membersWorkspace({ people: [ADA, me], systems: [ledger] })
  vi.spyOn(workspace.notifications, 'unreadCount').mockResolvedValue(all.length)
  vi.spyOn(workspace.notifications, 'markRead').mockResolvedValue()
  vi.spyOn(workspace.notifications, 'page').mockImplementation(async ({ after }) => {
    const begin = after?.number ?? 0
    const end = begin + 50
    return {
      items: all.slice(begin, end),
      next: end < all.length ? { number: end, id: all[end]?.id ?? '' } : null,
    }
  })
  return { as: me, workspace, ledger }
}

it('[OPEN-02] loads older notifications on scrolling, and counts more than nine as 9+', async () => {
  const joined = Array.from({ length: 70 }, (_, n) =>
    notification({ kind: 'member_joined', newcomer: `Person ${70 - n}` }),
  )
  await openApp('/', told(joined))
  const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications, 70 unread', exact: true })
  await expect.element(bell).toHaveTextContent('9+')
  await bell.click()
  await expect.element(row('Person 70 joined your account.')).toBeVisible()
  await expectCount(items, 50)
  // The screen begins at its top once it stands, also where it was scrolled before.
  await expect
    .poll(() => {
      items.last().element().scrollIntoView()
      return row('Person 1 joined your account.').elements().length
    })
    .toBe(1)
  await expectCount(items, 70)
  await expectGone(page.getByRole('button', { name: 'Show older' }))
})

it('tells a bulk change in one line, which leads to the list of its records, in the reader’s language', async () => {
  const bulk = notification({ many: { kind: 'system', amount: 30 } })
  await openApp('/notifications', told([bulk]))
  await expectCount(items, 1)
  await row('Ada Founder made you the owner of 30 systems.').getByRole('link').click()
  await expectAddress('/systems?owner=me')
  await expect.element(page.getByRole('link', { name: 'Ledger', exact: true })).toBeVisible()
  await openApp('/notifications', { ...told([bulk]), language: 'de' })
  await expect
    .element(row('Ada Founder hat Ihnen die Verantwortung für 30 Systeme übertragen.'))
    .toBeVisible()
})

it('skips a kind of notification that only a newer server knows', async () => {
  const { workspace } = told([])
  vi.spyOn(workspace.notifications, 'page').mockResolvedValue({
    items: [
      { ...notification({}), kind: 'mentioned' },
      notification({ kind: 'member_joined', newcomer: 'Bo Sample' }),
    ],
    next: null,
  })
  await openApp('/notifications', { as: me, workspace })
  await expect.element(row('Bo Sample joined your account.')).toBeVisible()
  await expectCount(items, 1)
})

/** A field of the account, of systems. */
const ownField = (key: string, more: Partial<OwnField>): OwnField => ({
  ...{ id: key, kind: 'system', key, name: key, help: '', unit: '', choices: [], required: false },
  ...{ defaultValue: null, section: '', type: 'text', recordKind: null, place: 1, isRetired: false },
  ...{ deletedAt: null, version: '1' },
  ...more,
})

it('shows the names of custom fields, also of those that are retired or deleted', async () => {
  const { ledger, ...visit } = told([])
  const fields = ['own.floor', 'own.gone', 'own.plan', 'own.seats']
  const record = { kind: 'system' as const, id: ledger.id, name: 'Ledger' }
  vi.spyOn(visit.workspace.notifications, 'page').mockResolvedValue({
    items: [notification({ kind: 'record_changed', record, fields })],
    next: null,
  })
  vi.spyOn(visit.workspace.ownFields, 'list').mockResolvedValue([
    ownField('seats', { name: 'Seats', type: 'number' }),
    ownField('plan', { name: 'Old plan', isRetired: true }),
    ownField('floor', { name: 'Floor', deletedAt: new Date() }),
  ])
  vi.spyOn(visit.workspace.history, 'page').mockResolvedValue({
    entries: fields.map((field) => ({
      ...{ id: field, act: 'one', isOfAct: false, action: 'updated', field, before: null, after: 'B' },
      ...{ changedBy: ADA.id, program: null, changedAt: '2026-03-02T12:00:00Z' },
    })),
    next: null,
  })
  await openApp('/notifications', visit)
  const line = row('Ada Founder changed Ledger.')
  await expect.element(line).toHaveTextContent('Floor, Deleted field, Old plan, Seats')
  await expect.element(line).not.toHaveTextContent(/own\.|gone/)
  await page.getByRole('link', { name: 'Ada Founder changed Ledger.' }).click()
  const details = page.getByRole('dialog', { name: 'Ledger' })
  await details.getByRole('button', { name: 'Activity' }).click()
  const list = details.getByRole('list', { name: 'Activity' })
  await expect.element(list).toHaveTextContent('Old plan')
  await expect.element(list).toHaveTextContent('Deleted field')
  await expect.element(list).not.toHaveTextContent(/own\.|gone/)
})
