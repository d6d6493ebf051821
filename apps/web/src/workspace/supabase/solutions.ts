import { z } from 'zod/mini'
import { phrase } from '../../lib/phrase.ts'
import type { NewSolution, SolutionChange, SolutionsPart } from '../port/solutions.ts'
import { createCatalogue } from './catalogue.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { columnsOf, detailsField, recordFields, recordOf } from './records.ts'
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
    added: (input: NewSolution) => ({ ...solutionColumns(input), status: 'active' }),
    changed: ({ status, ...input }: SolutionChange) => ({ ...solutionColumns(input), status }),
    nameTaken: phrase('A solution with this name already exists.'),
  })
  return { ...records, ...createSolutionLinks(connect, findCaller) }
}

function solutionColumns({ useCases, users, relatedSystems, ...input }: NewSolution) {
  return {
    ...columnsOf(input),
    use_cases: [...useCases],
    users: [...users],
    related_systems: [...relatedSystems],
  }
}
