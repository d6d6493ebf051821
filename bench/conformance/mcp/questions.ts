import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredSpec,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { text } from './contents.ts'

/** The answers that a tool has received so far, in its own signed state. */
const states = createRequestStateCodec({ key: 'a key of the suite, at least thirty-two bytes long' })
export const verifyState = states.verify

type Requests = NonNullable<InputRequiredSpec['inputRequests']>

const ask = (message: string, field: string) =>
  inputRequired.elicit({ message, requestedSchema: z.object({ [field]: z.string() }) })

const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens })

const NAME = { user_name: ask('What is your name?', 'name') }
const CONFIRM = {
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: z.object({ ok: z.boolean() }),
  }),
}
export const CONTEXT = { user_context: ask('What context should the prompt use?', 'context') }

/**
 * The questions of each tool: all at once, or in rounds. `signed` stores the round in a state that the client returns.
 */
const QUESTIONS: Record<string, { rounds: readonly Requests[]; signed?: boolean }> = {
  elicitation: { rounds: [NAME] },
  sampling: { rounds: [{ capital_question: sample('What is the capital of France?', 100) }] },
  list_roots: { rounds: [{ client_roots: inputRequired.listRoots() }] },
  request_state: { rounds: [CONFIRM], signed: true },
  tampered_state: { rounds: [CONFIRM], signed: true },
  multiple_inputs: {
    rounds: [
      { ...NAME, greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
    ],
    signed: true,
  },
  multi_round: {
    rounds: [
      { step1: ask('Step 1: What is your name?', 'name') },
      { step2: ask('Step 2: What is your favorite color?', 'color') },
    ],
    signed: true,
  },
}

const accepted = z.object({ action: z.literal('accept') })
const message = z.object({ role: z.string(), content: z.unknown() })
const roots = z.object({ roots: z.array(z.unknown()) })
const answer = z.union([accepted.loose(), message.loose(), roots.loose()])

/** The capabilities that a client declares with each request. */
const envelope = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown(), sampling: z.unknown() }).partial(),
})

/** Whether every question has an answer of some kind; further answers are ignored. */
export function isAnswered(asked: Requests, { mcpReq }: ServerContext): boolean {
  return Object.keys(asked).every((key) => answer.safeParse(mcpReq.inputResponses?.[key]).success)
}

/** Adds the tools that ask the user, the model or the program before they answer. */
export function addQuestions(server: McpServer): void {
  const description = 'Asks before it answers'
  for (const [name, { rounds, signed = false }] of Object.entries(QUESTIONS))
    server.registerTool(`test_input_required_result_${name}`, { description }, async (context) => {
      const round = signed ? (context.mcpReq.requestState<number>() ?? 0) : 0
      const next = round + (isAnswered(rounds[round] ?? {}, context) ? 1 : 0)
      const inputRequests = rounds[next]
      if (inputRequests === undefined)
        return { content: [text(`state-ok ${JSON.stringify(context.mcpReq.inputResponses)}`)] }
      return inputRequired({ inputRequests, ...(signed && { requestState: await states.mint(next) }) })
    })
  const toAsk = { name: ask('What is your name?', 'name'), model: sample('Generate a greeting', 50) }
  server.registerTool('test_input_required_result_capabilities', { description }, async ({ mcpReq }) => {
    const can = envelope.parse(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]
    return inputRequired({
      inputRequests: {
        ...(can.elicitation !== undefined && { name: toAsk.name }),
        ...(can.sampling !== undefined && { model: toAsk.model }),
      },
    })
  })
  server.registerTool('test_missing_capability', { description }, async () =>
    inputRequired({ inputRequests: { model: toAsk.model } }),
  )
  server.registerTool('test_streaming_elicitation', { description }, async () =>
    inputRequired({ inputRequests: { name: toAsk.name } }),
  )
}
