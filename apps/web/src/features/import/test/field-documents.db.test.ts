import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, type Expected, expectRecords, type Given } from './becomes.ts'
import { type Field, openField } from './whole-way.ts'

// Five further documents of each kind that programs write, from their bytes to records.

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

const becomes = (
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  expected: Expected,
  given?: Given,
) => expectRecords(field, { name, content }, expected, given)

const json = (value: unknown) => JSON.stringify(value)

describe('cards of agents and documents of MCP servers', () => {
  it.each<[string, unknown, Expected]>([
    [
      'a card of version 0.3',
      {
        protocolVersion: '0.3.0',
        name: 'Planner',
        description: 'Plans.',
        url: 'https://plan.example/a2a',
        version: '1',
        skills: [],
        capabilities: {},
      },
      [{ name: 'Planner', description: expect.stringContaining('Plans.') }],
    ],
    [
      'a card of version 1.0 with several interfaces',
      {
        name: 'Buyer',
        description: 'Buys.',
        supportedInterfaces: [
          { url: 'https://buy.example/a', protocolBinding: 'JSONRPC' },
          { url: 'https://buy.example/g', protocolBinding: 'GRPC' },
        ],
        provider: { organization: 'Example Inc.', url: 'https://example.com' },
        version: '2.0',
        skills: [{ id: 's', name: 'Buy', description: 'Buys', tags: [] }],
      },
      [{ name: 'Buyer', vendor: 'Example Inc.', owner: null }],
    ],
    [
      'a list of cards',
      [
        { name: 'One', url: 'https://one.example', skills: [], version: '1', description: 'a' },
        { name: 'Two', url: 'https://two.example', skills: [], version: '1', description: 'b' },
      ],
      [{ name: 'One' }, { name: 'Two' }],
    ],
    [
      'a server.json without a title',
      {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name: 'io.example/wiki',
        description: 'Reads the wiki.',
        version: '1.2.0',
        remotes: [{ type: 'streamable-http', url: 'https://wiki.example/mcp' }],
      },
      [{ name: expect.stringMatching(/wiki/), description: expect.stringContaining('Reads the wiki.') }],
    ],
    [
      'a page of a registry with a deprecated server',
      {
        servers: [
          {
            server: { name: 'io.example/old', description: 'Old.', version: '0.1.0' },
            _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deprecated' } },
          },
        ],
        metadata: { count: 1 },
      },
      [{ name: expect.stringMatching(/old/) }],
    ],
  ])('%s', (_, document, expected) => becomes('a.json', json(document), expected, { kind: 'agent' }))
})

describe('configurations of MCP servers', () => {
  const SECRET = 'sk-live-4f1c0d2e3b4a59687786'
  it.each<[string, string, Expected]>([
    [
      'of VS Code',
      json({
        servers: { db: { type: 'stdio', command: 'uvx', args: ['db-server'], env: { KEY: SECRET } } },
        inputs: [],
      }),
      [{ name: 'db' }],
    ],
    [
      'of Zed',
      json({ context_servers: { notes: { command: { path: 'notes', args: ['--token', SECRET] } } } }),
      [{ name: 'notes' }],
    ],
    [
      'of Claude with projects',
      json({
        projects: {
          '/home/ann/a': {
            mcpServers: { desk: { type: 'http', url: `https://desk.example/mcp?token=${SECRET}` } },
          },
        },
      }),
      [{ name: 'desk' }],
    ],
    [
      'of Gemini with headers',
      json({
        mcpServers: {
          mail: { httpUrl: 'https://mail.example/mcp', headers: { Authorization: `Bearer ${SECRET}` } },
        },
      }),
      [{ name: 'mail' }],
    ],
    [
      'with a password in an address',
      json({
        mcpServers: {
          crm: { command: 'npx', args: ['mcp-remote', `https://ann:${SECRET}@crm.example/sse`] },
        },
      }),
      [{ name: 'crm' }],
    ],
  ])('%s', async (_, document, expected) => {
    const { preview, records, rows } = await field.importFile(
      { name: 'mcp.json', bytes: bytesOf(document) },
      'agent',
    )
    expect(records).toMatchObject(expected)
    expect(JSON.stringify([preview, records, rows])).not.toContain(SECRET)
  })
})

describe('entities of Backstage', () => {
  const entity = (kind: string, name: string, spec: object, metadata: object = {}) =>
    json({ apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, ...metadata }, spec })
  it.each<[string, string, CatalogueKind, Expected]>([
    [
      'a component with a title',
      entity(
        'Component',
        'pay',
        { type: 'service', lifecycle: 'production', owner: 'user:default/ann' },
        { title: 'Payroll', tags: ['hr'] },
      ),
      'system',
      [{ name: 'Payroll', owner: 'Ann Example', tags: ['hr'] }],
    ],
    [
      'a resource',
      entity('Resource', 'ledger-db', { type: 'database', owner: 'group:finance' }),
      'system',
      [{ name: 'ledger-db' }],
    ],
    [
      'a system with links',
      entity(
        'System',
        'shop',
        { owner: 'user:ann' },
        { links: [{ url: 'https://wiki.example/shop', title: 'Wiki' }] },
      ),
      'system',
      [{ name: 'shop', links: [expect.objectContaining({ url: 'https://wiki.example/shop' })] }],
    ],
    [
      'an API of type mcp-server',
      entity('API', 'tickets', {
        type: 'mcp-server',
        lifecycle: 'experimental',
        owner: 'ann',
        definition: '{}',
      }),
      'agent',
      [{ name: 'tickets' }],
    ],
    [
      'several documents in one file',
      `${entity('Component', 'a', { type: 'website', owner: 'ann' })}\n---\n${entity('Group', 'team', { type: 'team', children: [] })}\n---\n${entity('Component', 'b', { type: 'website', owner: 'ann' })}`,
      'system',
      [{ name: 'a' }, { name: 'b' }],
    ],
  ])('%s', (_, document, kind, expected) => becomes('catalog-info.yaml', document, expected, { kind }))
})

