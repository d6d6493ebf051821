import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { describe, expect, test } from 'vitest'
import { readText } from '../read-tables.ts'

async function readingOf(text: string, name = 'a.json', recordKind: CatalogueKind | null = null) {
  const { head, rows, shape, leftOut } = await readText(text, name, { recordKind })
  const entries = rows.map(({ cells }) =>
    Object.fromEntries(
      (head ?? []).flatMap((key, column) => (cells[column] == null ? [] : [[key, cells[column]]])),
    ),
  )
  return { entries, shape, leftOut }
}

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
  subcomponentOf: shop
  dependsOn: ['resource:shop-db']
  providesApis: [prices]
  consumesApis: [people/orders]
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

test('reads the entities of several documents of catalog-info.yaml', async () => {
  expect(await readingOf(CATALOG, 'catalog-info.yaml')).toEqual({
    shape: 'backstage',
    entries: [
      {
        name: 'Shop',
        description: 'What customers see',
        entity: 'Component',
        type: 'website',
        lifecycle: 'production',
        owner: 'group:default/shop-team',
        system: 'shop',
        tags: 'react, shop',
        links:
          'Shop: https://shop.example.com\nhttps://status.example.com\nhttps://github.com/example/shop-web',
        depends_on: 'resource:default/shop-db\napi:people/orders',
        part_of: 'component:default/shop',
        provides: 'api:default/prices',
        source_id: 'component:default/shop-web',
      },
    ],
    leftOut: [
      { because: 'no_place', name: 'User', count: 1 },
      { because: 'no_place', name: 'Location', count: 1 },
    ],
  })
  expect((await readingOf(CATALOG, 'pasted')).shape).toBe('backstage')
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
    '0.3.0',
  ],
  [
    '1.0',
    {
      ...CARD,
      supportedInterfaces: [
        { url: 'https://agents.example.com/travel', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    },
    '1.0',
  ],
])('reads a card of an agent, A2A %s', async (_, card, protocol) => {
  expect(await readingOf(JSON.stringify(card))).toEqual({
    shape: 'a2a_cards',
    leftOut: [],
    entries: [
      {
        name: 'Travel agent',
        description: 'Plans journeys.',
        version: '2.1.0',
        vendor: 'Example Ltd',
        platform: 'A2A',
        protocol_version: protocol,
        skills: 'Find a way, Book',
        tags: 'travel, train',
        links:
          'https://agents.example.com/travel\nDocumentation: https://example.com/docs\nExample Ltd: https://example.com',
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
  name: 'Weather',
  description: 'Tells the weather.',
  version: '1.0.2',
  platform: 'MCP',
  packages: 'npm @example/weather',
  links:
    'https://weather.example.com/mcp\nhttps://example.com/weather\nRepository: https://github.com/example/weather',
  source_id: 'com.example/weather',
}

test('reads server.json of an MCP server, and a page of a registry', async () => {
  expect(await readingOf(JSON.stringify(SERVER))).toEqual({
    shape: 'mcp_servers',
    leftOut: [],
    entries: [SERVER_ROW],
  })
  const listed = {
    server: SERVER,
    _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } },
  }
  const { entries } = await readingOf(JSON.stringify({ servers: [listed], metadata: { count: 1 } }))
  expect(entries).toEqual([{ ...SERVER_ROW, status: 'active' }])
})

describe('a configuration of MCP servers', () => {
  const SECRET = 'EXAMPLE-NOT-A-SECRET'
  const SERVERS = {
    github: { command: 'npx', args: ['-y', '@example/server-github'], env: { GITHUB_TOKEN: SECRET } },
    jira: {
      type: 'http',
      url: `https://ann:${SECRET}@jira.example.com/mcp?api_key=${SECRET}`,
      headers: { Authorization: `Bearer ${SECRET}` },
    },
    database: { command: 'uvx', args: ['mcp-postgres', `postgresql://report:${SECRET}@db.example.com/erp`] },
    container: { command: 'docker', args: ['run', '-e', `KEY=${SECRET}`, '--token', SECRET, 'example/mcp'] },
    shut: { command: 'node', args: ['server.js', `--api-key=${SECRET}`], disabled: true },
  }
  const NAMES = ['github', 'jira', 'database', 'container', 'shut']

  test.each([
    ['Claude and Cursor', { mcpServers: SERVERS }],
    ['a project of Claude Code', { projects: { '/work': { mcpServers: SERVERS }, '/home': {} } }],
    ['VS Code', { servers: SERVERS, inputs: [{ id: 'token', password: true }] }],
    ['settings of VS Code', { 'editor.fontSize': 12, mcp: { servers: SERVERS } }],
    ['Zed', { context_servers: SERVERS }],
    ['opencode', { $schema: 'https://opencode.ai/config.json', mcp: SERVERS }],
    ['Continue', { mcpServers: Object.entries(SERVERS).map(([name, server]) => ({ name, ...server })) }],
  ])('of %s has its servers, and no secret', async (_, document) => {
    const read = await readingOf(JSON.stringify(document), '.mcp.json', 'agent')
    expect(read.shape).toBe('mcp_config')
    expect(read.entries.map(({ name }) => name)).toEqual(NAMES)
    expect(JSON.stringify(read)).not.toContain(SECRET)
    expect(read.leftOut).toContainEqual({ because: 'secret', name: '', count: 6 })
  })

  test('says how each server is reached', async () => {
    const { entries } = await readingOf(JSON.stringify({ mcpServers: SERVERS }))
    expect(entries).toEqual(
      [
        { name: 'github', transport: 'stdio', command: 'npx -y @example/server-github' },
        { name: 'jira', transport: 'http', links: 'https://jira.example.com/mcp' },
        { name: 'database', transport: 'stdio', command: 'uvx mcp-postgres postgresql://db.example.com/erp' },
        { name: 'container', transport: 'stdio', command: 'docker run -e KEY --token example/mcp' },
        { name: 'shut', transport: 'stdio', command: 'node server.js --api-key', status: 'inactive' },
      ].map((entry) => ({ ...entry, platform: 'MCP', source_id: entry.name })),
    )
  })
})

describe('a workflow of n8n', () => {
  const WORKFLOW = {
    name: 'Invoice reminder',
    nodes: [
      { name: 'Every hour', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters: {} },
      { name: 'Get', type: 'n8n-nodes-base.httpRequest', credentials: { httpHeaderAuth: { id: '4' } } },
    ],
    connections: {},
    active: true,
    id: 'Wq3kZx9inv0ice01',
    tags: [{ id: 'tg1', name: 'finance' }],
  }
  const ROW = {
    name: 'Invoice reminder',
    status: 'active',
    source: 'n8n',
    tags: 'finance',
    source_id: 'Wq3kZx9inv0ice01',
  }

  test('is one automation, whose nodes are no records', async () => {
    expect(await readingOf(JSON.stringify(WORKFLOW))).toEqual({
      shape: 'n8n_workflows',
      entries: [ROW],
      leftOut: [
        { because: 'part', name: 'nodes', count: 2 },
        { because: 'secret', name: '', count: 1 },
      ],
    })
  })

  test.each([
    ['a list', (workflows: unknown[]) => workflows],
    ['a page of the API', (workflows: unknown[]) => ({ data: workflows, nextCursor: null })],
  ])('is read from %s', async (_, around) => {
    const { tags: _tags, ...untagged } = WORKFLOW
    const others = [
      { ...untagged, id: '2', name: 'Old', active: false },
      { ...untagged, id: '3', name: 'Gone', isArchived: true },
    ]
    const { entries } = await readingOf(JSON.stringify(around([WORKFLOW, ...others])))
    expect(entries).toEqual([
      ROW,
      { name: 'Old', status: 'inactive', source: 'n8n', source_id: '2' },
      { name: 'Gone', status: 'archived', source: 'n8n', source_id: '3' },
    ])
  })

  test('is read from a template', async () => {
    const { entries } = await readingOf(
      JSON.stringify({ id: 7, name: 'Template', workflow: { nodes: [], connections: {} } }),
    )
    expect(entries).toEqual([{ name: 'Template', source: 'n8n', source_id: '7' }])
  })
})

describe('the scenarios of Make', () => {
  test('are read from a blueprint, without its modules', async () => {
    const blueprint = {
      name: 'New leads',
      flow: [{ id: 1, module: 'google-sheets:watchRows', parameters: { __IMTCONN__: 5 } }],
      metadata: { instant: false, version: 1 },
    }
    const expected = {
      shape: 'make_scenarios',
      entries: [{ name: 'New leads', source: 'Make.com' }],
      leftOut: [{ because: 'part', name: 'modules', count: 1 }],
    }
    expect(await readingOf(JSON.stringify(blueprint))).toEqual(expected)
    expect(await readingOf(JSON.stringify({ code: 'OK', response: { blueprint } }))).toEqual(expected)
  })

  test('are read from a list', async () => {
    const scenarios = [
      {
        id: 5,
        name: 'Leads',
        isActive: true,
        isPaused: false,
        scheduling: { type: 'indefinitely' },
        usedPackages: ['slack'],
      },
      { id: 6, name: 'Old', isActive: false, scheduling: { type: 'on-demand' } },
    ]
    expect((await readingOf(JSON.stringify({ scenarios }))).entries).toEqual([
      { name: 'Leads', status: 'active', source: 'Make.com', apps: 'slack', source_id: '5' },
      { name: 'Old', status: 'inactive', source: 'Make.com', source_id: '6' },
    ])
  })
})

describe('the inventory of Power Platform', () => {
  const DATA = [
    {
      type: 'microsoft.copilotstudio/agents',
      name: 'a1',
      location: 'europe',
      properties: { displayName: 'HR helper', ownerId: 'o1', environmentId: 'e1' },
    },
    {
      type: 'microsoft.powerautomate/cloudflows',
      name: 'f1',
      properties: { displayName: 'Approve', state: 'Started' },
    },
    { type: 'microsoft.powerplatform/environments', name: 'e1', properties: { displayName: 'Default' } },
  ]
  test('has the resources of the catalogue, and names the others', async () => {
    expect(await readingOf(JSON.stringify({ totalRecords: 3, data: DATA }), 'a.json', 'agent')).toEqual({
      shape: 'power_platform',
      entries: [
        {
          name: 'HR helper',
          owner: 'o1',
          platform: 'Copilot Studio',
          source: 'Copilot Studio',
          environment: 'e1',
          location: 'europe',
          source_id: 'a1',
        },
      ],
      leftOut: [
        { because: 'no_place', name: 'microsoft.powerplatform/environments', count: 1 },
        { because: 'other_kind', name: 'automation', count: 1 },
      ],
    })
  })
})

describe('Microsoft Graph', () => {
  test('lists applications by their names and application ids', async () => {
    const value = [
      {
        id: 'o1',
        appId: 'a1',
        displayName: 'Travel bot',
        homepage: 'https://travel.example.com',
        createdDateTime: '2026-01-05T08:12:44Z',
        accountEnabled: true,
        tags: ['WindowsAzureActiveDirectoryIntegratedApp', 'hr'],
        passwordCredentials: [{ hint: 'abc' }],
      },
    ]
    expect(await readingOf(JSON.stringify({ value }), 'a.json', 'system')).toEqual({
      shape: 'graph_applications',
      entries: [
        {
          name: 'Travel bot',
          tags: 'hr',
          links: 'https://travel.example.com',
          created: '2026-01-05T08:12:44Z',
          enabled: true,
          source_id: 'a1',
        },
      ],
      leftOut: [{ because: 'secret', name: '', count: 1 }],
    })
  })

  test('lists packages of Copilot', async () => {
    const value = [
      {
        id: 'p1',
        displayName: 'Sales',
        shortDescription: 'Sells',
        isBlocked: true,
        publisher: 'Example Ltd',
        appId: 'a9',
        elementTypes: ['DeclarativeCopilots'],
        supportedHosts: ['Copilot', 'Teams'],
      },
    ]
    expect((await readingOf(JSON.stringify({ value }))).entries).toEqual([
      {
        name: 'Sales',
        description: 'Sells',
        status: 'inactive',
        platform: 'Microsoft 365 Copilot',
        vendor: 'Example Ltd',
        type: 'DeclarativeCopilots',
        hosts: 'Copilot, Teams',
        source_id: 'p1',
      },
    ])
  })
})

describe('a table of ServiceNow', () => {
  const both = (display_value: string, value = display_value) => ({ display_value, value })
  test('has what people see, and no address of its API', async () => {
    const link = 'https://example.service-now.com/api/now/table/sys_user/1'
    const result = [
      {
        sys_id: both('a1'),
        name: both('Payroll'),
        operational_status: both('Retired', '6'),
        owned_by: { ...both('Ann Example', '62'), link },
        vendor: { ...both('Datev', '7'), link },
        short_description: both(''),
        sys_created_on: both('2026-01-01'),
      },
    ]
    expect(await readingOf(JSON.stringify({ result }))).toEqual({
      shape: 'service_now',
      entries: [
        { name: 'Payroll', status: 'Retired', owner: 'Ann Example', vendor: 'Datev', source_id: 'a1' },
      ],
      leftOut: [{ because: 'part', name: 'sys_created_on', count: 1 }],
    })
  })

  test('is read without display values too', async () => {
    const result = [{ sys_id: 'a1', name: 'Payroll', u_cost_center: '4711', install_status: '1' }]
    expect((await readingOf(JSON.stringify({ result }))).entries).toEqual([
      { u_cost_center: '4711', name: 'Payroll', status: '1', source_id: 'a1' },
    ])
  })
})

test('reads the applications of Okta', async () => {
  const apps = [
    {
      id: '0oa1',
      name: 'slack',
      label: 'Slack',
      status: 'ACTIVE',
      created: '2026-01-01T00:00:00.000Z',
      signOnMode: 'SAML_2_0',
      credentials: { signing: {} },
      settings: { app: { domain: 'example' } },
    },
  ]
  expect(await readingOf(JSON.stringify(apps))).toEqual({
    shape: 'okta_apps',
    entries: [
      {
        name: 'Slack',
        status: 'ACTIVE',
        links: 'example',
        type: 'slack',
        sign_on: 'SAML_2_0',
        created: '2026-01-01T00:00:00.000Z',
        source_id: '0oa1',
      },
    ],
    leftOut: [{ because: 'secret', name: 'credentials', count: 1 }],
  })
})

test('reads each application of Google once, whoever gave it access', async () => {
  const token = {
    kind: 'admin#directory#token',
    clientId: 'c1',
    displayText: 'Calendar sync',
    scopes: ['calendar', 'mail'],
  }
  const items = [
    { ...token, userKey: '1' },
    { ...token, userKey: '2' },
  ]
  expect(await readingOf(JSON.stringify({ kind: 'admin#directory#tokenList', items }))).toEqual({
    shape: 'google_apps',
    entries: [{ name: 'Calendar sync', scopes: 'calendar, mail', source_id: 'c1' }],
    leftOut: [{ because: 'part', name: 'users', count: 1 }],
  })
})

describe('Kubernetes', () => {
  const LIST = `apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: { name: nightly, namespace: erp }
    spec:
      schedule: 0 2 * * *
      suspend: true
      jobTemplate: { spec: { template: { spec: { containers: [{ env: [{ name: TOKEN, value: x }] }] } } } }
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: settings }
---
apiVersion: kagent.dev/v1alpha2
kind: Agent
metadata: { name: helper, namespace: kagent }
spec: { description: Answers questions, type: Declarative, declarative: { systemMessage: You are helpful } }
---
apiVersion: kagent.dev/v1alpha2
kind: RemoteMCPServer
metadata: { name: tickets }
spec: { url: 'https://tickets.example.com/mcp', protocol: STREAMABLE_HTTP }
`
  test('has jobs as automations', async () => {
    expect(await readingOf(LIST, 'a.yaml', 'automation')).toEqual({
      shape: 'kubernetes',
      entries: [
        {
          name: 'nightly',
          status: 'inactive',
          platform: 'Kubernetes',
          object: 'CronJob',
          namespace: 'erp',
          schedule: '0 2 * * *',
          source_id: 'cronjob:erp/nightly',
        },
      ],
      leftOut: [
        { because: 'no_place', name: 'ConfigMap', count: 1 },
        { because: 'secret', name: '', count: 1 },
        { because: 'other_kind', name: 'agent', count: 2 },
      ],
    })
  })

  test('has the objects of kagent as agents', async () => {
    const { entries } = await readingOf(LIST, 'a.yaml', 'agent')
    expect(entries).toEqual([
      {
        name: 'helper',
        description: 'Answers questions',
        platform: 'kagent',
        object: 'Agent',
        namespace: 'kagent',
        source_id: 'agent:kagent/helper',
      },
      {
        name: 'tickets',
        platform: 'MCP',
        object: 'RemoteMCPServer',
        links: 'https://tickets.example.com/mcp',
        source_id: 'remotemcpserver:default/tickets',
      },
    ])
  })
})

test('reads a workflow of GitHub Actions, and a list of them', async () => {
  const text =
    "name: Nightly report\non:\n  schedule:\n    - cron: '0 2 * * *'\n  workflow_dispatch:\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: [{ run: make }]\n"
  expect(await readingOf(text, 'nightly.yml')).toEqual({
    shape: 'github_workflows',
    entries: [
      {
        name: 'Nightly report',
        source: 'GitHub Actions',
        triggers: 'schedule, workflow_dispatch',
        schedule: '0 2 * * *',
        source_id: 'Nightly report',
      },
    ],
    leftOut: [{ because: 'part', name: 'jobs', count: 1 }],
  })
  const workflows = [
    {
      id: 9,
      name: 'CI',
      path: '.github/workflows/ci.yml',
      state: 'disabled_manually',
      html_url: 'https://github.com/example/a',
    },
  ]
  expect((await readingOf(JSON.stringify({ total_count: 1, workflows }))).entries).toEqual([
    {
      name: 'CI',
      status: 'inactive',
      source: 'GitHub Actions',
      path: '.github/workflows/ci.yml',
      links: 'https://github.com/example/a',
      source_id: '9',
    },
  ])
})

test('leaves out the passwords of entries of no known shape', async () => {
  const entries = [
    { name: 'Mail', login: { user: 'ann', password: 'x' }, url: 'https://ann:x@mail.example.com/' },
  ]
  expect(await readingOf(JSON.stringify(entries))).toEqual({
    shape: 'entries',
    entries: [{ name: 'Mail', 'login.user': 'ann', url: 'https://mail.example.com/' }],
    leftOut: [{ because: 'secret', name: '', count: 1 }],
  })
})

test('reads a pod that stands alone, and leaves one to the workload that runs it', async () => {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: mailer }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
---
apiVersion: v1
kind: Pod
metadata: { name: shop-1, ownerReferences: [{ kind: ReplicaSet, name: shop }] }
`
  const { entries, leftOut } = await readingOf(text, 'all.yaml')
  expect(entries.map(({ name }) => name)).toEqual(['mailer', 'shop'])
  expect(leftOut).toEqual([{ because: 'no_place', name: 'Pod', count: 1 }])
})
