// Finds the MCP servers and agents that programs on this machine, and repositories below the folders that are given, are
// set up with. Prints what it would send; with --send it sends that. Of a server it takes the name, the program or package,
// and the host of its address: no arguments, variables, headers or paths, which may be secrets.
//   node scan-configs.mjs [--send] [folder …]      without a folder: the home folder's own files, and the present folder
import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

const { CAIRN_URL, CAIRN_KEY } = process.env
const isSending = process.argv.includes('--send')
const folders = process.argv.slice(2).filter((word) => word !== '--send')
const MOST_FOLDERS = 20_000
const NOT_THERE = new Set(['node_modules', '.git', 'dist', 'build', 'vendor', 'target', '.venv', 'venv'])

/** Files that name MCP servers, and cards of agents. */
const CONFIGS =
  /^(?:\.?mcp\.json|mcp_config\.json|claude_desktop_config\.json|\.claude\.json|cline_mcp_settings\.json)$/
const CARDS = /^agent(?:-card)?\.json$/
const OF_HOME = [
  '.claude.json',
  '.cursor/mcp.json',
  '.codeium/windsurf/mcp_config.json',
  '.gemini/settings.json',
  '.config/Claude/claude_desktop_config.json',
  'Library/Application Support/Claude/claude_desktop_config.json',
  'AppData/Roaming/Claude/claude_desktop_config.json',
  '.config/Code/User/mcp.json',
  'Library/Application Support/Code/User/mcp.json',
  'AppData/Roaming/Code/User/mcp.json',
].map((path) => join(homedir(), path))

async function filesBelow(folder) {
  const found = []
  const left = [folder]
  for (let looked = 0; left.length > 0 && looked < MOST_FOLDERS; looked += 1) {
    const next = left.pop()
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !NOT_THERE.has(entry.name)) left.push(path)
      if (entry.isFile() && (CONFIGS.test(entry.name) || CARDS.test(entry.name))) found.push(path)
    }
  }
  return found
}

/** JSON with comments and commas too many, as editors write it; null for what is none. */
async function readJson(path) {
  const text = await readFile(path, 'utf8').catch(() => '')
  const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
  try {
    return JSON.parse(plain.replace(/("(?:\\.|[^"\\])*")|,(\s*[}\]])/g, '$1$2'))
  } catch {
    return null
  }
}

const objects = (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** The servers of a file, by their names: those of projects in it too. */
function serversIn(file) {
  const places = [file, ...objects(file?.projects).map(([, project]) => project), file?.mcp]
  return places.flatMap((place) => [
    ...objects(place?.mcpServers),
    ...objects(place?.servers),
    ...objects(place?.context_servers),
  ])
}

const hostOf = (url) => (typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null)

/** The package that a runner starts: the first argument that is the name of one. */
function packageOf({ command, args = [] }) {
  const runs = /^(?:npx|uvx|bunx|pnpx|pipx|docker)(?:\.cmd|\.exe)?$/.test(basename(String(command ?? '')))
  const named = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[\w.-]+)*(?:[@:][\w.-]+)?$/i
  const words = (Array.isArray(args) ? args : []).filter((word) => !['run', 'exec'].includes(word))
  return (runs && words.find((word) => named.test(word))) || basename(String(command ?? ''))
}

function serverRecord([name, server]) {
  const host = hostOf(server.url ?? server.serverUrl ?? server.httpUrl)
  const target = host ?? packageOf(server)
  if (!target) return []
  return [
    { source_id: `${name}@${target}`.slice(0, 200), name: name.slice(0, 120), description: `MCP: ${target}` },
  ]
}

function cardRecord(card) {
  const host = hostOf(card?.url ?? card?.supportedInterfaces?.[0]?.url)
  if (typeof card?.name !== 'string' || !Array.isArray(card.skills) || host === null) return []
  const description = String(card.description ?? '').slice(0, 2000)
  return [{ source_id: `${card.name}@${host}`.slice(0, 200), name: card.name.slice(0, 120), description }]
}

const below = await Promise.all((folders.length > 0 ? folders : ['.']).map(filesBelow))
const paths = [...new Set([...(folders.length > 0 ? [] : OF_HOME), ...below.flat()])]
const found = new Map()
for (const path of paths) {
  const file = await readJson(path)
  const records = CARDS.test(basename(path)) ? cardRecord(file) : serversIn(file).flatMap(serverRecord)
  for (const record of records) found.set(record.source_id, record)
}
const records = [...found.values()]
for (const { name, description } of records) console.log(`${name}  ${description}`)
console.log(
  `${records.length} in ${paths.length} files${isSending ? '' : '. Nothing was sent: add --send to send it.'}`,
)
for (let first = 0; isSending && first < records.length; first += 1000) {
  const answer = await fetch(`${CAIRN_URL}/functions/v1/found`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CAIRN_KEY}` },
    body: JSON.stringify({ kind: 'agent', records: records.slice(first, first + 1000) }),
  })
  console.log(answer.status, await answer.text())
  if (!answer.ok) process.exitCode = 1
}
