import { phrase } from '@cairn/workspace/lib/phrase'
import type { NewSolution, SolutionChange, SolutionsPart } from '@cairn/workspace/port/records/solutions'
import { z } from 'zod/mini'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import {
  columnsOf,
  detailsColumn,
  detailsField,
  newDetailsColumn,
  recordFields,
  recordOf,
} from '../rows/records.ts'
import { createCatalogue } from './catalogue.ts'
import { createSolutionLinks } from './solution-links.ts'

const texts = z.nullable(z.array(z.string()))
const solutionRow = z.object({
  ...recordFields,
  use_cases: texts,
  users: texts,
  related_systems: texts,
  details: detailsField,
})

/** The account's solutions, and what belongs to them. */
export function createSolutions(connect: Connect, findCaller: FindCaller): SolutionsPart {
  const records = createCatalogue(connect, findCaller, {
    kind: 'solution',
    row: solutionRow,
    itemOf: ({ use_cases, users, related_systems, details, ...row }) => ({
      ...recordOf(row),
      useCases: use_cases ?? [],
      users: users ?? [],
      relatedSystems: related_systems ?? [],
      details: details ?? {},
    }),
    added: ({ details, ...input }: NewSolution) => ({
      ...solutionColumns(input),
      ...newDetailsColumn(details),
      status: 'active',
    }),
    changed: ({ details, status, ...input }: SolutionChange) => ({
      ...solutionColumns(input),
      ...detailsColumn(details),
      status,
    }),
    nameTaken: phrase('A solution with this name already exists.'),
  })
  return { ...records, ...createSolutionLinks(connect, findCaller) }
}

export function solutionColumns({ useCases, users, relatedSystems, ...input }: Omit<NewSolution, 'details'>) {
  return {
    ...columnsOf(input),
    use_cases: [...useCases],
    users: [...users],
    related_systems: [...relatedSystems],
  }
}
