import { phrase } from '@cairn/workspace/lib/phrase'
import type { AgentsPart, NewAgent } from '@cairn/workspace/port/records/agents'
import { z } from 'zod/mini'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { columnsOf, momentOf, recordFields, recordOf } from '../rows/records.ts'
import { createCatalogue } from './catalogue.ts'

const agentRow = z.object({ ...recordFields, platform: z.string(), last_used: z.nullable(z.string()) })

/** The account's AI agents. */
export function createAgents(connect: Connect, findCaller: FindCaller): AgentsPart {
  return createCatalogue(connect, findCaller, {
    kind: 'agent',
    row: agentRow,
    itemOf: ({ platform, last_used, ...row }) => ({
      ...recordOf(row),
      platform,
      lastUsed: momentOf(last_used),
    }),
    added: agentColumns,
    changed: agentColumns,
    nameTaken: phrase('An agent with this name already exists.'),
    signIn: phrase('You must be logged in to create an agent.'),
  })
}

export function agentColumns({ platform, status, ...input }: NewAgent) {
  return { ...columnsOf(input), platform, status }
}
