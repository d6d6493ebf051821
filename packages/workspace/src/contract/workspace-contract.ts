import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { CATALOGUE_TABLES } from '../port/records/catalogues.ts'
import {
  type CatalogueRecord,
  EVERY_RECORD,
  type RecordExperts,
  type RecordPage,
} from '../port/records/records.ts'
import { alertsContract } from './alerts-contract.ts'
import { archivesContract } from './archives-contract.ts'
import { articlesContract } from './articles-contract.ts'
import { auditContract } from './audit-contract.ts'
import { binContract } from './bin-contract.ts'
import { bulkContract } from './bulk-contract.ts'
import { catalogueContracts } from './catalogues.ts'
import { conditionsContract } from './conditions-contract.ts'
import { newSolution, newSystem } from './examples.ts'
import { exportsContract } from './exports-contract.ts'
import { firstStepsContract } from './first-steps-contract.ts'
import { foundContract } from './found-contract.ts'
import { gapsContract } from './gaps-contract.ts'
import { handoversContract } from './handovers-contract.ts'
import { importsContract } from './imports-contract.ts'
import { inboxContract } from './inbox-contract.ts'
import { joiningContract } from './joining-contract.ts'
import { newsContract } from './news-contract.ts'
import { notificationsContract } from './notifications-contract.ts'
import type { ContractOptions } from './options.ts'
import { ownFieldsContract } from './own-fields-contract.ts'
import { relationsContract } from './relations-contract.ts'
import { searchContract } from './search-contract.ts'
import { securityContract } from './security-contract.ts'
import { settingsContract } from './settings-contract.ts'
import { tagsContract } from './tags-contract.ts'
import { teamsContract } from './teams-contract.ts'
import { tokensContract } from './tokens-contract.ts'
import { viewsContract } from './views-contract.ts'
import { webhooksContract } from './webhooks-contract.ts'

