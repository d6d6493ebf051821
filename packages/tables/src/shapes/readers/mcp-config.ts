import { isSecretKey, looksLikeToken, publicCommand, tokenlessAddress } from '../secrets.ts'
import { type DocumentReader, type ShapedRecord, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, listIn, textIn } from '../values.ts'

/**
 * Reads the file that names the MCP servers of a program: `.mcp.json`, `claude_desktop_config.json`, `~/.claude.json` with
 * its projects, Cursor, Windsurf, Gemini CLI and Cline (`mcpServers`), VS Code (`servers`, in its settings below `mcp`),
 * Zed (`context_servers`), opencode (`mcp`), Continue (a list), and plugins of Claude, whose file has the servers alone.
 * Variables and headers are never read.
 */
export const MCP_CONFIG: DocumentReader = {
  shape: 'mcp_config',
  recognizes: (document) => serversIn(document).length > 0,
  records: (document) => serversIn(document).map(recordOf),
  leftOut: (document) =>
    secretParts(serversIn(document).reduce((count, [, server]) => count + secretsOf(server), 0)),
}

type Named = readonly [name: string, server: Entry]

/** The servers of a file; one that several projects name is one. */
function serversIn(document: Entry): readonly Named[] {
  const projects = Object.values(entryIn(document['projects'])).map(entryIn)
  const places = [
    document['mcpServers'],
    document['servers'],
    document['context_servers'],
    document['mcp'],
    entryIn(document['mcp'])['servers'],
    ...projects.map((project) => project['mcpServers']),
  ]
  const named = places.flatMap(namedIn).filter(([, server]) => isServer(server))
  const servers = named.length > 0 || !hasServersAlone(document) ? named : namedIn(document)
  return [...new Map(servers.map((each) => [each[0], each])).values()]
}

/** Whether each key of a document names a server. */
function hasServersAlone(document: Entry): boolean {
  const values = Object.values(document)
  return values.length > 0 && values.every((value) => isEntry(value) && isServerAlone(value))
}

/** Without a key around it, an address alone makes no server. */
function isServerAlone(server: Entry): boolean {
  const transport = textIn(server['type']) ?? textIn(server['transport'])
  return (
    textIn(server['command']) !== null ||
    (addressIn(server) !== null && /^(?:http|sse|ws|streamable[-_]?http)$/i.test(transport ?? ''))
  )
}

function namedIn(place: unknown): readonly Named[] {
  const list = listIn(place)
    .filter(isEntry)
    .flatMap((each) => {
      const name = textIn(each['name'])
      return name === null ? [] : [[name, each] as const]
    })
  const named = Object.entries(entryIn(place)).flatMap(([name, each]) =>
    isEntry(each) ? [[name, each] as const] : [],
  )
  return [...list, ...named]
}

/** Servers are started by a command, or have an address. */
function isServer(server: Entry): boolean {
  return wordsOf(server).length > 0 || addressIn(server) !== null
}

function recordOf([name, server]: Named): ShapedRecord {
  const address = addressIn(server)
  return {
    kind: 'agent',
    cells: {
      name,
      description: textIn(server['description']),
      status: server['disabled'] === true || server['enabled'] === false ? 'inactive' : null,
      platform: 'MCP',
      transport: transportOf(server),
      command: textIn(publicCommand(wordsOf(server))),
      links: address === null ? null : tokenlessAddress(address),
      source_id: name,
    },
  }
}

function transportOf(server: Entry): string {
  const type = textIn(server['type']) ?? textIn(server['transport'])
  if (type !== null && !/^(?:local|remote)$/.test(type)) return type
  return addressIn(server) === null ? 'stdio' : 'http'
}

function addressIn(server: Entry): string | null {
  return textIn(server['url']) ?? textIn(server['httpUrl']) ?? textIn(server['serverUrl'])
}

/** The command and its arguments. Zed has them in an object, opencode in one list. */
function wordsOf(server: Entry): readonly string[] {
  const inner = entryIn(server['command'])
  const command = textIn(server['command']) ?? textIn(inner['path'])
  const words = [server['command'], server['args'], inner['args']].flatMap(listIn)
  return [command, ...words.map(textIn)].filter((word) => word !== null)
}

/** Counts variables, headers and arguments that are not shown. */
function secretsOf(server: Entry): number {
  const variables = [server['env'], server['environment'], server['headers'], server['requestInit']]
  const hidden = variables.reduce<number>((count, each) => count + Object.keys(entryIn(each)).length, 0)
  const words = wordsOf(server)
  const shown = publicCommand(words)
  const address = addressIn(server)
  return (
    hidden +
    (words.join(' ') === shown ? 0 : 1) +
    (address === null || tokenlessAddress(address) === address ? 0 : 1) +
    Object.entries(server).filter(([key, value]) => isSecret(key, value)).length
  )
}

function isSecret(key: string, value: unknown): boolean {
  return typeof value === 'string' && (isSecretKey(key) || looksLikeToken(value))
}
