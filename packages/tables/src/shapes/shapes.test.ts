import { describe, expect, test } from 'vitest'
import { readText } from '../read-tables.ts'

async function entriesOf(text: string, name = 'a.json') {
  const { head, rows, shape, dialect } = await readText(text, name)
  const entries = rows.map(({ cells }) =>
    Object.fromEntries(
      (head ?? []).flatMap((key, column) => (cells[column] == null ? [] : [[key, cells[column]]])),
    ),
  )
  return { entries, shape, kind: dialect.kind }
}

describe('JSON', () => {
  test('a list of objects: each key is a column, objects in objects have keys with points', async () => {
    const text =
      '[{"name":"Jira","owner":{"email":"ann@example.com"},"tags":["a","b"]},{"name":"Wiki","cost":5,"links":[{"url":"x"}]}]'
    expect(await entriesOf(text)).toEqual({
      shape: 'entries',
      kind: 'json',
      entries: [
        { name: 'Jira', 'owner.email': 'ann@example.com', tags: 'a, b' },
        { name: 'Wiki', cost: 5, links: '[{"url":"x"}]' },
      ],
    })
  })

  test('an object around the list', async () => {
    expect((await entriesOf('{"total":2,"items":[{"name":"Jira"},{"name":"Wiki"}]}')).entries).toEqual([
      { name: 'Jira' },
      { name: 'Wiki' },
    ])
  })

  test('a list of lists, of which the first is the head', async () => {
    expect(await entriesOf('[["Name","Cost"],["Jira",5]]')).toEqual({
      shape: 'rows',
      kind: 'json',
      entries: [{ Name: 'Jira', Cost: 5 }],
    })
  })

  test('a value per line', async () => {
    expect(await entriesOf('{"name":"Jira"}\n\n{"name":"Wiki"}\n', 'pasted')).toEqual({
      shape: 'entries',
      kind: 'json-lines',
      entries: [{ name: 'Jira' }, { name: 'Wiki' }],
    })
  })

  test('keys that objects have by themselves are keys like others', async () => {
    const { entries } = await entriesOf('[{"__proto__":"a","constructor":"b","name":"c"}]')
    expect(Object.values(entries[0] ?? {})).toContain('b')
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})

const CATALOG = `# the shop
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: shop-web
  title: Shop
  description: >-
    What customers
    see
  tags: [react, shop]
  links:
    - url: https://shop.example.com
      title: Shop
    - url: https://status.example.com
  annotations:
    github.com/project-slug: example/shop-web
spec:
  type: website
  lifecycle: production
  owner: group:default/shop-team
  system: shop
  dependsOn: ['resource:shop-db']
---
apiVersion: backstage.io/v1alpha1
kind: User
metadata: { name: ann, namespace: people }
spec:
  profile: { displayName: Ann Example, email: ann@example.com }
  memberOf: [shop-team]
---
apiVersion: backstage.io/v1alpha1
kind: Location
metadata: { name: others }
spec: { targets: [./other.yaml] }
---
`

test('catalog-info.yaml: the entities of several documents', async () => {
  expect(await entriesOf(CATALOG, 'catalog-info.yaml')).toEqual({
    shape: 'catalog_info',
    kind: 'yaml',
    entries: [
      {
        name: 'shop-web',
        title: 'Shop',
        description: 'What customers see',
        kind: 'Component',
        type: 'website',
        lifecycle: 'production',
        owner: 'group:default/shop-team',
        system: 'shop',
        tags: 'react, shop',
        links:
          'Shop: https://shop.example.com\nhttps://status.example.com\nhttps://github.com/example/shop-web',
        depends_on: 'resource:shop-db',
        source_id: 'component:default/shop-web',
      },
      {
        name: 'ann',
        title: 'Ann Example',
        kind: 'User',
        email: 'ann@example.com',
        source_id: 'user:people/ann',
      },
    ],
  })
  expect((await entriesOf(CATALOG, 'pasted')).shape).toBe('catalog_info')
})

const SKILLS = [
  { id: 'route', name: 'Find a way', description: 'By train', tags: ['travel', 'train'] },
  { id: 'book', name: 'Book', description: 'A seat', tags: ['travel'] },
]
const CARD = {
  name: 'Travel agent',
  description: 'Plans journeys.',
  version: '2.1.0',
  provider: { organization: 'Example Ltd', url: 'https://example.com' },
  documentationUrl: 'https://example.com/docs',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: SKILLS,
}

test.each([
  [
    '0.3',
    {
      ...CARD,
      protocolVersion: '0.3.0',
      url: 'https://agents.example.com/travel',
      preferredTransport: 'JSONRPC',
    },
    'A2A 0.3.0',
  ],
  [
    '1.0',
    {
      ...CARD,
      supportedInterfaces: [
        { url: 'https://agents.example.com/travel', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    },
    'A2A 1.0',
  ],
])('a card of an agent, A2A %s', async (_, card, platform) => {
  expect(await entriesOf(JSON.stringify(card))).toEqual({
    shape: 'agent_cards',
    kind: 'json',
    entries: [
      {
        name: 'Travel agent',
        description: 'Plans journeys.',
        version: '2.1.0',
        owner: 'Example Ltd',
        platform,
        url: 'https://agents.example.com/travel',
        skills: 'Find a way, Book',
        tags: 'travel, train',
        links: 'Documentation: https://example.com/docs\nExample Ltd: https://example.com',
        source_id: 'https://agents.example.com/travel',
      },
    ],
  })
})

const SERVER = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.example/weather',
  title: 'Weather',
  description: 'Tells the weather.',
  version: '1.0.2',
  websiteUrl: 'https://example.com/weather',
  repository: { url: 'https://github.com/example/weather', source: 'github' },
  packages: [
    { registryType: 'npm', identifier: '@example/weather', version: '1.0.2', transport: { type: 'stdio' } },
  ],
  remotes: [{ type: 'streamable-http', url: 'https://weather.example.com/mcp' }],
}
const SERVER_ROW = {
  name: 'com.example/weather',
  title: 'Weather',
  description: 'Tells the weather.',
  version: '1.0.2',
  platform: 'MCP',
  url: 'https://weather.example.com/mcp',
  packages: 'npm @example/weather',
  links: 'https://example.com/weather\nhttps://github.com/example/weather',
  source_id: 'com.example/weather',
}

test('server.json of an MCP server, and a list of a registry', async () => {
  expect(await entriesOf(JSON.stringify(SERVER))).toEqual({
    shape: 'mcp_servers',
    kind: 'json',
    entries: [SERVER_ROW],
  })
  const listed = {
    server: SERVER,
    _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } },
  }
  const { entries } = await entriesOf(JSON.stringify({ servers: [listed], metadata: { count: 1 } }))
  expect(entries).toEqual([{ ...SERVER_ROW, status: 'active' }])
})
