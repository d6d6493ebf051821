import { z } from 'zod'
import { type AsPerson, Refused } from './as-person.ts'
import type { ToolCall } from './tool.ts'
import { TOOLS } from './tools/tools.ts'

const message = z.looseObject({
  method: z.string(),
  params: z
    .looseObject({
      name: z.unknown(),
      _meta: z
        .looseObject({
          'io.modelcontextprotocol/clientInfo': z
            .looseObject({ name: z.string() })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** The request in a body; null for a body that is no message, which the protocol's own handler refuses. */
export function messageIn(body: string): z.infer<typeof message> | null {
  try {
    return message.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const known = z.object({ scopes: z.array(z.string()).nullable() })
const anything = z.unknown()

const NAMES: ReadonlySet<unknown> = new Set(TOOLS.map(({ name }) => name))

/** The name of a program before its version: `claude-code/2.1` is called claude-code. */
const programIn = (userAgent: string) => userAgent.split(/[/\s(]/, 1)[0] ?? ''

export interface Refusal {
  refused: string
  /** 401 for a token that opens nothing, 429 for one that asks too often, 403 for one that may not call tools. */
  status: 401 | 403 | 429
}

type Admitted = Pick<ToolCall, 'scopes' | 'client'> | Refusal

/**
 * Lets a request in whose token still opens something. The call of a tool is entered into the audit log by the same
 * question, so what cannot be noted is not done.
 */
export async function admit(person: AsPerson, body: string, userAgent: string): Promise<Admitted> {
  const asked = messageIn(body)
  const tool = asked?.method === 'tools/call' ? asked.params?.name : undefined
  const client = asked?.params?._meta?.['io.modelcontextprotocol/clientInfo']?.name ?? programIn(userAgent)
  try {
    if (!NAMES.has(tool)) {
      await person.rows('/accounts?select=id&limit=1', anything)
      return { scopes: [], client }
    }
    const { scopes } = await person.call('note_tool_call', { tool, client: client.slice(0, 100) }, known)
    return { scopes, client }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status } = error
    return { refused: error.message, status: status === 401 || status === 429 ? status : 403 }
  }
}
