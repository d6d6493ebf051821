import { demoAgents } from '@cairn/workspace/examples/agents'
import { demoAutomations } from '@cairn/workspace/examples/automations'
import { DEMO_RELATIONS } from '@cairn/workspace/examples/relations'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from '@cairn/workspace/examples/solutions'
import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { UNOWNED } from '@cairn/workspace/port/records/relation-conditions'
import type { Edge, EdgeType } from '@cairn/workspace/port/records/relations'

/** The edges of the examples. */
export function demoEdges(): readonly Edge[] {
  const link = (fromId: string, toId: string, type: 'depends_on' | 'part_of'): Edge => ({
    ...{ fromId, toId, type, note: '', field: null, isRelation: false },
  })
  return [
    ...DEMO_RELATIONS.map((relation) => ({ ...relation, field: null, isRelation: true })),
    ...DEMO_SOLUTIONS.flatMap(({ id, relatedSystems }) =>
      relatedSystems.map((system) => link(id, system, 'depends_on')),
    ),
    ...Object.values(DEMO_SOLUTION_LINKS).flatMap((links) =>
      [...links].flatMap(([id, parts]) => parts.map((part) => link(part, id, 'part_of'))),
    ),
  ]
}

/** The types in which the second record needs the first. */
const NEEDED_BY_SECOND: readonly EdgeType[] = ['feeds_data_to', 'part_of']

/** The examples with what they depend on and are used by among their fields, so that a filter finds them there. */
export function withRelations<Item extends CatalogueRecord>(items: readonly Item[]): readonly Item[] {
  const owned = new Set(
    [...DEMO_SYSTEMS, ...DEMO_SOLUTIONS, ...demoAgents(), ...demoAutomations()].flatMap(({ id, ownerId }) =>
      ownerId === null ? [] : [id],
    ),
  )
  const pairs = demoEdges()
    .filter(({ type }) => type !== 'replaces')
    .map(({ fromId, toId, type }) =>
      NEEDED_BY_SECOND.includes(type) ? { user: toId, needed: fromId } : { user: fromId, needed: toId },
    )
  const asValues = (ids: readonly string[]) =>
    ids.some((id) => !owned.has(id)) ? [...ids, UNOWNED] : [...ids]
  return items.map((item) => {
    const needs = pairs.flatMap(({ user, needed }) => (user === item.id ? [needed] : []))
    const users = pairs.flatMap(({ user, needed }) => (needed === item.id ? [user] : []))
    return { ...item, fields: { ...item.fields, depends_on: asValues(needs), used_by: asValues(users) } }
  })
}
