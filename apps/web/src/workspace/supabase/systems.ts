import { z } from 'zod/mini'
import type { System, SystemsPart } from '../port/systems.ts'
import { ask } from './ask.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { changeRecord, requireOne } from './change-record.ts'
import type { Connect } from './client.ts'
import type { FindStanding } from './membership.ts'
import {
  askToSignIn,
  changedNow,
  columnsOf,
  nameTheConflict,
  RECORD_COLUMNS,
  recordFields,
  recordOf,
  touchedRows,
} from './records.ts'

const COLUMNS = `${RECORD_COLUMNS}, details`

const systemRow = z.object({ ...recordFields, details: z.nullable(z.record(z.string(), z.unknown())) })
const systemRows = z.array(systemRow)
const expertRows = z.array(z.object({ expert_id: z.string() }))

const nameTaken = nameTheConflict('A system with this name already exists.')

/** The account's systems and the people who know them. */
export function createSystems(connect: Connect, standing: FindStanding): SystemsPart {
  const read = (id: string) =>
    ask(
      connect,
      (supabase) => supabase.from('systems').select(COLUMNS).eq('id', id).maybeSingle(),
      z.nullable(systemRow),
    )
  return {
    ...catalogueReads({
      connect,
      standing,
      kind: 'system',
      columns: COLUMNS,
      row: systemRow,
      itemOf: systemOf,
    }),

    async add(input) {
      const { personId, accountId } = await standing()
      const row = { ...columnsOf(input), created_by: personId, status: 'active', account_id: accountId }
      const stored = await ask(
        connect,
        (supabase) => supabase.from('systems').insert(row).select(COLUMNS).single(),
        systemRow,
      ).catch(nameTaken)
      return systemOf(stored)
    },

    update(id, change, version) {
      const row = { ...columnsOf(change), status: change.status, ...changedNow() }
      return changeRecord({
        version,
        write: () =>
          ask(
            connect,
            (supabase) =>
              supabase.from('systems').update(row).eq('id', id).eq('updated_at', version).select(COLUMNS),
            systemRows,
          ).catch(nameTaken),
        read: () => read(id),
        itemOf: systemOf,
      })
    },

    async remove(id) {
      requireOne(
        await ask(
          connect,
          (supabase) => supabase.from('systems').delete().eq('id', id).select('id'),
          touchedRows,
        ),
      )
    },

    async experts(systemId) {
      const rows = await ask(
        connect,
        (supabase) => supabase.from('system_experts').select('expert_id').eq('system_id', systemId),
        expertRows,
      )
      return rows.map((row) => row.expert_id)
    },

    async addExpert(systemId, personId) {
      const { personId: assignedBy } = await standing().catch(
        askToSignIn('You must be logged in to add experts'),
      )
      const row = { system_id: systemId, expert_id: personId, assigned_by: assignedBy }
      await ask(connect, (supabase) => supabase.from('system_experts').insert(row), z.null())
    },

    async removeExpert(systemId, personId) {
      await ask(
        connect,
        (supabase) =>
          supabase
            .from('system_experts')
            .delete()
            .eq('system_id', systemId)
            .eq('expert_id', personId)
            .select('expert_id')
            .single(),
        z.object({ expert_id: z.string() }),
      )
    },
  }
}

function systemOf({ details, ...row }: z.infer<typeof systemRow>): System {
  return { ...recordOf(row), details: details ?? {} }
}
