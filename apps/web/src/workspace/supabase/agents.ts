import { z } from 'zod/mini'
import type { Agent, AgentsPart, NewAgent } from '../port/agents.ts'
import { ask } from './ask.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { changeRecord, requireOne } from './change-record.ts'
import type { Connect } from './client.ts'
import { creator } from './creator.ts'
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

const COLUMNS = `${RECORD_COLUMNS}, platform, last_used, updated_by`

const agentRow = z.object({
  ...recordFields,
  platform: z.string(),
  last_used: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
})
const agentRows = z.array(agentRow)

const nameTaken = nameTheConflict('An agent with this name already exists.')

/** The account's AI agents. */
export function createAgents(connect: Connect, standing: FindStanding): AgentsPart {
  const read = (id: string) =>
    ask(
      connect,
      (supabase) => supabase.from('agents').select(COLUMNS).eq('id', id).maybeSingle(),
      z.nullable(agentRow),
    )
  return {
    ...catalogueReads({ connect, standing, kind: 'agent', columns: COLUMNS, row: agentRow, itemOf: agentOf }),

    async add(input) {
      const { personId, accountId } = await creator(standing, 'You must be logged in to create an agent.')
      const row = { ...agentColumns(input), created_by: personId, account_id: accountId }
      const stored = await ask(
        connect,
        (supabase) => supabase.from('agents').insert(row).select(COLUMNS).single(),
        agentRow,
      ).catch(nameTaken)
      return agentOf(stored)
    },

    update(id, input, version) {
      const row = { ...agentColumns(input), ...changedNow() }
      return changeRecord({
        version,
        write: () =>
          ask(
            connect,
            (supabase) =>
              supabase.from('agents').update(row).eq('id', id).eq('updated_at', version).select(COLUMNS),
            agentRows,
          ).catch(nameTaken),
        read: () => read(id),
        itemOf: agentOf,
      })
    },

    async setStatus(id, status) {
      const stored = await ask(
        connect,
        (supabase) =>
          supabase
            .from('agents')
            .update({ status, ...changedNow() })
            .eq('id', id)
            .select(COLUMNS)
            .single(),
        agentRow,
      )
      return agentOf(stored)
    },

    async remove(id) {
      requireOne(
        await ask(
          connect,
          (supabase) => supabase.from('agents').delete().eq('id', id).select('id'),
          touchedRows,
        ),
      )
    },
  }
}

function agentColumns({ platform, status, ...input }: NewAgent) {
  return { ...columnsOf(input), platform, status }
}

function agentOf(row: z.infer<typeof agentRow>): Agent {
  return {
    ...recordOf(row),
    platform: row.platform,
    lastUsed: row.last_used === null ? null : new Date(row.last_used),
    updatedBy: row.updated_by,
  }
}
