import { describe, expect, test } from 'vitest'
import { GuestModeError, type WorkspaceError } from '../errors.ts'
import type { TeamInput } from '../port/teams.ts'
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
      const { teams, team } = await open()
      const word = crypto.randomUUID().slice(0, 8)
      const [member] = await settle(team.members())
      const memberId = member?.id ?? ''
      const id = await settle(teams.save(null, { ...inputOf(`${word} one`, []), leadId: memberId }))
      expect((await settle(team.profile(memberId)))?.teams).toContainEqual({ id, name: `${word} one` })
      const taken = settle<unknown>(teams.save(null, inputOf(`${word} ONE`, [])))
      await expect(taken).rejects.toMatchObject({ kind: 'conflict' } satisfies Partial<WorkspaceError>)

      const changed = { ...inputOf(`${word} first`, [memberId]), notices: 'all' } as const
      expect(await settle(teams.save(id, { ...changed, mail: 'us@team.test' }))).toBe(id)
      const mine = async () => (await settle(teams.list())).filter(({ name }) => name.startsWith(word))
      const first = { id, name: `${word} first`, leadId: null, deputyId: null, mail: 'us@team.test' }
      expect(await mine()).toEqual([{ ...first, chatUrl: '', onCallUrl: '', notices: 'all', members: 1 }])

      const other = await settle(teams.save(null, inputOf(`${word} other`, [])))
      await settle(teams.remove(id, other))
      expect(await mine()).toMatchObject([{ id: other, members: 1 }])
      await settle(teams.remove(other, null))
      expect(await mine()).toEqual([])
      await expect(settle<unknown>(teams.remove(other, null))).rejects.toMatchObject({ kind: 'not-found' })
    })
  })
}
