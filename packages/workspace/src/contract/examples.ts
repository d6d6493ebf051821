import { expect } from 'vitest'
import { DEMO_SOLUTIONS } from '../examples/solutions.ts'
import { DEMO_SYSTEMS } from '../examples/systems.ts'
import type { CatalogueRecord, RecordInput } from '../port/records/records.ts'
import type { NewSolution } from '../port/records/solutions.ts'
import type { NewSystem } from '../port/records/systems.ts'

/** An example of each kind: it has every field, so that a test need not name those that it is not about. */
export const SYSTEM = firstOf(DEMO_SYSTEMS)
export const SOLUTION = firstOf(DEMO_SOLUTIONS)

/** The fields that records of other catalogues have not. */
export function ownFields<Item extends CatalogueRecord>(example: Item) {
  const {
    id,
    name,
    description,
    ownerId,
    accountId,
    status,
    createdBy,
    updatedBy,
    createdAt,
    updatedAt,
    version,
    fields,
    tags,
    links,
    ...own
  } = example
  return own
}

/** What stands for any value of the same type, in each field. */
export function anyOf(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, expect.any(Object(value).constructor)]),
  )
}

/** What a user enters for a new record, who copies what an example has of its own. */
export function newSystem(input: RecordInput): NewSystem {
  return { ...ownFields(SYSTEM), ...input }
}

export function newSolution(input: RecordInput): NewSolution {
  const { relatedSystems, ...own } = ownFields(SOLUTION)
  return { ...own, relatedSystems: [], ...input }
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is no example.')
  return first
}
