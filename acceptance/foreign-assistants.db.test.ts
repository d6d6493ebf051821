import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_READ, tokenOf } from './support/assistant.ts'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'

// Clients that others made: what they send is written down here as it comes from them, byte by byte.

let cairn: Cairn
let ada: SignedIn
let token: string
let ledger: string

beforeAll(async () => {
  cairn = await openCairn()
  ada = await cairn.signedIn(
    await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada Lovelace' }),
  )
  token = await tokenOf(ada, ALL_READ)
  const tag = await ada.client.from('tags').insert({ name: 'Finance' }).select('id').single()
  const field = await ada.client
    .from('own_fields')
    .insert({ kind: 'system', name: 'Seats', type: 'number', key: 'seats' })
  expect([tag.error, field.error]).toEqual([null, null])
  const { data, error } = await ada.client
    .from('systems')
    .insert({
      name: 'Ledger',
      description: 'Books of the company.',
      owner_id: ada.userId,
      vendor: 'Acme',
      tags: [z.object({ id: z.string() }).parse(tag.data).id],
      links: [{ purpose: 'docs', title: 'Handbook', url: 'https://wiki.example/ledger' }],
      own: { seats: 12 },
    })
    .select('id')
    .single()
  if (error !== null) throw error
  ledger = z.object({ id: z.string() }).parse(data).id
})

afterAll(() => cairn.close())

interface Sent {
  path?: string
  accept?: string | null
}

function post(message: object, { path = '/mcp', accept = 'application/json' }: Sent = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(accept === null ? {} : { accept }),
  }
  return cairn.send({ method: 'POST', path, headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
}

const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'probe', version: '1' } },
}

const answered = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** Calls a tool with arguments as a model wrote them. */
async function call(name: string, args: unknown) {
  const { json } = await post({ id: 1, method: 'tools/call', params: { name, arguments: args } })
  return answered.parse(json).result
}

describe('a client that takes no stream of events', () => {
  it.each(['application/json', '*/*', null, 'text/html'])(
    'is answered with JSON for Accept: %s',
    async (accept) => {
      const answer = await post(INITIALIZE, { accept })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
      expect(answer.json).toMatchObject({ id: 0, result: { serverInfo: { name: 'cairn' } } })
      const noted = await post({ method: 'notifications/initialized' }, { accept })
      expect(noted.status).toBe(202)
    },
  )

  it('may write a stroke behind the address', async () => {
    expect((await post(INITIALIZE, { path: '/mcp/' })).status).toBe(200)
    for (const path of ['', '/mcp', '/mcp/']) {
      const { json } = await cairn.send({ path: `/.well-known/oauth-protected-resource${path}` })
      expect(json).toMatchObject({ resource: `${cairn.server.url}/mcp` })
    }
  })
})

it('describes its tools without what function calling of models refuses', async () => {
  const { text } = await post({ id: 1, method: 'tools/list' })
  expect(text).not.toMatch(/"anyOf"|"oneOf"|"allOf"|"\$schema"|"type":\[/)
  const { result } = z
    .object({ result: z.object({ tools: z.array(z.object({ inputSchema: z.unknown() })) }) })
    .parse(JSON.parse(text))
  expect(result.tools).toHaveLength(13)
})

describe('arguments', () => {
  it.each<[string, object]>([
    ['a number as text', { skip: '0' }],
    ['a list as text', { statuses: '["active"]' }],
    ['a word for a list', { statuses: 'active' }],
    ['null for what is left out', { query: null, gaps: null, skip: null }],
    ['a number in a condition', { conditions: [{ field: 'own.seats', operator: 'is', values: [12] }] }],
    ['conditions as text', { conditions: '{"field":"vendor","operator":"is","values":"Acme"}' }],
  ])('are taken as models send them: %s', async (_, args) => {
    const { structuredContent } = await call('list_records', { kind: 'system', ...args })
    expect(structuredContent).toMatchObject({ total: 1, records: [{ name: 'Ledger' }] })
  })

  it('are refused with what there is instead', async () => {
    const unknown = await call('list_records', {
      kind: 'system',
      conditions: [{ field: 'maker', operator: 'is', values: ['Acme'] }],
    })
    expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('vendor') }] })
    const operator = await call('list_records', {
      kind: 'system',
      conditions: [{ field: 'vendor', operator: 'equals', values: ['Acme'] }],
    })
    expect(operator).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('contains') }],
    })
  })
})

describe('search and fetch, as ChatGPT reads them,', () => {
  it('answer one JSON document each, and lead from a result to its text', async () => {
    const found = await call('search', { query: 'ledger' })
    expect(found.content).toHaveLength(1)
    const { results } = z
      .object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) })
      .parse(JSON.parse(found.content[0]?.text ?? ''))
    expect(results).toEqual([
      { id: `system:${ledger}`, title: 'Ledger', url: `${cairn.server.url}/systems/${ledger}` },
    ])
    const document = await call('fetch', { id: results[0]?.id })
    expect(document.content).toHaveLength(1)
    expect(JSON.parse(document.content[0]?.text ?? '')).toMatchObject({
      id: `system:${ledger}`,
      title: 'Ledger',
      text: expect.stringMatching(
        /^Books of the company\.\n\n.*Owner: Ada Lovelace.*Tags: Finance.*Seats: 12/s,
      ),
      url: `${cairn.server.url}/systems/${ledger}`,
      metadata: { kind: 'system', status: 'active' },
    })
  })

  it('tell of people, and refuse an id that they did not give', async () => {
    const found = await call('search', { query: 'lovelace' })
    expect(found.structuredContent).toMatchObject({ results: [{ id: `person:${ada.userId}` }] })
    const { structuredContent } = await call('fetch', { id: `person:${ada.userId}` })
    expect(structuredContent).toMatchObject({ title: 'Ada Lovelace', metadata: { kind: 'person' } })
    for (const id of ['system:1', 'article:x', ledger, `table:${ledger}`])
      expect(await call('fetch', { id })).toMatchObject({ isError: true })
  })
})

it('tells of fields of the account, tags and links of a record', async () => {
  expect((await call('get_record', { kind: 'system', id: ledger })).structuredContent).toMatchObject({
    own_fields: [{ field: 'own.seats', label: 'Seats', value: 12 }],
    tags: ['Finance'],
    links: [{ purpose: 'docs', title: 'Handbook', url: 'https://wiki.example/ledger' }],
  })
  const { structuredContent } = await call('describe_fields', { kind: 'system' })
  expect(structuredContent?.['fields']).toContainEqual({
    ...{ field: 'own.seats', label: 'Seats', help: '', type: 'number', choices: [] },
    operators: ['is', 'is_not', 'before', 'after', 'between', 'empty', 'filled'],
  })
})

it('tells what changed without JSON in texts', async () => {
  const { error } = await ada.client
    .from('systems')
    .update({ own: { seats: 13 } })
    .eq('id', ledger)
  expect(error).toBeNull()
  const { structuredContent } = await call('what_changed', { since: '2020-01-01T00:00:00Z', id: ledger })
  expect(JSON.stringify(structuredContent)).not.toMatch(/"(?:before|after)":"[[{]/)
})
