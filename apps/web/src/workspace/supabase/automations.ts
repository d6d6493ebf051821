import { z } from 'zod/mini'
import type { Automation, AutomationsPart, NewAutomation } from '../port/automations.ts'
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

const COLUMNS = `${RECORD_COLUMNS}, source, webhook_url, last_run, updated_by`

const automationRow = z.object({
  ...recordFields,
  source: z.string(),
  webhook_url: z.nullable(z.string()),
  last_run: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
})
const automationRows = z.array(automationRow)

const nameTaken = nameTheConflict('An automation with this name already exists.')

/** The account's automations. */
export function createAutomations(connect: Connect, standing: FindStanding): AutomationsPart {
  const read = (id: string) =>
    ask(
      connect,
      (supabase) => supabase.from('automations').select(COLUMNS).eq('id', id).maybeSingle(),
      z.nullable(automationRow),
    )
  return {
    ...catalogueReads({
      connect,
      standing,
      kind: 'automation',
      columns: COLUMNS,
      row: automationRow,
      itemOf: automationOf,
    }),

    async add(input) {
      const { personId, accountId } = await creator(
        standing,
        'You must be logged in to create an automation.',
      )
      const row = {
        ...automationColumns(input),
        status: 'inactive',
        created_by: personId,
        account_id: accountId,
      }
      const stored = await ask(
        connect,
        (supabase) => supabase.from('automations').insert(row).select(COLUMNS).single(),
        automationRow,
      ).catch(nameTaken)
      return automationOf(stored)
    },

    update(id, { status, ...input }, version) {
      const row = { ...automationColumns(input), status, ...changedNow() }
      return changeRecord({
        version,
        write: () =>
          ask(
            connect,
            (supabase) =>
              supabase.from('automations').update(row).eq('id', id).eq('updated_at', version).select(COLUMNS),
            automationRows,
          ).catch(nameTaken),
        read: () => read(id),
        itemOf: automationOf,
      })
    },

    async setStatus(id, status) {
      const stored = await ask(
        connect,
        (supabase) =>
          supabase
            .from('automations')
            .update({ status, ...changedNow() })
            .eq('id', id)
            .select(COLUMNS)
            .single(),
        automationRow,
      )
      return automationOf(stored)
    },

    async remove(id) {
      requireOne(
        await ask(
          connect,
          (supabase) => supabase.from('automations').delete().eq('id', id).select('id'),
          touchedRows,
        ),
      )
    },
  }
}

function automationColumns({ source, webhookUrl, ...input }: NewAutomation) {
  return { ...columnsOf(input), source, webhook_url: webhookUrl || null }
}

function automationOf(row: z.infer<typeof automationRow>): Automation {
  return {
    ...recordOf(row),
    source: row.source,
    webhookUrl: row.webhook_url ?? '',
    lastRun: row.last_run === null ? null : new Date(row.last_run),
    updatedBy: row.updated_by,
  }
}
