import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { AsPerson } from './as-person.ts'

/** What a tool has to answer with. */
export interface ToolCall {
  person: AsPerson
  /** The address of Cairn, before a path. */
  publicUrl: string
  /** What the token may; null for everything that its person may. */
  scopes: readonly string[] | null
  /** The program that calls, as it names itself; may be empty. */
  client: string
}

type Answer = Record<string, unknown>

/** Carries a call out and makes the answer of the protocol of it. */
export type Carry = (work: (call: ToolCall) => Promise<Answer>) => Promise<CallToolResult>

/** A tool as a server of the protocol gets it. */
export interface Tool {
  name: string
  addTo(server: McpServer, carry: Carry): void
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  description: string
  input: Input
  answer: Output
  /** Whether it only reads. */
  reads: boolean
  run(call: ToolCall, input: z.infer<Input>): Promise<z.infer<Output>>
}

/** Names a tool, says what it takes and answers, and does it. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, input, answer, reads, run } = definition
  const inputSchema: z.ZodObject = input
  const outputSchema: z.ZodObject = answer
  return {
    name,
    addTo(server, carry) {
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema,
          outputSchema,
          annotations: {
            readOnlyHint: reads,
            destructiveHint: false,
            idempotentHint: reads,
            openWorldHint: false,
          },
        },
        (given) => carry((call) => run(call, input.parse(given))),
      )
    },
  }
}

/** The scopes of those that are asked for which the token does not have: who may write may read. */
export function missingScopes({ scopes }: Pick<ToolCall, 'scopes'>, asked: readonly string[]): string[] {
  if (scopes === null) return []
  return asked.filter(
    (scope) => !scopes.includes(scope) && !scopes.includes(scope.replace(/:read$/, ':write')),
  )
}
