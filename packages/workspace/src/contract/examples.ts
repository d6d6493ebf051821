import { expect } from 'vitest'
import { DEMO_SOLUTIONS } from '../examples/solutions.ts'
import { DEMO_SYSTEMS } from '../examples/systems.ts'
import type { CatalogueRecord, RecordInput } from '../port/records/records.ts'
import type { NewSolution } from '../port/records/solutions.ts'
import type { NewSystem } from '../port/records/systems.ts'

/** An example of each kind. It has every field, so that a test names only the fields it is about. */
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

/** Returns a matcher for each field that accepts any value of the same type. */
export function anyOf(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, expect.any(Object(value).constructor)]),
  )
}

/** The input for a new record: the fields that only its catalogue has are copied from an example. */
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
