import { demoAgents } from '@cairn/workspace/examples/agents'
import { demoAutomations } from '@cairn/workspace/examples/automations'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from '@cairn/workspace/examples/solutions'
import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import { AGENT_PLATFORMS, AGENT_STATUSES } from '@cairn/workspace/port/records/agents'
import { AUTOMATION_SOURCES, AUTOMATION_STATUSES } from '@cairn/workspace/port/records/automations'
import type { AddedRecords, NewRecords } from '@cairn/workspace/port/records/first-steps'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type LinkKind, SOLUTION_STATUSES } from '@cairn/workspace/port/records/solutions'
import { SYSTEM_STATUSES } from '@cairn/workspace/port/records/systems'
import type { Workspace } from '@cairn/workspace/port/workspace'

export const SAMPLE_COUNT =
  DEMO_SYSTEMS.length + demoAutomations().length + demoAgents().length + DEMO_SOLUTIONS.length

/** Returns the sample's own values: its people, tags and custom fields exist only in the demo. */
function inputOf({ name, description }: CatalogueRecord) {
  return { name, description, ownerId: null }
}

/** A word as the records of an account may have it. */
function known<Word extends string>(words: readonly [Word, ...Word[]], word: string | null): Word {
  return words.find((one) => one === word) ?? words[0]
}

function samplesWithoutLinks(): readonly NewRecords[] {
  return [
    {
      kind: 'system',
      records: DEMO_SYSTEMS.map((system) => ({
        ...inputOf(system),
        details: system.details,
        status: known(SYSTEM_STATUSES, system.status),
      })),
    },
    {
      kind: 'automation',
      records: demoAutomations().map((automation) => ({
        ...inputOf(automation),
        source: known(AUTOMATION_SOURCES, automation.source),
        webhookUrl: automation.webhookUrl,
        status: known(AUTOMATION_STATUSES, automation.status),
      })),
    },
    {
      kind: 'agent',
      records: demoAgents().map((agent) => ({
        ...inputOf(agent),
        platform: known(AGENT_PLATFORMS, agent.platform),
        status: known(AGENT_STATUSES, agent.status),
      })),
    },
  ]
}

/** Ids of records in the account, by those of the samples that they were made from. */
type Ids = ReadonlyMap<string, string>

function idsOf(samples: readonly CatalogueRecord[], answers: readonly AddedRecords[]): Ids {
  const added = new Map(answers.flatMap((answer) => answer.added.map(({ id, name }) => [name, id] as const)))
  return new Map(
    samples.flatMap(({ id, name }) => {
      const known = added.get(name)
      return known === undefined ? [] : [[id, known] as const]
    }),
  )
}

const present = (ids: Ids, wanted: readonly string[]) => wanted.flatMap((id) => ids.get(id) ?? [])

/**
 * Adds the records that guests see to the account: systems, automations and agents, then the solutions that depend on
 * them. Returns the number of added records. Records that the account already has are left out, so a retry is safe.
 */
export async function addSamples({ firstSteps, solutions }: Workspace): Promise<number> {
  const answers = []
  for (const records of samplesWithoutLinks()) answers.push(await firstSteps.addRecords(records))
  const ids = idsOf([...DEMO_SYSTEMS, ...demoAutomations(), ...demoAgents()], answers)
  const made = await firstSteps.addRecords({
    kind: 'solution',
    records: DEMO_SOLUTIONS.map((solution) => ({
      ...inputOf(solution),
      ...{ useCases: solution.useCases, users: [], details: solution.details },
      relatedSystems: present(ids, solution.relatedSystems),
      status: known(SOLUTION_STATUSES, solution.status),
    })),
  })
  for (const [sample, id] of idsOf(DEMO_SOLUTIONS, [made]))
    for (const kind of LINK_KINDS)
      for (const linked of present(ids, DEMO_SOLUTION_LINKS[kind].get(sample) ?? []))
        await solutions.addLink(kind, id, linked)
  return [...answers, made].reduce((sum, { added }) => sum + added.length, 0)
}

const LINK_KINDS: readonly LinkKind[] = ['automations', 'agents']
