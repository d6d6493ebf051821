import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_READ, tokenOf } from './support/assistant.ts'
import { type Cairn, openCairn } from './support/cairn.ts'

const BRIDGE = join(import.meta.dirname, '../scripts/mcp-bridge.mjs')

let cairn: Cairn
let token: string

beforeAll(async () => {
  cairn = await openCairn()
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  token = await tokenOf(await cairn.signedIn(person), ALL_READ)
})

afterAll(() => cairn.close())

/** Sends lines through the bridge, and returns one answer for each line with an id. */
async function throughBridge(env: Record<string, string>, lines: readonly object[]): Promise<unknown[]> {
  const bridge: ChildProcessWithoutNullStreams = spawn(process.execPath, [BRIDGE], { env })
  for (const line of lines) bridge.stdin.write(`${JSON.stringify(line)}\n`)
  bridge.stdin.end()
  const answers: unknown[] = []
  for await (const line of createInterface({ input: bridge.stdout })) answers.push(JSON.parse(line))
  return answers
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'desk', version: '1' } },
}
const search = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'Ada' } },
}

describe('an assistant on this machine', () => {
  it('asks through the bridge, with a token from the environment', async () => {
    const answers = await throughBridge({ CAIRN_URL: cairn.server.url, CAIRN_TOKEN: token }, [
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      search,
    ])
    expect(answers).toMatchObject([
      { id: 1, result: { serverInfo: { name: 'cairn' }, protocolVersion: '2025-11-25' } },
      { id: 2, result: { structuredContent: { people: [{ name: 'Ada' }] } } },
    ])
  })

  it('receives the refusal of its token under the id of its message', async () => {
    const answers = await throughBridge({ CAIRN_URL: cairn.server.url, CAIRN_TOKEN: 'cairn_x' }, [search])
    expect(answers).toMatchObject([{ id: 2, error: { message: expect.stringContaining('no API token') } }])
  })

  it('learns that no server is there', async () => {
    const answers = await throughBridge({ CAIRN_URL: 'http://127.0.0.1:9', CAIRN_TOKEN: token }, [search])
    expect(answers).toMatchObject([{ id: 2, error: { message: 'Cairn could not be reached.' } }])
  })

  it('gets no bridge without an address', async () => {
    expect(await throughBridge({ CAIRN_TOKEN: token }, [search])).toEqual([])
  })
})
