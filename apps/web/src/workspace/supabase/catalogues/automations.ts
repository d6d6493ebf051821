import { phrase } from '@cairn/workspace/lib/phrase'
import type { AutomationsPart, NewAutomation } from '@cairn/workspace/port/records/automations'
import { z } from 'zod/mini'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { columnsOf, momentOf, recordFields, recordOf } from '../rows/records.ts'
import { createCatalogue } from './catalogue.ts'

const automationRow = z.object({
  ...recordFields,
  source: z.string(),
  webhook_url: z.nullable(z.string()),
  last_run: z.nullable(z.string()),
})

/** The account's automations. */
export function createAutomations(connect: Connect, findCaller: FindCaller): AutomationsPart {
  return createCatalogue(connect, findCaller, {
    kind: 'automation',
    row: automationRow,
    itemOf: ({ source, webhook_url, last_run, ...row }) => ({
      ...recordOf(row),
      source,
      webhookUrl: webhook_url ?? '',
      lastRun: momentOf(last_run),
    }),
    added: (input: NewAutomation) => ({ ...automationColumns(input), status: 'inactive' }),
    changed: ({ status, ...input }) => ({ ...automationColumns(input), status }),
    nameTaken: phrase('An automation with this name already exists.'),
    signIn: phrase('You must be logged in to create an automation.'),
  })
}

export function automationColumns({ source, webhookUrl, ...input }: NewAutomation) {
  return { ...columnsOf(input), source, webhook_url: webhookUrl || null }
}
