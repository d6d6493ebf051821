import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { arrangeMember } from './api/arrange.ts'
import { makeToken, WITHOUT_LIMIT } from './support/caller.ts'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim } from './support/print.ts'

const TIMES = extent(300, 5)
const WARM_UP = extent(50, 2)
/** The time that a tool call may add to the query behind it. */
const AIM_MS = 30

/** Compares a tool call of an assistant with the query behind it, both by the same token, one after the other. */
export async function measureMcp(): Promise<void> {
  heading(`Assistants: list_records beside find_records, ${TIMES} times each in turn`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent', ...WITHOUT_LIMIT })
  try {
    const token = await makeToken(server, await arrangeMember(server), ['systems:read', 'people:read'])
    const tool: number[] = []
    const query: number[] = []
    for (let time = -WARM_UP; time < TIMES; time += 1) {
      const [ofTool, ofQuery] = [
        await took(() => callTool(server, token)),
        await took(() => find(server, token)),
      ]
      if (time < 0) continue
      tool.push(ofTool)
      query.push(ofQuery)
    }
    line('tool call, p50', `${median(tool).toFixed(1)} ms`)
    line('its query, p50', `${median(query).toFixed(1)} ms`)
    lineWithAim('what the tool call adds', median(tool) - median(query), AIM_MS)
  } finally {
    await server.dispose()
  }
}

async function took(work: () => Promise<string>): Promise<number> {
  const began = performance.now()
  const text = await work()
  const ms = performance.now() - began
  if (!text.includes('System 1')) throw new Error(`The records were not listed: ${text.slice(0, 200)}`)
  return ms
}

const callTool = (server: ServerProcess, token: string) =>
  post(`${server.url}/mcp`, token, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_records', arguments: { kind: 'system' } },
  })

const find = (server: ServerProcess, token: string) =>
  post(`${server.url}/rest/v1/rpc/find_records`, token, { kind: 'system' })

async function post(url: string, token: string, body: unknown): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  })
  return answer.text()
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
