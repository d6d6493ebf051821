import { describe, expect, test } from 'vitest'
import { GuestModeError, type WorkspaceError } from '../errors.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import { teamOf, teamOwnerId } from '../port/records/team-owner.ts'
import type { TeamInput } from '../port/teams.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const inputOf = (name: string, memberIds: readonly string[]): TeamInput => ({
  ...{ name, memberIds, leadId: null, deputyId: null },
  ...{ mail: '', chatUrl: '', onCallUrl: '', notices: 'lead' },
})

/** Tests teams against any implementation of the port. */
export function teamsContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Teams', () => {
    test('come by name, with as many members as they are said to have', async () => {
      const { teams } = await open()
      const listed = await settle(teams.list())
      const names = listed.map(({ name }) => name)
      expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
      for (const { id, members } of listed) expect(await settle(teams.members(id))).toHaveLength(members)
    })

    if (!keepsWrites) {
      test('[GUEST-15] are not saved for guests', async () => {
        const { teams } = await open()
        const writes = [
          () => teams.save(null, inputOf('new', [])),
          () => teams.merge('demo-team-platform', 'demo-team-migration'),
          () => teams.remove('demo-team-platform', null),
          () => teams.addDepartments(),
        ]
        for (const write of writes)
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })

      test('are named in the profiles and cards of the examples', async () => {
        const { team } = await open()
        const named = [{ id: 'demo-team-platform', name: 'Platform' }]
        expect(await settle(team.profile('demo-person-4'))).toMatchObject({ teams: named })
        expect(await settle(team.card('demo-person-4', []))).toMatchObject({ teams: named })
      })
      return
    }

    test('are added, changed, merged and deleted, and named in profiles', async () => {
      const { teams, team, acts } = await open()
      const word = crypto.randomUUID().slice(0, 8)
      const [member] = await settle(team.members())
      const memberId = member?.id ?? ''
      const id = await settle(teams.save(null, { ...inputOf(`${word} one`, []), leadId: memberId }))
      expect((await settle(team.profile(memberId)))?.teams).toContainEqual({ id, name: `${word} one` })
      expect(await settle(teams.of(memberId))).toContainEqual({ id, name: `${word} one` })
      const taken = settle<unknown>(teams.save(null, inputOf(`${word} ONE`, [])))
      await expect(taken).rejects.toMatchObject({ kind: 'conflict' } satisfies Partial<WorkspaceError>)

      const changed = { ...inputOf(`${word} first`, [memberId]), notices: 'all' } as const
      expect(await settle(teams.save(id, { ...changed, mail: 'us@team.test' }))).toBe(id)
      const mine = async () => (await settle(teams.list())).filter(({ name }) => name.startsWith(word))
      const first = { id, name: `${word} first`, leadId: null, deputyId: null, mail: 'us@team.test' }
      expect(await mine()).toEqual([
        { ...first, chatUrl: '', onCallUrl: '', notices: 'all', members: 1, records: 0 },
      ])

      const other = await settle(teams.save(null, inputOf(`${word} other`, [])))
      const merged = await settle(teams.merge(id, other))
      expect(merged).toEqual({ records: 0, act: expect.any(String) })
      expect(await mine()).toMatchObject([{ id: other, members: 1 }])
      expect(await settle(acts.get(merged.act ?? ''))).toMatchObject({
        ...{ action: 'merge_team', value: `${word} first`, team: `${word} first`, undoneBy: null },
      })
      expect(await settle(acts.undo(merged.act ?? ''))).toMatchObject({
        ...{ undone: 0, left: [], team: { name: `${word} first`, left: 0 } },
      })
      expect(await mine()).toMatchObject([
        { ...first, notices: 'all', members: 1 },
        { id: other, members: 0 },
      ])
      await expect(settle<unknown>(acts.undo(merged.act ?? ''))).rejects.toMatchObject({ kind: 'invalid' })
      for (const gone of [id, other])
        expect(await settle(teams.remove(gone, null))).toEqual({ records: 0, act: expect.any(String) })
      expect(await mine()).toEqual([])
      await expect(settle<unknown>(teams.remove(other, null))).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('own records, which are found, grouped, changed in bulk and go on to another owner', async () => {
      const { teams, systems, bulk, acts, team } = await open()
      const word = crypto.randomUUID().slice(0, 8)
      const one = teamOwnerId(await settle(teams.save(null, inputOf(`${word} one`, []))))
      const other = teamOwnerId(await settle(teams.save(null, inputOf(`${word} other`, []))))
      const input = newSystem({ name: `Contract ${word}`, description: '', ownerId: one })
      const added = await settle(systems.add(input))
      expect(added.ownerId).toBe(one)
      const ownedBy = async (owner: string) =>
        (await settle(systems.find({ ...EVERY_RECORD, owners: [owner] }, 0))).items.map(({ id }) => id)
      expect(await ownedBy(one)).toEqual([added.id])

      const target = { kind: 'system', ids: [added.id], filter: null } as const
      const change = { action: 'owner', value: other } as const
      const preview = await settle(bulk.preview(target, change))
      expect(preview).toMatchObject({ changes: 1, before: [{ value: one, total: 1 }] })
      const options = { reason: '', moveTo: null, notifiesOwners: false }
      const { act } = await settle(bulk.change(target, change, preview.seenAt, options))
      expect(await ownedBy(other)).toEqual([added.id])
      await settle(acts.undo(act ?? ''))
      expect(await ownedBy(one)).toEqual([added.id])

      expect(await settle(teams.merge(teamOf(one) ?? '', teamOf(other) ?? ''))).toMatchObject({ records: 1 })
      expect((await settle(teams.list())).find(({ name }) => name === `${word} other`)?.records).toBe(1)
      const [member] = await settle(team.members())
      expect(await settle(teams.remove(teamOf(other) ?? '', member?.id ?? ''))).toMatchObject({ records: 1 })
      const [left] = await settle(systems.byIds([added.id]))
      expect(left?.ownerId).toBe(member?.id)
      await settle(systems.remove(added.id))
    })
  })
}
