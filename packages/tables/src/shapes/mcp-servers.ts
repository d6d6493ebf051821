import { rowsOf, type ShapedRows } from './shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from './values.ts'

const HEAD = [
  'name',
  'title',
  'description',
  'version',
  'status',
  'platform',
  'url',
  'packages',
  'links',
  'source_id',
] as const

const META = 'io.modelcontextprotocol.registry/official'

/** Whether a value is the `server.json` of an MCP server, or the entry of a registry around it. */
export function isMcpServer(value: unknown): value is Entry {
  if (!isEntry(value)) return false
  const server = serverIn(value)
  if (!textIn(server['name'])?.includes('/')) return false
  return (
    /modelcontextprotocol\.io\/schemas?\//.test(textIn(server['$schema']) ?? '') ||
    [server['packages'], server['remotes']].some((list) => listIn(list).some(isEntry))
  )
}

/** Servers as rows. */
export function mcpServerRows(values: readonly Entry[]): ShapedRows {
  return rowsOf('mcp_servers', HEAD, values.map(mcpServerRow))
}

function mcpServerRow(value: Entry) {
  const server = serverIn(value)
  const name = textIn(server['name'])
  const remotes = listIn(server['remotes']).map((remote) => entryIn(remote)['url'])
  return {
    name,
    title: textIn(server['title']) ?? name?.slice(name.lastIndexOf('/') + 1) ?? null,
    description: textIn(server['description']),
    version: textIn(server['version']) ?? textIn(entryIn(server['version_detail'])['version']),
    status: textIn(server['status']) ?? textIn(entryIn(entryIn(value['_meta'])[META])['status']),
    platform: 'MCP',
    url: textIn(remotes[0]),
    packages: joined(listIn(server['packages']).map(packageText)),
    links: joined(
      [linkText(server['websiteUrl'], null), linkText(entryIn(server['repository'])['url'], null)],
      '\n',
    ),
    source_id: name,
  }
}

/** The names of earlier schemas are of the kind `registry_name`. */
function packageText(value: unknown): string | null {
  const each = entryIn(value)
  const registry =
    textIn(each['registryType']) ?? textIn(each['registry_type']) ?? textIn(each['registry_name'])
  const identifier = textIn(each['identifier']) ?? textIn(each['name'])
  return registry && identifier ? `${registry} ${identifier}` : identifier
}

function serverIn(value: Entry): Entry {
  return isEntry(value['server']) ? value['server'] : value
}
