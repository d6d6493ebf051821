import type { FirstStepsPart, NewRecords } from '@cairn/workspace/port/records/first-steps'
import { z } from 'zod/mini'
import { agentColumns } from '../catalogues/agents.ts'
import { automationColumns } from '../catalogues/automations.ts'
import { solutionColumns } from '../catalogues/solutions.ts'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { columnsOf, newDetailsColumn } from '../rows/records.ts'

const addedAnswer = z.object({
  added: z.array(z.object({ id: z.string(), name: z.string() })),
  taken: z.array(z.string()),
})

/** The first steps of a new account, in one procedure each. */
export function createFirstSteps(connect: Connect): FirstStepsPart {
  return {
    async progress() {
      const {
        has_colleague: hasColleague,
        has_link: hasLink,
        ...counted
      } = await ask(connect, (supabase) => supabase.rpc('get_first_steps'))
      return { ...counted, hasColleague, hasLink }
    },
    addRecords: (input) =>
      askJson(
        connect,
        (supabase) => supabase.rpc('add_records', { kind: input.kind, records: rowsOf(input) }),
        addedAnswer,
      ),
  }
}

function rowsOf(input: NewRecords) {
  switch (input.kind) {
    case 'system':
      return input.records.map(({ details, status, ...record }) => ({
        ...columnsOf(record),
        ...newDetailsColumn(details),
        status,
      }))
    case 'agent':
      return input.records.map(agentColumns)
    case 'automation':
      return input.records.map(({ status, ...record }) => ({ ...automationColumns(record), status }))
    case 'solution':
      return input.records.map(({ details, status, ...record }) => ({
        ...solutionColumns(record),
        ...newDetailsColumn(details),
        status,
      }))
  }
}
