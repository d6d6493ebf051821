import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { expect, test } from 'vitest'
import { z } from 'zod'

const run = promisify(execFile)
const KEY = 'cairn_src_test'

const push = z.object({
  kind: z.string(),
  records: z.array(z.looseObject({ source_id: z.string(), name: z.string() })),
})

interface Platform {
  script: string
  args?: readonly string[]
  /** Makes the environment that the script reads, by the address of both sides. */
  env: (url: string) => Record<string, string>
  /** The header that proves the script to the platform. */
  proof: readonly [name: string, value: string]
  /** The recorded answers, by request. */
  answer: (path: string, body: string, url: string) => unknown
}

/** Runs a script between a platform of recorded answers and a Cairn; returns the bodies that it sent. */
async function sent({ script, args = [], env, proof, answer }: Platform) {
  const pushes: z.output<typeof push>[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const isPush = request.url === '/functions/v1/found'
    const isProven = isPush
      ? request.headers.authorization === `Bearer ${KEY}`
      : request.headers[proof[0]] === proof[1]
    if (isPush) pushes.push(push.parse(JSON.parse(body)))
    response.statusCode = isProven ? 200 : 401
    response.end(JSON.stringify(isPush ? { received: 1 } : answer(pathOf(request), body, url)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const port = z.object({ port: z.number() }).parse(server.address()).port
  const url = `http://127.0.0.1:${port}`
  try {
    await run(process.execPath, [`${import.meta.dirname}/../docs/use/scripts/${script}`, ...args], {
      env: { CAIRN_URL: url, CAIRN_KEY: KEY, ...env(url) },
    })
  } finally {
    server.close()
  }
  return pushes
}

const pathOf = ({ url = '' }: IncomingMessage) => decodeURIComponent(url)

test('the Power Platform inventory: agents, page by page', async () => {
  const agent = (name: string, displayName: string, ownerId?: string) => ({
    ...{ name, type: 'microsoft.copilotstudio/agents', location: 'europe', tenantId: 't' },
    properties: { displayName, ownerId, environmentId: 'e', createdAt: '2026-05-01T08:00:00Z' },
  })
  const pushes = await sent({
    script: 'power-platform.mjs',
    env: (url) => ({ POWER_PLATFORM_URL: url, POWER_PLATFORM_TOKEN: 'pp' }),
    proof: ['authorization', 'Bearer pp'],
    answer(path, body) {
      expect(path).toBe('/resourcequery/resources/query?api-version=2024-10-01')
      const { Options, Clauses } = z
        .object({ Options: z.object({ SkipToken: z.string().optional() }), Clauses: z.array(z.unknown()) })
        .parse(JSON.parse(body))
      expect(Clauses).toMatchObject([{ Values: ["'microsoft.copilotstudio/agents'"] }])
      return Options.SkipToken === 'two'
        ? { totalRecords: 2, count: 1, data: [agent('b', 'Contract reader')] }
        : { totalRecords: 2, count: 1, skipToken: 'two', data: [agent('a', 'x'.repeat(130), 'owner-1')] }
    },
  })
  expect(pushes).toEqual([
    { kind: 'agent', records: [{ source_id: 'a', name: 'x'.repeat(120), owner: 'owner-1' }] },
    { kind: 'agent', records: [{ source_id: 'b', name: 'Contract reader', owner: null }] },
  ])
})

test('the catalogue of Microsoft Graph: agents, as its links lead on', async () => {
  const entry = { type: 'custom', isBlocked: false, supportedHosts: ['Copilot'], publisher: 'Contoso' }
  const pushes = await sent({
    script: 'microsoft-graph.mjs',
    env: (url) => ({ GRAPH_URL: url, GRAPH_TOKEN: 'graph' }),
    proof: ['authorization', 'Bearer graph'],
    answer(path, _body, url) {
      expect(path).toMatch(/^\/copilot\/admin\/catalog\/packages\?/)
      if (path.endsWith('skiptoken=2')) return { value: [{ ...entry, id: 'P_2', displayName: 'Second' }] }
      expect(path).toContain("$filter=supportedHosts/any(h:h eq 'Copilot')")
      return {
        value: [{ ...entry, id: 'P_1', displayName: 'First', shortDescription: 'Helps.' }],
        '@odata.nextLink': `${url}/copilot/admin/catalog/packages?$skiptoken=2`,
      }
    },
  })
  expect(pushes).toEqual([
    {
      kind: 'agent',
      records: [{ source_id: 'P_1', name: 'First', description: 'Helps.', vendor: 'Contoso' }],
    },
    { kind: 'agent', records: [{ source_id: 'P_2', name: 'Second', description: null, vendor: 'Contoso' }] },
  ])
})

test('n8n: workflows that are not archived, by its cursor, which is never empty', async () => {
  const pushes = await sent({
    script: 'n8n.mjs',
    env: (url) => ({ N8N_URL: url, N8N_KEY: 'n8n' }),
    proof: ['x-n8n-api-key', 'n8n'],
    answer(path) {
      expect(path).toMatch(/^\/api\/v1\/workflows\?limit=250(?:&cursor=next)?$/)
      return path.endsWith('cursor=next')
        ? {
            data: [
              { id: 'w2', name: 'Sync', active: false, isArchived: false, nodes: [] },
              { id: 'w3', name: 'Old try', active: false, isArchived: true, nodes: [] },
            ],
            nextCursor: null,
          }
        : { data: [{ id: 'w1', name: 'Invoices', active: true, nodes: [] }], nextCursor: 'next' }
    },
  })
  expect(pushes).toEqual([
    { kind: 'automation', records: [{ source_id: 'w1', name: 'Invoices', status: 'active' }] },
    { kind: 'automation', records: [{ source_id: 'w2', name: 'Sync', status: 'inactive' }] },
  ])
})

test('the scanner: MCP servers and cards of agents in folders, without their secrets', async () => {
  const folder = scratchFolder('cairn-scan-')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const SECRET = 'sk-live-4f1c0d2e3b4a5968'
  write(
    'app/.mcp.json',
    JSON.stringify({
      mcpServers: {
        files: { command: 'npx', args: ['-y', '@acme/files@1.2.0', '--token', SECRET], env: { KEY: SECRET } },
        desk: { url: `https://user:${SECRET}@desk.example/${SECRET}/mcp?key=${SECRET}` },
      },
    }),
  )
  write('.vscode/mcp.json', '{ // servers\n"servers": { "db": { "command": "/opt/db-server" }, } }')
  write('agent-card.json', JSON.stringify({ name: 'Planner', url: 'https://plan.example/a2a', skills: [] }))
  write('broken/.mcp.json', '{')
  write('node_modules/x/.mcp.json', JSON.stringify({ mcpServers: { hidden: { command: 'x' } } }))
  const pushes = await sent({
    script: 'scan-configs.mjs',
    args: ['--send', folder],
    env: () => ({}),
    proof: ['none', ''],
    answer: () => ({}),
  })
  expect(JSON.stringify(pushes)).not.toContain(SECRET)
  expect(pushes.flatMap(({ records }) => records.map(({ source_id }) => source_id)).toSorted()).toEqual([
    'Planner@plan.example',
    'db@db-server',
    'desk@desk.example',
    'files@@acme/files@1.2.0',
  ])
  const dry = await sent({
    script: 'scan-configs.mjs',
    args: [folder],
    env: () => ({}),
    proof: ['none', ''],
    answer: () => ({}),
  })
  expect(dry).toEqual([])
})

test('GitHub: repositories, page by page', async () => {
  const repository = (id: number) => ({
    ...{ id, name: `repo-${id}`, full_name: `acme/repo-${id}`, description: null, private: true },
    html_url: `https://github.com/acme/repo-${id}`,
  })
  const pushes = await sent({
    script: 'github.mjs',
    env: (url) => ({ GITHUB_URL: url, GITHUB_ORG: 'acme', GITHUB_TOKEN: 'gh' }),
    proof: ['authorization', 'Bearer gh'],
    answer(path) {
      expect(path).toMatch(/^\/orgs\/acme\/repos\?per_page=100&page=[12]$/)
      return path.endsWith('=1') ? Array.from({ length: 100 }, (_, id) => repository(id)) : [repository(100)]
    },
  })
  expect(pushes.map(({ kind, records }) => [kind, records.length])).toEqual([
    ['system', 100],
    ['system', 1],
  ])
  expect(pushes[1]?.records).toEqual([
    { source_id: '100', name: 'repo-100', description: null, links: ['https://github.com/acme/repo-100'] },
  ])
})

test('a script that is refused ends with the reason', async () => {
  const refused = sent({
    script: 'n8n.mjs',
    env: (url) => ({ N8N_URL: url, N8N_KEY: 'wrong' }),
    proof: ['x-n8n-api-key', 'n8n'],
    answer: () => ({ message: 'unauthorized' }),
  })
  await expect(refused).rejects.toThrow(/401 {"message":"unauthorized"}/)
})
