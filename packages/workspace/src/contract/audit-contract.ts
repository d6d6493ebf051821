import { describe, expect, test } from 'vitest'
import { NO_AUDIT_FILTER } from '../port/audit.ts'
import type { ContractOptions } from './options.ts'

/** Tests the audit log against any implementation of the port: as an admin, or as a guest, who is not an admin. */
export function auditContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('The audit log', () => {
    const auditOf = async () => (await open()).audit

    test('[OPEN-20] shows the user their own sign-ins and password events, newest first', async () => {
      const own = await settle((await auditOf()).ownActivity())
      expect(own.map(({ action }) => action)).toContain('login_successful')
      const times = own.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((one, other) => other - one))
    })

    if (!keepsWrites) {
      test('[SEC-08] is for administrators, and says so', async () => {
        const audit = await auditOf()
        for (const read of [
          () => audit.page(NO_AUDIT_FILTER, null),
          () => audit.filters(),
          () => audit.overview(),
          () => audit.releaseLockOut('any'),
          () => audit.remindOfSecondFactor('any'),
        ]) {
          await expect(settle<unknown>(read())).rejects.toMatchObject({
            kind: 'refused',
            message: 'Security monitoring is only available to administrators.',
          })
        }
      })
      return
    }

    test('[SEC-04] has pages, newest first, each entry once', async () => {
      const audit = await auditOf()
      const { entries } = await audit.page(NO_AUDIT_FILTER, null)
      const times = entries.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((one, other) => other - one))
      expect(entries.find(({ action }) => action === 'login_successful')).toMatchObject({
        person: { name: 'Ada Example' },
        severity: 'low',
        source: 'server',
      })
      const first = await audit.page(NO_AUDIT_FILTER, null, 1)
      expect(first.entries).toHaveLength(1)
      const second = await audit.page(NO_AUDIT_FILTER, first.next, 1)
      expect(second.entries).toHaveLength(1)
      expect(second.entries[0]?.id).not.toBe(first.entries[0]?.id)
    })

    test('[SEC-01, 02][GAP-17] has the figures of 30 days, and the newest entries', async () => {
      const overview = await (await auditOf()).overview()
      expect(overview?.figures.events).toBeGreaterThan(0)
      expect(overview?.byDay).toHaveLength(30)
      expect(overview?.byDay.at(-1)?.events).toBeGreaterThan(0)
      expect(overview?.newest.length).toBeGreaterThan(0)
      expect(overview?.newest.length).toBeLessThanOrEqual(10)
      expect(overview).toMatchObject({
        openLockOuts: [],
        withoutSecondFactor: [{ name: 'Ada Example' }],
        notSeen: [],
        staleInvitations: 0,
      })
    })

    test('[OPEN-19] has no member to release, and no other member to remind', async () => {
      const audit = await auditOf()
      const [me] = (await audit.filters()).people
      expect(await audit.releaseLockOut(me?.id ?? '')).toBe(false)
      expect(await audit.remindOfSecondFactor(me?.id ?? '')).toBe(false)
    })

    test('[SEC-04] knows what there is to filter by, and filters by it', async () => {
      const audit = await auditOf()
      const { actions, people } = await audit.filters()
      expect(actions).toContain('login_successful')
      const [person] = people
      expect(person).toMatchObject({ name: 'Ada Example' })
      const signIns = await audit.page(
        {
          action: 'login_successful',
          personId: person?.id ?? '',
          severity: 'low',
          from: new Date(Date.now() - 3_600_000),
          until: new Date(Date.now() + 3_600_000),
        },
        null,
      )
      expect(signIns.entries).not.toHaveLength(0)
      expect(new Set(signIns.entries.map(({ action }) => action))).toEqual(new Set(['login_successful']))
      const nothing = await audit.page({ ...NO_AUDIT_FILTER, action: 'printer_on_fire' }, null)
      expect(nothing).toEqual({ entries: [], next: null })
    })
  })
}
