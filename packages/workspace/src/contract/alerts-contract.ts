import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const HOUR_MS = 3_600_000

/** Tests maintenance, deputies, quiet hours and calendars against any implementation of the port. */
export function alertsContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Alerts', () => {
    const soon = (hours: number) => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * HOUR_MS)

    if (!keepsWrites) {
      test('[GUEST-15] show guests how an account begins, and keep nothing', async () => {
        const { alerts } = await open()
        expect(await settle(alerts.escalation())).toBe(4)
        expect(await settle(alerts.quietHours())).toBeNull()
        expect(await settle(alerts.deputy())).toEqual({ deputyId: null, awayFrom: null, awayUntil: null })
        expect(await settle(alerts.calendars())).toEqual([])
        expect(await settle(alerts.contact('any'))).toBeNull()
        expect(await settle(alerts.maintenance('any'))).toEqual([])
        for (const write of [
          () => alerts.addMaintenance({ recordId: 'any', startsAt: null, endsAt: soon(1), note: '' }),
          () => alerts.removeMaintenance('any'),
          () => alerts.nameDeputy({ deputyId: null, awayFrom: null, awayUntil: null }),
          () => alerts.saveContact({ chatUrl: '', showsEmail: false }),
          () => alerts.saveQuietHours(null),
          () => alerts.saveEscalation(8),
          () => alerts.makeCalendar({ viewId: null, teamId: null }),
          () => alerts.renewCalendar('a'),
          () => alerts.removeCalendar('any'),
        ])
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
      return
    }

    test('keep maintenance that is not over, the next first, and refuse what overlaps', async () => {
      const { alerts, systems } = await open()
      const { id: recordId } = await settle(
        systems.add(newSystem({ name: `Ledger ${crypto.randomUUID()}`, description: '', ownerId: null })),
      )
      const plan = (startsAt: Date | null, endsAt: Date, note = '') =>
        settle(alerts.addMaintenance({ recordId, startsAt, endsAt, note }))
      const later = [soon(4), soon(5)] as const
      await plan(...later, 'New disks')
      await plan(null, soon(1))
      await expect(plan(soon(4.5), soon(6))).rejects.toMatchObject({ kind: 'conflict' })
      await expect(plan(soon(3), soon(2))).rejects.toMatchObject({ kind: 'invalid' })
      const [now, then] = await settle(alerts.maintenance(recordId))
      expect(now).toMatchObject({ endsAt: expect.any(Date), note: '' })
      expect(then).toMatchObject({ startsAt: later[0], endsAt: later[1], note: 'New disks' })
      const until = await settle(alerts.inMaintenance([recordId, crypto.randomUUID()]))
      expect([...until]).toEqual([[recordId, now?.endsAt]])
      await settle(alerts.removeMaintenance(now?.id ?? ''))
      expect(await settle(alerts.inMaintenance([recordId]))).toEqual(new Map())
      expect(await settle(alerts.maintenance(recordId))).toEqual([then])
      await expect(settle(alerts.removeMaintenance(now?.id ?? ''))).rejects.toMatchObject({
        kind: 'not-found',
      })
    })

    test('keep absence, quiet hours and escalation, and what is emptied again', async () => {
      const { alerts, preferences } = await open()
      const absence = { deputyId: null, awayFrom: soon(24), awayUntil: soon(48) }
      await settle(alerts.nameDeputy(absence))
      expect(await settle(alerts.deputy())).toEqual(absence)
      const none = { deputyId: null, awayFrom: null, awayUntil: null }
      await settle(alerts.nameDeputy(none))
      expect(await settle(alerts.deputy())).toEqual(none)

      const before = await settle(preferences.notifications())
      await settle(alerts.saveQuietHours({ from: '22:00', until: '07:30' }))
      expect(await settle(alerts.quietHours())).toEqual({ from: '22:00', until: '07:30' })
      await settle(preferences.saveNotifications(before))
      expect(await settle(alerts.quietHours())).toEqual({ from: '22:00', until: '07:30' })
      await settle(alerts.saveQuietHours(null))
      expect(await settle(alerts.quietHours())).toBeNull()
      expect(await settle(preferences.notifications())).toEqual(before)

      for (const hours of [8, 0, 4]) {
        await settle(alerts.saveEscalation(hours))
        expect(await settle(alerts.escalation())).toBe(hours)
      }
    })

    test('keep how the user is reached, and refuse what is no web address', async () => {
      const { alerts, team } = await open()
      const people = await settle(team.members())
      const contacts = () => Promise.all(people.map(({ id }) => settle(alerts.contact(id))))
      const chatUrl = `https://chat.example/${crypto.randomUUID()}`
      await settle(alerts.saveContact({ chatUrl, showsEmail: true }))
      expect((await contacts()).filter((known) => known?.chatUrl === chatUrl)).toEqual([
        { chatUrl, email: expect.stringContaining('@') },
      ])
      await expect(
        settle(alerts.saveContact({ chatUrl: 'slack://user', showsEmail: true })),
      ).rejects.toMatchObject({ kind: 'invalid' })
      await settle(alerts.saveContact({ chatUrl: '', showsEmail: false }))
      expect((await contacts()).some((known) => known?.chatUrl === chatUrl)).toBe(false)
      expect(await settle(alerts.contact(crypto.randomUUID()))).toBeNull()
    })

    test('make calendar addresses, and remove them', async () => {
      const { alerts, teams } = await open()
      const mine = { viewId: null, teamId: null }
      const secret = await settle(alerts.makeCalendar(mine))
      expect(secret).toMatch(/^[0-9a-f]{64}$/)
      const [address] = await settle(alerts.calendars())
      expect(address).toMatchObject({ ...mine, createdAt: expect.any(Date), lastUsedAt: null })
      const id = address?.id ?? ''
      const renewed = await settle(alerts.renewCalendar(id))
      expect(renewed).toMatch(/^[0-9a-f]{64}$/)
      expect(renewed).not.toBe(secret)
      await settle(alerts.removeCalendar(id))
      expect(await settle(alerts.calendars())).toEqual([])
      for (const gone of [
        { viewId: crypto.randomUUID(), teamId: null },
        { viewId: null, teamId: crypto.randomUUID() },
      ])
        await expect(settle(alerts.makeCalendar(gone))).rejects.toMatchObject({ kind: 'not-found' })
      await expect(settle(alerts.renewCalendar(id))).rejects.toMatchObject({ kind: 'not-found' })

      const none = {
        leadId: null,
        deputyId: null,
        mail: '',
        chatUrl: '',
        onCallUrl: '',
        notices: 'lead' as const,
      }
      const name = `Calendars ${crypto.randomUUID()}`
      const teamId = await settle(teams.save(null, { ...none, name, memberIds: [] }))
      await settle(alerts.makeCalendar({ viewId: null, teamId }))
      expect(await settle(alerts.calendars())).toMatchObject([{ viewId: null, teamId }])
      await settle(teams.remove(teamId, null))
      expect(await settle(alerts.calendars())).toEqual([])
    })
  })
}
