import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { AsPerson } from './as-person.ts'
import { answerOf, argumentsOf } from './schemas.ts'

/** The context that a tool answers with. */
export interface ToolCall {
  person: AsPerson
  /** The address of Cairn, before a path. */
  publicUrl: string
  /** The scopes of the token; null for all permissions of its person. */
  scopes: readonly string[] | null
  /** The program that calls, as it names itself; may be empty. */
  client: string
}

type Answer = Record<string, unknown>

/** How the text of an answer stands: as JSON after a notice of its own, or as one JSON document that has the notice. */
export type AnswerForm = 'after a notice' | 'one document'

/** Performs a call and turns the answer into one of the protocol. */
export type Carry = (work: (call: ToolCall) => Promise<Answer>, form: AnswerForm) => Promise<CallToolResult>

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
  form?: AnswerForm
  run(call: ToolCall, input: z.infer<Input>): Promise<z.infer<Output>>
}

/** Defines a tool: its name, input, output and work. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, input, answer, reads, form = 'after a notice', run } = definition
  const inputSchema = argumentsOf<z.ZodObject>(input)
  const outputSchema = answerOf<z.ZodObject>(answer)
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
        (given) => carry((call) => run(call, input.parse(given)), form),
      )
    },
  }
}

/** Returns the requested scopes that the token lacks. The right to write includes the right to read. */
export function missingScopes({ scopes }: Pick<ToolCall, 'scopes'>, asked: readonly string[]): string[] {
  if (scopes === null) return []
  return asked.filter(
    (scope) => !scopes.includes(scope) && !scopes.includes(scope.replace(/:read$/, ':write')),
  )
}
