/** A client that others made, at a version that was tried. */
export interface Client {
  title: string
  /** Its work with Cairn. */
  does: string
  packages: readonly string[]
  /** The version of Node, where Cairn's own is too old for it. */
  node?: string
  /** The commands, each with its words; `{…}` names a value of the run. */
  commands: readonly (readonly string[])[]
}

const program = (name: string) => [['node', `{programs}/${name}.mjs`]]
const bin = (name: string) => `{folder}/node_modules/${name}`
const NODE_24 = '24.21.0'
const BEARER = 'Authorization: Bearer {token}'
const COMPILED = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  'false',
  '--moduleResolution',
  'bundler',
  '--module',
  'esnext',
  '--target',
  'es2022',
  '--lib',
  'es2023,dom,dom.iterable',
]

/** The clients, in the order of the table that `npm run clients` prints. */
export const CLIENTS: readonly Client[] = [
  {
    title: 'MCP SDK 1',
    does: 'connects in 2025-11-25, and calls a tool',
    packages: ['@modelcontextprotocol/sdk@1.32.2'],
    commands: program('mcp-sdk-1'),
  },
  {
    title: 'MCP SDK 2',
    does: 'connects in 2026-07-28 and in 2025-11-25, and calls a tool',
    packages: ['@modelcontextprotocol/client@2.4.0'],
    commands: program('mcp-sdk-2'),
  },
  {
    title: 'MCP Inspector',
    does: 'lists the tools',
    packages: ['@modelcontextprotocol/inspector@2.12.0'],
    node: NODE_24,
    commands: [
      [
        'node',
        bin('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
        '--cli',
        '{url}/mcp',
        '--transport',
        'http',
        '--method',
        'tools/list',
        '--header',
        BEARER,
      ],
    ],
  },
  {
    title: 'mcporter',
    does: 'lists the tools, and calls one',
    packages: ['mcporter@0.12.3'],
    node: NODE_24,
    commands: [
      ['node', bin('mcporter/dist/cli.js'), '--config', '{folder}/mcporter.json', 'list', 'cairn'],
      [
        'node',
        bin('mcporter/dist/cli.js'),
        '--config',
        '{folder}/mcporter.json',
        'call',
        'cairn.search',
        'query=Ledger',
      ],
    ],
  },
  {
    title: 'Plain JSON',
    does: 'calls a tool with Accept: application/json at /mcp/',
    packages: [],
    commands: program('plain-json'),
  },
  {
    title: 'openapi-typescript',
    does: 'makes types of the reference, which compile under --strict',
    packages: ['openapi-typescript@7.13.0', 'typescript@5.9.3'],
    commands: [
      [
        'node',
        bin('openapi-typescript/bin/cli.js'),
        '{url}/docs/api/openapi.json',
        '-o',
        '{folder}/types.d.ts',
      ],
      ['node', bin('typescript/bin/tsc'), ...COMPILED, '{folder}/types.d.ts'],
    ],
  },
  {
    title: 'swagger-typescript-api',
    does: 'makes a client of the reference, which compiles under --strict',
    packages: ['swagger-typescript-api@13.13.0', 'typescript@5.9.3'],
    commands: [
      [
        'node',
        bin('swagger-typescript-api/dist/cli.mjs'),
        'generate',
        '--path',
        '{url}/docs/api/openapi.json',
        '--output',
        '{folder}/swagger',
        '--name',
        'api.ts',
      ],
      ['node', bin('typescript/bin/tsc'), ...COMPILED, '{folder}/swagger/api.ts'],
    ],
  },
  {
    title: '@hey-api/openapi-ts',
    does: 'makes a client of the reference, which compiles under --strict',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    node: NODE_24,
    commands: [
      [
        'node',
        bin('@hey-api/openapi-ts/bin/run.js'),
        '--input',
        '{url}/docs/api/openapi.json',
        '--output',
        '{folder}/hey',
      ],
      [
        'node',
        bin('typescript/bin/tsc'),
        ...COMPILED,
        '--allowImportingTsExtensions',
        '{folder}/hey/index.ts',
      ],
    ],
  },
  {
    title: 'Redocly',
    does: 'finds no error of the structure in the reference',
    packages: ['@redocly/cli@2.77.0'],
    commands: [
      ['node', bin('@redocly/cli/bin/cli.js'), 'lint', '{url}/docs/api/openapi.json', '--extends', 'spec'],
    ],
  },
  {
    title: 'supabase-js',
    does: 'reads rows with an API token',
    packages: ['@supabase/supabase-js@2.109.0'],
    commands: program('supabase-js'),
  },
  {
    title: 'oauth4webapi',
    does: 'finds the server from /mcp, registers, gets a token with a code and PKCE, lists the tools, refreshes and revokes',
    packages: ['oauth4webapi@3.8.8'],
    commands: program('oauth4webapi'),
  },
  {
    title: 'openid-client',
    does: 'registers, signs a person in with a code and PKCE, reads who they are, refreshes and revokes',
    packages: ['openid-client@6.8.9'],
    commands: program('openid-client'),
  },
  ...[
    ['standardwebhooks', '1.1.1'],
    ['svix', '2.5.0'],
  ].map(([name, version]) => ({
    title: `${name}`,
    does: 'takes a webhook that arrived, and refuses it with another body',
    packages: [`${name}@${version}`],
    commands: program(`${name}`),
  })),
  {
    title: 'The validator of n8n',
    does: 'takes what `n8n.mjs` asks, page after page; what it finds arrives',
    packages: ['express@5.3.0', 'express-openapi-validator@5.6.2'],
    commands: program('n8n-validator'),
  },
  {
    title: 'parse-prometheus-text-format',
    does: 'reads the figures',
    packages: ['parse-prometheus-text-format@1.1.1'],
    commands: program('prometheus'),
  },
]
