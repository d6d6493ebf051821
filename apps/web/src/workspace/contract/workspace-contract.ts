import { describe, expect, test } from 'vitest'
import { GuestModeError, WorkspaceError } from '../errors.ts'
import type { NewSystem } from '../port/systems.ts'
import type { Workspace } from '../port.ts'

interface ContractOptions {
  /** The implementation's name, for the report. */
  name: string
  open: () => Workspace | Promise<Workspace>
  /** Whether it keeps what is written; one that does not must refuse every write as guest mode. */
  keepsWrites: boolean
  /** Lets time pass where the implementation waits for it. */
  settle?: <T>(answer: Promise<T>) => Promise<T>
}

/** A system that nobody has yet, so that the suite can be run again on what is left of a run that failed. */
function newSystem(): NewSystem {
  return { name: `Contract ${crypto.randomUUID()}`, description: 'Written by a test', ownerId: null }
}

/** What every implementation of the port answers; each of them runs this suite. */
export function workspaceContract(options: ContractOptions): void {
  const { name, open, keepsWrites, settle = (answer) => answer } = options

  describe(`${name} keeps the workspace contract`, () => {
    test('[SYS-11] lists systems by name', async () => {
      const { systems } = await open()
      const names = (await settle(systems.list())).map((system) => system.name)
      expect(names).not.toHaveLength(0)
      expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)))
    })

    test('[DATA-22][DATA-23][DATA-24] gives every field of a system its type', async () => {
      const { systems } = await open()
      for (const system of await settle(systems.list())) {
        expect(system).toEqual({
          id: expect.any(String),
          name: expect.any(String),
          description: expect.any(String),
          createdAt: expect.any(Date),
          updatedAt: expect.any(Date),
          ownerId: system.ownerId === null ? null : expect.any(String),
          accountId: expect.any(String),
          status: expect.any(String),
          details: expect.any(Object),
          createdBy: system.createdBy === null ? null : expect.any(String),
        })
      }
    })

    test('[PERM-18] lists the systems of one account only', async () => {
      const { systems } = await open()
      const accounts = new Set((await settle(systems.list())).map((system) => system.accountId))
      expect(accounts.size).toBe(1)
    })

    test('[DIS-31] counts the systems that are active', async () => {
      const { systems, dashboard } = await open()
      const active = (await settle(systems.list())).filter((system) => system.status === 'active')
      expect((await settle(dashboard.counts())).systems).toBe(active.length)
    })

    test('[DASH-21] tells at most 8 activities, newest first', async () => {
      const { dashboard } = await open()
      const times = (await settle(dashboard.recentActivity())).map(({ occurredAt }) => occurredAt.getTime())
      expect(times.length).toBeLessThanOrEqual(8)
      expect(times).toEqual([...times].sort((one, other) => other - one))
    })

    test('names every team member', async () => {
      const { team } = await open()
      const members = await settle(team.members())
      expect(members).not.toHaveLength(0)
      expect(members.every((member) => member.name !== '')).toBe(true)
    })

    test('[SET-29] never switches the knowledge base and the forum on', async () => {
      const { features } = await open()
      expect(await settle(features.list())).toMatchObject({ knowledge_base: false, q_and_a: false })
    })

    if (keepsWrites) describeKeptWrites(open, settle)
    else describeRefusedWrites(open, settle)
  })
}

type Settle = NonNullable<ContractOptions['settle']>

function describeKeptWrites(open: ContractOptions['open'], settle: Settle): void {
  test('[SYS-18] keeps what is added, changed and removed', async () => {
    const { systems } = await open()
    const input = newSystem()
    const added = await settle(systems.add(input))
    expect(added).toMatchObject({ ...input, status: 'active' })

    const change = { ...input, description: 'Changed by a test', status: 'maintenance' as const }
    expect(await settle(systems.update(added.id, change))).toMatchObject({ id: added.id, ...change })
    expect(await settle(systems.list())).toContainEqual(expect.objectContaining({ id: added.id, ...change }))

    await settle(systems.remove(added.id))
    expect((await settle(systems.list())).map((system) => system.id)).not.toContain(added.id)
  })

  test('[OPEN-03] refuses a name that is taken, whatever its capitals', async () => {
    const { systems } = await open()
    const input = newSystem()
    const added = await settle(systems.add(input))
    const again = settle(systems.add({ ...input, name: input.name.toUpperCase() }))
    await expect(again).rejects.toMatchObject({ kind: 'conflict' })
    await settle(systems.remove(added.id))
  })

  test('says that a system is not there when it is changed or removed', async () => {
    const { systems } = await open()
    const nobody = '00000000-0000-4000-8000-000000000000'
    const update = settle(systems.update(nobody, { ...newSystem(), status: 'active' }))
    await expect(update).rejects.toMatchObject({ kind: 'not-found' })
    await expect(settle(systems.remove(nobody))).rejects.toBeInstanceOf(WorkspaceError)
  })

  test('[CALL-41][CALL-42] keeps experts as they are added and removed', async () => {
    const { systems, team } = await open()
    const [member] = await settle(team.members())
    const expertId = member?.id ?? ''
    const added = await settle(systems.add(newSystem()))
    await settle(systems.addExpert(added.id, expertId))
    expect(await settle(systems.experts(added.id))).toEqual([expertId])
    await settle(systems.removeExpert(added.id, expertId))
    expect(await settle(systems.experts(added.id))).toEqual([])
    await settle(systems.remove(added.id))
  })
}

function describeRefusedWrites(open: ContractOptions['open'], settle: Settle): void {
  test('[GUEST-14][GAP-08] keeps nothing that a guest saves, and says so', async () => {
    const { systems } = await open()
    const before = await settle(systems.list())
    const first = before[0]?.id ?? ''
    const writes: (() => Promise<unknown>)[] = [
      () => systems.add(newSystem()),
      () => systems.update(first, { ...newSystem(), status: 'active' }),
      () => systems.remove(first),
    ]
    for (const write of writes) {
      const refusal = await settle(write()).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(GuestModeError)
      expect(refusal).toMatchObject({
        title: 'Guest Mode',
        message: "Systems aren't saved in guest mode. Please sign up for full access.",
      })
    }
    expect(await settle(systems.list())).toEqual(before)
  })

  test('[SYS-43] asks for a sign-in before experts are changed', async () => {
    const { systems } = await open()
    const refusal = settle(systems.addExpert('any', 'any'))
    await expect(refusal).rejects.toMatchObject({ message: 'You must be logged in to add experts' })
  })
}
