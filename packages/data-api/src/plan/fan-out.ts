import { tooComplex } from '../errors/request-errors.ts'
import { LIMITS } from '../request/limits.ts'
import type { Relation } from '../schema-cache/relation.ts'
import { leadsToOneRow, type Relationship } from '../schema-cache/relationships.ts'
import { embedsOf, type ReadPlan } from './read-plan.ts'

/**
 * How often the rows of an embedded resource can be read in one request. Down a tree (projects, their tasks, their
 * remarks) no row is met twice, however deep it is, nor up a chain (a remark, the one that it answers, the one before). Where many rows lead to the same one (tasks, their project) and
 * from there to many again (all its tasks), each of those is read once for every row above: a turn.
 */
export interface Place {
  /** The relations from the first down to this one. */
  path: readonly Relation[]
  /** True when several rows above may lead to the same row here. */
  shared: boolean
  turns: number
}

/** The place of the relation that a request begins with. */
export function firstPlace(relation: Relation): Place {
  return { path: [relation], shared: false, turns: 0 }
}

/** The place of an embedded resource. Throws where it is embedded below itself too often, or after too many turns. */
export function placeBelow({ path, shared, turns }: Place, relationship: Relationship): Place {
  const { target, cardinality, computedBy } = relationship
  const turned = shared && !leadsToOneRow(relationship) ? turns + 1 : turns
  const same = path.filter(({ schema, name }) => schema === target.schema && name === target.name)
  if (turned > 0 && same.length > LIMITS.embedsBelowItself) {
    throw tooComplex(`'${target.name}' is embedded below itself more than once`)
  }
  if (turned > LIMITS.turns) {
    throw tooComplex(`'${target.name}' is embedded where each of its rows would be read many times over`)
  }
  const ownRows = computedBy === null && (cardinality === 'one-to-many' || cardinality === 'one-to-one')
  return { path: [...path, target], shared: shared || !ownRows, turns: turned }
}

/** Throws when too many embedded resources are read repeatedly. */
export function requireBoundedFanOut(read: ReadPlan): void {
  if (countRepeated(read) > LIMITS.repeatedEmbeds) {
    throw tooComplex(
      `more than ${LIMITS.repeatedEmbeds} embedded resources whose rows would be read many times over`,
    )
  }
}

function countRepeated(read: ReadPlan): number {
  return embedsOf(read).reduce((sum, embed) => sum + (embed.repeated ? 1 : 0) + countRepeated(embed.read), 0)
}
