import { workspaceContract } from '@cairn/workspace/contract/workspace-contract'
import { DEMO_ARTICLES, DEMO_QUESTIONS } from '@cairn/workspace/examples/knowledge'
import { DEMO_TEAM } from '@cairn/workspace/examples/team'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDemo } from './open.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function settle<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(800)
  return answer
}

workspaceContract({ name: 'The demo', open: openDemo, keepsWrites: false, codeOfApp: null, settle })

describe('The demo', () => {
  test('[GUEST-21] gives its data after 800 ms and not before', async () => {
    const arrived = vi.fn()
    const list = openDemo().systems.list().then(arrived)
    await vi.advanceTimersByTimeAsync(799)
    expect(arrived).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await list
    expect(arrived).toHaveBeenCalledOnce()
  })

  test('finds examples by the states of their heartbeats', async () => {
    vi.useRealTimers()
    const conditions = {
      match: 'all',
      conditions: [{ field: 'heartbeat', operator: 'is', values: ['on_time'] }],
    } as const
    const { items } = await openDemo().automations.find({ ...EVERY_RECORD, conditions }, 0)
    expect(items.map(({ id }) => id)).toContain('demo-automation-1')
    expect(items.map(({ id }) => id)).not.toContain('demo-automation-3')
  })

  test('[GUEST-22][GUEST-23][GUEST-24][GUEST-25][GUEST-26] has three described systems of 2023 without owner', async () => {
    const { items: systems } = await settle(openDemo().systems.list())
    expect(systems.map((system) => system.name)).toEqual(['Salesforce', 'SAP ERP', 'ServiceNow'])
    for (const system of systems) {
      expect(system).toMatchObject({ ownerId: null, accountId: 'demo-account' })
      expect(system.description).not.toBe('')
      expect(system.createdAt.getUTCFullYear()).toBe(2023)
    }
  })

  test('[GUEST-27] shows activities, automations and agents, and their figures', async () => {
    const { dashboard, automations, agents } = openDemo()
    expect(await settle(dashboard.recentActivity())).not.toHaveLength(0)
    expect(await settle(dashboard.counts())).toEqual({ systems: 3, automations: 2, agents: 2, solutions: 2 })
    expect((await settle(automations.list())).items).toHaveLength(3)
    expect((await settle(agents.list())).items).toHaveLength(2)
  })

  test('[GUEST-28][DIS-27] has a solution in development', async () => {
    const { items: solutions } = await settle(openDemo().solutions.list())
    expect(solutions.map((solution) => solution.status)).toContain('development')
  })

  test('[GAP-33] has a solution with links, and one without', async () => {
    const { solutions } = openDemo()
    const {
      items: [linked, unlinked],
    } = await settle(solutions.list())
    expect(await settle(solutions.links('agents', linked?.id ?? ''))).toHaveLength(1)
    expect(await settle(solutions.links('agents', unlinked?.id ?? ''))).toHaveLength(0)
  })

  test('[GAP-13] says what deleting an example would touch, and whose that is', async () => {
    const { deletion, agents } = openDemo()
    const impact = (kind: CatalogueKind, id: string) => settle(deletion.impact(kind, id))
    const portal = { id: 'demo-solution-1', name: 'Customer 360', ownerId: 'demo-person-1' }
    const usedBy = [{ kind: 'solution', total: 1, active: 1, items: [portal] }]
    expect(await impact('system', 'demo-system-crm')).toEqual(usedBy)
    expect(await impact('agent', 'demo-agent-1')).toEqual(usedBy)
    expect(await impact('automation', 'demo-automation-1')).toEqual(usedBy)
    expect(await impact('automation', 'demo-automation-2')).toEqual([])
    const [agent] = (await settle(agents.list())).items
    expect(await impact('solution', 'demo-solution-1')).toMatchObject([
      { kind: 'automation', items: [{ name: 'New lead to sales channel' }] },
      {
        kind: 'agent',
        active: 0,
        items: [{ id: agent?.id, name: 'Support Assistant', ownerId: agent?.ownerId }],
      },
    ])
  })

  test('has an owner who left, one who is invited, a handover that waits, what a member owns, and a bin', async () => {
    const demo = openDemo()
    const { solution, agent } = await settle(demo.gaps.figures())
    expect(solution).toMatchObject({ owner_left: 1, handover_pending: 1 })
    expect(agent).toMatchObject({ handover_pending: 1 })
    expect(await settle(demo.gaps.departed('solution', ['demo-solution-1', 'demo-solution-2']))).toEqual([
      { recordId: 'demo-solution-2', name: 'Finn Fictional' },
    ])
    const [invited] = await settle(demo.team.invited())
    const { items: agents } = await settle(demo.agents.list())
    expect(agents.map(({ ownerId }) => ownerId)).toContain(invited?.id)
    const { items } = await settle(demo.team.records('demo-person-1', 'owner', ['agent', 'solution'], 0))
    expect(items.map(({ name }) => name)).toEqual(['Customer 360', 'Support Assistant'])
    expect((await settle(demo.bin.page(null, 0))).total).toBeGreaterThan(1)
  })

  test('[GUEST-29][GUEST-30] has six articles with category, author and date', () => {
    const categories = ['Development', 'Customer Success', 'Finance', 'Product', 'Sales', 'HR']
    expect(DEMO_ARTICLES.map((article) => article.category)).toEqual(categories)
    expect(DEMO_ARTICLES.every(({ author, lastUpdated }) => author !== '' && lastUpdated !== '')).toBe(true)
  })

  test('[GUEST-31] has four processes and questions', () => {
    expect(DEMO_QUESTIONS).toHaveLength(4)
  })

  test('[GUEST-32] has five members with their levels', async () => {
    expect(await settle(openDemo().team.members())).toHaveLength(5)
    const levels = DEMO_TEAM.map((member) => member.permissionLevel)
    expect(levels).toEqual(['manager', 'user', 'user', 'admin', 'user'])
  })

  test('[PERM-17] makes guests viewers without an account, and shows them every built feature', async () => {
    const { membership, features } = openDemo()
    expect(await membership.mine()).toEqual({ account: null, permissionLevel: 'viewer' })
    expect(await features.list()).toMatchObject({
      systems: true,
      automations: true,
      agents: true,
      solutions: true,
    })
  })
})