describe('workflows', () => {
  it.each<[string, unknown, Expected]>([
    [
      'several of n8n',
      {
        data: [
          { id: 'a', name: 'One', active: true, nodes: [], connections: {}, tags: [] },
          { id: 'b', name: 'Two', active: false, nodes: [], connections: {} },
        ],
        nextCursor: null,
      },
      [
        { name: 'One', status: 'active' },
        { name: 'Two', status: 'inactive' },
      ],
    ],
    [
      'a list of n8n with credentials',
      [
        {
          id: 'c',
          name: 'Three',
          active: true,
          nodes: [
            {
              name: 'x',
              type: 'n8n-nodes-base.httpRequest',
              typeVersion: 4.2,
              parameters: { url: 'https://api.example', password: 'secret' },
            },
          ],
          connections: {},
        },
      ],
      [{ name: 'Three', source_id: 'c', links: [] }],
    ],
    [
      'a blueprint of Make',
      {
        name: 'Invoices',
        flow: [{ id: 1, module: 'gmail:watch', version: 1, parameters: { account: 12 } }],
        metadata: { version: 1, scenario: {} },
      },
      [{ name: 'Invoices' }],
    ],
    [
      'scenarios of Make',
      {
        scenarios: [
          { id: 7, name: 'Orders', isActive: true, scheduling: { type: 'indefinitely', interval: 900 } },
        ],
      },
      [{ name: 'Orders', source_id: '7' }],
    ],
    [
      'workflows of GitHub',
      {
        total_count: 1,
        workflows: [
          {
            id: 5,
            node_id: 'W_5',
            name: 'CI',
            path: '.github/workflows/ci.yml',
            state: 'active',
            url: 'https://api.github.example/w/5',
            html_url: 'https://github.example/a/b/ci.yml',
          },
        ],
      },
      [{ name: 'CI' }],
    ],
  ])('%s', (_, document, expected) => becomes('a.json', json(document), expected, { kind: 'automation' }))
})

describe('lists of directories and platforms', () => {
  it.each<[string, unknown, CatalogueKind, Expected]>([
    [
      'applications of Graph as a list',
      [
        {
          id: '0b1c',
          appId: '0b1d',
          displayName: 'HR sync',
          createdDateTime: '2026-11-05T08:12:44Z',
          signInAudience: 'AzureADMyOrg',
          passwordCredentials: [{ secretText: 'x', keyId: 'k' }],
        },
      ],
      'system',
      [{ name: 'HR sync', renews_on: null }],
    ],
    [
      'packages of Copilot',
      {
        '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#copilot/admin/catalog/packages',
        value: [
          {
            id: 'P_1',
            displayName: 'Travel desk',
            type: 'custom',
            supportedHosts: ['Copilot'],
            publisher: 'Example',
            shortDescription: 'Books.',
          },
        ],
      },
      'agent',
      [{ name: 'Travel desk', vendor: 'Example' }],
    ],
    [
      'the inventory of Power Platform',
      {
        data: [
          {
            name: 'f1',
            type: 'microsoft.powerautomate/cloudflows',
            properties: {
              displayName: 'Approve',
              ownerId: 'o',
              environmentId: 'e',
              createdAt: '2026-01-01T00:00:00Z',
            },
          },
        ],
      },
      'automation',
      [{ name: 'Approve' }],
    ],
    [
      'applications of Okta',
      [
        {
          id: '0oa1',
          name: 'wiki',
          label: 'Wiki',
          status: 'ACTIVE',
          signOnMode: 'SAML_2_0',
          created: '2024-01-01T00:00:00.000Z',
          credentials: { signing: { kid: 'x' } },
        },
      ],
      'system',
      [{ name: 'Wiki', source_id: '0oa1', renews_on: null }],
    ],
    [
      'rows of ServiceNow without display values',
      {
        result: [
          {
            sys_id: 'a1',
            name: 'Payroll',
            short_description: 'Pays.',
            sys_class_name: 'cmdb_ci_appl',
            install_status: '1',
            sys_created_on: '2024-01-01 00:00:00',
          },
        ],
      },
      'system',
      [{ name: 'Payroll', source_id: 'a1', renews_on: null }],
    ],
  ])('%s', (_, document, kind, expected) => becomes('a.json', json(document), expected, { kind }))
})
