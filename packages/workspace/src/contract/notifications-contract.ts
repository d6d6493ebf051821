import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

/** Tests the notifications and the history of records against any implementation of the port. */
export function notificationsContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Notifications', () => {
    test('[OPEN-02] are listed newest first, all of them or the unread, as many as are counted', async () => {
      const { notifications } = await open()
      const all = await settle(notifications.page({ unreadOnly: false, after: null }))
      const times = all.items.map(({ happenedAt }) => happenedAt.getTime())
      expect(times).toEqual([...times].sort((one, other) => other - one))
      const unread = await settle(notifications.page({ unreadOnly: true, after: null }))
      const unreadIds = all.items.filter(({ isRead }) => !isRead).map(({ id }) => id)
      expect(unread.items.map(({ id }) => id)).toEqual(unreadIds)
      expect(unread.items).not.toHaveLength(0)
      expect(await settle(notifications.unreadCount())).toBe(unread.items.length)
    })

    if (!keepsWrites) {
      test('[OPEN-02][GUEST-15] stay unread for guests', async () => {
        const { notifications } = await open()
        for (const write of [() => notifications.markRead('any'), () => notifications.markAllRead()]) {
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
        }
      })
      return
    }

    test('[OPEN-02] are marked as read one by one, and all at once', async () => {
      const { notifications } = await open()
      const before = await settle(notifications.unreadCount())
      const { items } = await settle(notifications.page({ unreadOnly: true, after: null }))
      const [newest] = items
      await settle(notifications.markRead(newest?.id ?? ''))
      expect(await settle(notifications.unreadCount())).toBe(before - 1)
      await settle(notifications.markAllRead())
      expect(await settle(notifications.unreadCount())).toBe(0)
      const all = await settle(notifications.page({ unreadOnly: false, after: null }))
      expect(all.items[0]).toEqual({ ...newest, isRead: true })
    })
  })

  describe('The history', () => {
    test('[GAP-34] tells what happened to a record, the latest first', async () => {
      const { systems, team, history } = await open()
      const {
        items: [system],
      } = await settle(systems.list())
      const systemId = system?.id ?? ''
      const [member] = await settle(team.members())
      if (keepsWrites) await settle(systems.addExpert(systemId, member?.id ?? ''))
      const { entries } = await settle(history.page(systemId, null))
      expect(entries).not.toHaveLength(0)
      const times = entries.map(({ changedAt }) => Date.parse(changedAt))
      expect(times).toEqual([...times].sort((one, other) => other - one))
      if (!keepsWrites) return
      expect(entries[0]).toMatchObject({
        action: 'updated',
        field: 'experts',
        before: null,
        after: { id: member?.id, name: member?.name },
        changedBy: member?.id,
      })
      await settle(systems.removeExpert(systemId, member?.id ?? ''))
    })

    test('[GAP-34] knows what was done at one stroke, however close two strokes are', async () => {
      const { systems, history } = await open()
      if (!keepsWrites) {
        const [system] = (await settle(systems.list())).items
        const { entries } = await settle(history.page(system?.id ?? '', null))
        expect(new Set(entries.map(({ act }) => act)).size).toBe(entries.length)
        return
      }
      const input = newSystem({ name: 'Stroke', description: 'First', ownerId: null })
      const { id, version } = await settle(systems.add(input))
      const other = newSystem({ name: 'Strokes', description: 'Second', ownerId: null })
      const changed = await settle(systems.update(id, { ...other, status: 'active' }, version))
      if (changed.kind !== 'saved') throw new Error('Nobody else changes this system.')
      await settle(systems.update(id, { ...input, status: 'active' }, changed.item.version))
      const { entries } = await settle(history.page(id, null))
      const acts = [...new Set(entries.map(({ act }) => act))].map((act) =>
        entries.filter((entry) => entry.act === act).map(({ field }) => field ?? 'made'),
      )
      expect(acts.map((fields) => fields.toSorted())).toEqual([
        ['description', 'name'],
        ['description', 'name'],
        ['made'],
      ])
      await settle(systems.remove(id))
    })

    test('is read by topic', async () => {
      const { systems, history } = await open()
      const [system] = (await settle(systems.list())).items
      const id = system?.id ?? ''
      const { entries } = await settle(history.page(id, null))
      const changes = await settle(history.page(id, null, 'changes'))
      const named = (all: typeof entries) => all.map(({ id: entry }) => entry)
      expect(named(changes.entries)).toEqual(
        named(entries.filter(({ field }) => field !== 'handover' && field !== 'maintenance')),
      )
      for (const [topic, field] of [
        ['handovers', 'handover'],
        ['maintenance', 'maintenance'],
      ] as const) {
        const told = await settle(history.page(id, null, topic))
        expect(named(told.entries)).toEqual(named(entries.filter((entry) => entry.field === field)))
      }
    })

    test('[GAP-34] of a record that is not there is empty', async () => {
      const { history } = await open()
      const nothing = await settle(history.page('00000000-0000-4000-8000-000000000000', null))
      expect(nothing).toEqual({ entries: [], next: null })
    })
  })
}
