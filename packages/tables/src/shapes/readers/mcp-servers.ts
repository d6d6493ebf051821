import { type DocumentReader, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from '../values.ts'

const META = 'io.modelcontextprotocol.registry/official'

/**
 * Reads the `server.json` of an MCP server, the entry of a registry around it, and a page of a registry.
 * https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
 */
export const MCP_SERVERS: DocumentReader = {
  shape: 'mcp_servers',
  recognizes: (document) => entriesIn(document).some(isServer),
  records: (document) =>
    entriesIn(document)
      .filter(isServer)
      .map((entry) => ({ kind: 'agent', cells: cellsOf(entry) })),
  leftOut: (document) => {
    const variables = entriesIn(document).flatMap((entry) => secretVariables(serverIn(entry)))
    return secretParts(variables.length)
  },
}

/** The entries of a page, or the one of a document. */
function entriesIn(document: Entry): readonly Entry[] {
  const servers = listIn(document['servers']).filter(isEntry)
  return servers.length > 0 ? servers : [document]
}

function isServer(value: Entry): boolean {
  const server = serverIn(value)
  if (!textIn(server['name'])?.includes('/')) return false
  return (
    /modelcontextprotocol\.io\/schemas?\//.test(textIn(server['$schema']) ?? '') ||
    [server['packages'], server['remotes']].some((list) => listIn(list).some(isEntry))
  )
}

function cellsOf(value: Entry) {
  const server = serverIn(value)
  const name = textIn(server['name'])
  const remotes = listIn(server['remotes']).map((remote) => textIn(entryIn(remote)['url']))
  return {
    name: textIn(server['title']) ?? name?.slice(name.lastIndexOf('/') + 1) ?? null,
    description: textIn(server['description']),
    status: textIn(server['status']) ?? textIn(entryIn(entryIn(value['_meta'])[META])['status']),
    platform: 'MCP',
    version: textIn(server['version']) ?? textIn(entryIn(server['version_detail'])['version']),
    packages: joined(listIn(server['packages']).map(packageText)),
    links: joined(
      [
        ...remotes,
        linkText(server['websiteUrl'], null),
        linkText(entryIn(server['repository'])['url'], 'Repository'),
      ],
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

/** The variables and headers that a server declares as secrets; a file may have values for them. */
function secretVariables(server: Entry): readonly Entry[] {
  return [...listIn(server['packages']), ...listIn(server['remotes'])]
    .map(entryIn)
    .flatMap((each) => [...listIn(each['environmentVariables']), ...listIn(each['headers'])])
    .map(entryIn)
    .filter((each) => each['isSecret'] === true)
}

function serverIn(value: Entry): Entry {
  return isEntry(value['server']) ? value['server'] : value
}