/** Tests an implementation of the port; each implementation runs this suite. */
export function workspaceContract(options: ContractOptions): void {
  const { name, open, keepsWrites, settle = (answer) => answer } = options

  describe(`${name} keeps the workspace contract`, () => {
    catalogueContracts(options)
    articlesContract(options)
    searchContract(options)
    newsContract(options)
    notificationsContract(options)
    inboxContract(options)
    alertsContract(options)
    settingsContract(options)
    securityContract(options)
    joiningContract(options)
    handoversContract(options)
    auditContract(options)
    firstStepsContract(options)
    gapsContract(options)
    binContract(options)
    relationsContract(options)
    bulkContract(options)
    importsContract(options)
    foundContract(options)
    exportsContract(options)
    archivesContract(options)
    viewsContract(options)
    conditionsContract(options)
    ownFieldsContract(options)
    tagsContract(options)
    teamsContract(options)
    webhooksContract(options)
    tokensContract(options)

    test('tells of near renewals and of departments no more than there are', async () => {
      const { dashboard } = await open()
      const { renewals, departments } = await settle(dashboard.outlook())
      expect(renewals.items).toHaveLength(Math.min(renewals.total, 5))
      expect(departments.length).toBeLessThanOrEqual(5)
      for (const { records, withOwner } of departments) expect(records).toBeGreaterThanOrEqual(withOwner)
    })

    test('[DIS-31] counts the systems that are active', async () => {
      const { systems, dashboard } = await open()
      const active = (await settle(systems.list())).items.filter((system) => system.status === 'active')
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

    test('names who is invited, each by an id of their own', async () => {
      const { team } = await open()
      const [members, invited] = [await settle(team.members()), await settle(team.invited())]
      expect(invited.every(({ name, isPending }) => name !== '' && isPending)).toBe(true)
      const ids = [...members, ...invited].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('[SET-29] never switches the knowledge base and the forum on', async () => {
      const { features } = await open()
      expect(await settle(features.list())).toMatchObject({ knowledge_base: false, q_and_a: false })
    })

    if (keepsWrites) describeKeptWrites(open, settle)
    else describeRefusedWrites(open, settle)
  })
}

interface Listed {
  list(): Promise<RecordPage<CatalogueRecord>>
}

type Settle = NonNullable<ContractOptions['settle']>

function describeKeptWrites(open: ContractOptions['open'], settle: Settle): void {
  test.each(CATALOGUE_TABLES)(
    '[CALL-41][CALL-42] keeps experts of %s as they are added and removed',
    async (table) => {
      const workspace = await open()
      const catalogue: RecordExperts & Listed = workspace[table]
      const {
        items: [record],
      } = await settle(catalogue.list())
      const [member] = await settle(workspace.team.members())
      const recordId = record?.id ?? ''
      const expertId = member?.id ?? ''
      await settle(catalogue.addExpert(recordId, expertId))
      expect(await settle(catalogue.experts(recordId))).toEqual([expertId])
      await settle(catalogue.removeExpert(recordId, expertId))
      expect(await settle(catalogue.experts(recordId))).toEqual([])
      const again = settle(catalogue.removeExpert(recordId, expertId))
      await expect(again).rejects.toMatchObject({ kind: 'not-found' })
    },
  )

  test('keeps somebody invited as the owner until the invitation ends', async () => {
    const { systems, team, invitations } = await open()
    const name = `Ivy ${crypto.randomUUID()}`
    const email = `${crypto.randomUUID()}@invited.test`
    const person = { email, name, jobRole: '', department: '', permissionLevel: 'user' } as const
    await settle(invitations.send(person))
    const ivy = (await settle(team.invited())).find((one) => one.name === name)
    expect(ivy).toMatchObject({ name, isPending: true })
    const input = { name: `Contract ${crypto.randomUUID()}`, description: '', ownerId: ivy?.id ?? '' }
    const added = await settle(systems.add(newSystem(input)))
    expect(added.ownerId).toBe(ivy?.id)
    const found = await settle(systems.find({ ...EVERY_RECORD, owners: [added.ownerId] }, 0))
    expect(found.items.map(({ id }) => id)).toEqual([added.id])

    const change = { ...newSystem({ ...input, ownerId: null }), status: 'active' } as const
    const freed = await settle(systems.update(added.id, change, added.version))
    expect(freed).toMatchObject({ kind: 'saved', item: { ownerId: null } })
    expect((await settle(systems.setOwner(added.id, ivy?.id ?? ''))).ownerId).toBe(ivy?.id)

    const { active } = await settle(invitations.list(1))
    await settle(invitations.revoke(active.find((one) => one.name === name)?.id ?? ''))
    expect((await settle(team.invited())).map(({ id }) => id)).not.toContain(ivy?.id)
    expect((await settle(systems.byIds([added.id])))[0]?.ownerId).toBeNull()
    await settle(systems.remove(added.id))
  })

  test('[AGT-09][AUTO-11][CALL-40][GAP-11] keeps the status of agents and automations', async () => {
    const { agents, automations } = await open()
    const {
      items: [agent],
    } = await settle(agents.list())
    expect(await settle(agents.setStatus(agent?.id ?? '', 'training'))).toMatchObject({
      name: agent?.name,
      status: 'training',
    })
    const {
      items: [automation],
    } = await settle(automations.list())
    for (const status of ['active', 'inactive'] as const) {
      expect((await settle(automations.setStatus(automation?.id ?? '', status))).status).toBe(status)
    }
  })

  test('[GAP-33] keeps what belongs to a solution as it is added and removed', async () => {
    const { solutions, agents, automations } = await open()
    const {
      items: [solution],
    } = await settle(solutions.list())
    const {
      items: [agent],
    } = await settle(agents.list())
    const {
      items: [automation],
    } = await settle(automations.list())
    const links = [
      ['agents', agent?.id ?? ''],
      ['automations', automation?.id ?? ''],
    ] as const
    const solutionId = solution?.id ?? ''
    for (const [kind, id] of links) {
      await settle(solutions.addLink(kind, solutionId, id))
      expect(await settle(solutions.links(kind, solutionId))).toEqual([id])
      await settle(solutions.removeLink(kind, solutionId, id))
      expect(await settle(solutions.links(kind, solutionId))).toEqual([])
      const again = settle(solutions.removeLink(kind, solutionId, id))
      await expect(again).rejects.toMatchObject({ kind: 'not-found' })
    }
  })

  test('[DATA-27][GAP-13] says which solutions rest on a system, and takes it out of them with it', async () => {
    const { solutions, systems, deletion } = await open()
    const name = `Contract ${crypto.randomUUID()}`
    const system = await settle(systems.add(newSystem({ name, description: '', ownerId: null })))
    const input = {
      ...newSolution({ name, description: '', ownerId: null }),
      relatedSystems: [system.id],
    }
    const solution = await settle(solutions.add(input))
    expect(solution.relatedSystems).toEqual([system.id])
    expect(await settle(deletion.impact('system', system.id))).toMatchObject([
      { kind: 'solution', total: 1, items: [{ id: solution.id, name, ownerId: null }] },
    ])
    await settle(systems.remove(system.id))
    expect(await settle(deletion.impact('system', system.id))).toEqual([])
    const left = (await settle(solutions.list())).items.find(({ id }) => id === solution.id)
    expect(left?.relatedSystems).toEqual([])
    await settle(solutions.remove(solution.id))
  })
}

function describeRefusedWrites(open: ContractOptions['open'], settle: Settle): void {
  test('[GUEST-14][GAP-08] keeps no status and no link that a guest sets', async () => {
    const { agents, automations, solutions } = await open()
    for (const write of [
      () => agents.setStatus('any', 'active'),
      () => automations.setStatus('any', 'active'),
      () => solutions.addLink('agents', 'any', 'any'),
      () => solutions.removeLink('automations', 'any', 'any'),
    ]) {
      await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
    }
  })

  test.each(CATALOGUE_TABLES)(
    '[SYS-43] asks for a sign-in before experts of %s are changed',
    async (table) => {
      const { [table]: catalogue } = await open()
      const refusal = settle(catalogue.addExpert('any', 'any'))
      await expect(refusal).rejects.toMatchObject({ message: 'You must be logged in to add experts' })
    },
  )
}
