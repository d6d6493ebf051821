import { z } from 'zod/mini'
import type { NewSolution, Solution, SolutionsPart } from '../port/solutions.ts'
import { ask } from './ask.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { changeRecord, requireOne } from './change-record.ts'
import type { Connect } from './client.ts'
import type { FindStanding } from './membership.ts'
import {
  changedNow,
  columnsOf,
  nameTheConflict,
  RECORD_COLUMNS,
  recordFields,
  recordOf,
  touchedRows,
} from './records.ts'
import { createSolutionLinks } from './solution-links.ts'

const COLUMNS = `${RECORD_COLUMNS}, use_cases, users, related_systems, details`

const texts = z.nullable(z.array(z.string()))
const solutionRow = z.object({
  ...recordFields,
  use_cases: texts,
  users: texts,
  related_systems: texts,
  details: z.nullable(z.record(z.string(), z.unknown())),
})
const solutionRows = z.array(solutionRow)

const nameTaken = nameTheConflict('A solution with this name already exists.')

/** The account's solutions, and what belongs to them. */
export function createSolutions(connect: Connect, standing: FindStanding): SolutionsPart {
  const read = (id: string) =>
    ask(
      connect,
      (supabase) => supabase.from('solutions').select(COLUMNS).eq('id', id).maybeSingle(),
      z.nullable(solutionRow),
    )
  return {
    ...catalogueReads({
      connect,
      standing,
      kind: 'solution',
      columns: COLUMNS,
      row: solutionRow,
      itemOf: solutionOf,
    }),

    async add(input) {
      const { personId, accountId } = await standing()
      const row = { ...solutionColumns(input), created_by: personId, status: 'active', account_id: accountId }
      const stored = await ask(
        connect,
        (supabase) => supabase.from('solutions').insert(row).select(COLUMNS).single(),
        solutionRow,
      ).catch(nameTaken)
      return solutionOf(stored)
    },

    update(id, { status, ...input }, version) {
      const row = { ...solutionColumns(input), status, ...changedNow() }
      return changeRecord({
        version,
        write: () =>
          ask(
            connect,
            (supabase) =>
              supabase.from('solutions').update(row).eq('id', id).eq('updated_at', version).select(COLUMNS),
            solutionRows,
          ).catch(nameTaken),
        read: () => read(id),
        itemOf: solutionOf,
      })
    },

    async remove(id) {
      requireOne(
        await ask(
          connect,
          (supabase) => supabase.from('solutions').delete().eq('id', id).select('id'),
          touchedRows,
        ),
      )
    },

    ...createSolutionLinks(connect, standing),
  }
}

function solutionColumns({ useCases, users, relatedSystems, ...input }: NewSolution) {
  return {
    ...columnsOf(input),
    use_cases: [...useCases],
    users: [...users],
    related_systems: [...relatedSystems],
  }
}

function solutionOf(row: z.infer<typeof solutionRow>): Solution {
  return {
    ...recordOf(row),
    useCases: row.use_cases ?? [],
    users: row.users ?? [],
    relatedSystems: row.related_systems ?? [],
    details: row.details ?? {},
  }
}
