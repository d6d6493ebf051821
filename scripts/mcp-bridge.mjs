// Lets an assistant that speaks to programs on this machine (stdio) use Cairn: each line that comes in is sent to
// <url>/mcp, and each answer goes out as a line. Needs Node 20 and nothing else.
//
//     CAIRN_URL=https://cairn.example CAIRN_TOKEN=cairn_… node mcp-bridge.mjs
import { createInterface } from 'node:readline'

const { CAIRN_URL: url, CAIRN_TOKEN: token } = process.env

/** Errors go to the log of the assistant, and not into its conversation. */
const tell = (text) => process.stderr.write(`${text}\n`)

if (!url || !URL.canParse(url) || !token) {
  tell('Set CAIRN_URL to the address of Cairn and CAIRN_TOKEN to an API token of yours.')
  process.exit(1)
}

const address = new URL('/mcp', url)
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** The version of the protocol that both sides use, since the handshake of the protocols before 2026-07-28. */
let spoken

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** The headers that repeat properties of a message. Source: Model Context Protocol 2026-07-28, Transports */
function headersOf({ method, params }) {
  const version = params?._meta?.[VERSION]
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': 'cairn-mcp-bridge',
  }
  if (version ?? spoken) headers['mcp-protocol-version'] = version ?? spoken
  if (version && method) headers['mcp-method'] = method
  if (version && typeof params.name === 'string') headers['mcp-name'] = params.name
  return headers
}

/** The messages of an answer, which is one message or a stream of them. */
async function messagesIn(response) {
  const text = await response.text()
  if (text === '') return []
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return [JSON.parse(text)]
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:') && line.length > 6)
    .map((line) => JSON.parse(line.slice(5)))
}

async function forward(line) {
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return say({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is no JSON.' } })
  }
  const { id } = message
  try {
    const response = await fetch(address, { method: 'POST', headers: headersOf(message), body: line })
    const answers = await messagesIn(response)
    for (const answer of answers) {
      if (message.method === 'initialize') spoken = answer.result?.protocolVersion
      // A refusal that comes before the message is read names no id.
      if (id !== undefined) say(answer.id === null ? { ...answer, id } : answer)
    }
  } catch (error) {
    tell(`Cairn could not be reached at ${address.href}: ${error.message}`)
    if (id !== undefined)
      say({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'Cairn could not be reached.' } })
  }
}

let last = Promise.resolve()
for await (const line of createInterface({ input: process.stdin })) {
  // The lines are forwarded one after the other: the handshake decides how the rest is sent.
  if (line.trim() !== '') last = last.then(() => forward(line))
}
await last
