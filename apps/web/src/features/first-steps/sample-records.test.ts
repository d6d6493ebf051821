import type { NewRecords } from '@cairn/workspace/port/records/first-steps'
import { expect, test } from 'vitest'
import { openDemo } from '@/workspace/demo/open.ts'
import { addSamples, SAMPLE_COUNT } from './sample-records.ts'

/** An account that keeps the added records, except for names that it already has. */
function account(had: readonly string[] = []) {
  const names = new Set(had)
  const lists: NewRecords[] = []
  const links: string[] = []
  const demo = openDemo()
  const workspace = {
    ...demo,
    firstSteps: {
      ...demo.firstSteps,
      async addRecords(list: NewRecords) {
        lists.push(list)
        const all = list.records.map(({ name }) => name)
        const fresh = all.filter((name) => !names.has(name))
        for (const name of fresh) names.add(name)
        return {
          added: fresh.map((name) => ({ id: `new ${name}`, name })),
          taken: all.filter((name) => !fresh.includes(name)),
        }
      },
    },
    solutions: {
      ...demo.solutions,
      async addLink(kind: string, solution: string, linked: string) {
        links.push(`${solution} – ${kind} – ${linked}`)
      },
    },
  }
  return { workspace, lists, links }
}

test('all samples are added, without the people of the demo, and solutions refer to the new systems', async () => {
  const { workspace, lists, links } = account()
  expect(await addSamples(workspace)).toBe(SAMPLE_COUNT)
  expect(lists.map(({ kind }) => kind)).toEqual(['system', 'automation', 'agent', 'solution'])
  for (const { records } of lists) for (const { ownerId } of records) expect(ownerId).toBeNull()
  const solutions = lists.flatMap((list) => (list.kind === 'solution' ? list.records : []))
  expect(solutions.map(({ name, relatedSystems }) => [name, ...relatedSystems])).toEqual([
    ['Customer 360', 'new Salesforce', 'new ServiceNow'],
    ['Purchase Portal', 'new SAP ERP'],
  ])
  expect(links).toEqual([
    'new Customer 360 – automations – new New lead to sales channel',
    'new Customer 360 – agents – new Support Assistant',
  ])
})

test('records that the account already has are left out', async () => {
  const { workspace } = account(['Salesforce', 'Customer 360'])
  expect(await addSamples(workspace)).toBe(SAMPLE_COUNT - 2)
  expect(await addSamples(workspace)).toBe(0)
})
