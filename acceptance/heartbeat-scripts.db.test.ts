import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { arrangeHeartbeats } from '@cairn/testing/heartbeats'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'

const run = promisify(execFile)

let cairn: Cairn
let accountId: string

beforeAll(async () => {
  cairn = await openCairn()
  const { id } = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  const [member] = await cairn.database<[{ accountId: string }]>`
    select account_id as "accountId" from public.account_members where user_id = ${id}`
  accountId = member.accountId
})
afterAll(() => cairn?.close())

/** A program that scripts are written for, and how it calls `$1` and sends the note `$2` to `$1/7`. */
interface Runtime {
  program: string
  call: readonly string[]
  sendNote: readonly string[]
}

const PYTHON_CALL = 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=10).read()'
const PYTHON_NOTE =
  "import sys, urllib.request; urllib.request.urlopen(sys.argv[1] + '/7', data=sys.argv[2].encode(), timeout=10).read()"
const NODE_CALL = 'await fetch(process.argv[1])'
const NODE_NOTE = "await fetch(process.argv[1] + '/7', { method: 'POST', body: process.argv[2] })"
const PHP_CALL = 'file_get_contents($argv[1]);'
const PHP_NOTE =
  "file_get_contents($argv[1] . '/7', false, stream_context_create(['http' => ['method' => 'POST', 'content' => $argv[2]]]));"
const RUBY_CALL = 'require "net/http"; Net::HTTP.get(URI(ARGV[0]))'
const RUBY_NOTE = 'require "net/http"; Net::HTTP.post(URI(ARGV[0] + "/7"), ARGV[1])'
const PERL_CALL = 'use HTTP::Tiny; exit !HTTP::Tiny->new->get($ARGV[0])->{success}'
const PERL_NOTE =
  'use HTTP::Tiny; exit !HTTP::Tiny->new->post("$ARGV[0]/7", { content => $ARGV[1] })->{success}'
const SHELL_CALL = 'Invoke-RestMethod $args[0]'
const SHELL_NOTE = 'Invoke-RestMethod "$($args[0])/7" -Method Post -Body $args[1]'

const RUNTIMES: readonly Runtime[] = [
  {
    program: 'curl',
    call: ['-fsS', '-m', '10', '--retry', '5', '$1'],
    sendNote: ['-fsS', '-m', '10', '--retry', '5', '--data-raw', '$2', '$1/7'],
  },
  {
    program: 'wget',
    call: ['-q', '-T', '10', '-t', '5', '-O', '-', '$1'],
    sendNote: ['-q', '-T', '10', '-t', '5', '-O', '-', '--post-data=$2', '$1/7'],
  },
  { program: 'python3', call: ['-c', PYTHON_CALL, '$1'], sendNote: ['-c', PYTHON_NOTE, '$1', '$2'] },
  {
    program: 'node',
    call: ['--input-type=module', '-e', NODE_CALL, '$1'],
    sendNote: ['--input-type=module', '-e', NODE_NOTE, '$1', '$2'],
  },
  { program: 'php', call: ['-r', PHP_CALL, '$1'], sendNote: ['-r', PHP_NOTE, '$1', '$2'] },
  { program: 'ruby', call: ['-e', RUBY_CALL, '$1'], sendNote: ['-e', RUBY_NOTE, '$1', '$2'] },
  { program: 'perl', call: ['-e', PERL_CALL, '$1'], sendNote: ['-e', PERL_NOTE, '$1', '$2'] },
  {
    program: 'pwsh',
    call: ['-NoProfile', '-Command', `& { ${SHELL_CALL} } $1`],
    sendNote: ['-NoProfile', '-Command', `& { ${SHELL_NOTE} } $1 '$2'`],
  },
]
/** Those that this machine has; Node and one other are everywhere. */
const INSTALLED = RUNTIMES.filter(({ program }) => spawnSync(program, ['--version']).status === 0)

it.each(INSTALLED)('$program calls an address and sends a note', async ({ program, call, sendNote }) => {
  const [heartbeat] = await arrangeHeartbeats(cairn.database, { accountId, count: 1 })
  const address = `${cairn.server.url}/p/${heartbeat?.token}`
  const note = 'Read 12 of 13 rows – 1 € is missing.'
  const filled = (parameters: readonly string[]) =>
    parameters.map((text) => text.replace('$1', address).replace('$2', note))
  await run(program, filled(call))
  await run(program, filled(sendNote))
  const runs = await cairn.database`
    select outcome, exit_code, note from public.runs where heartbeat_id = ${heartbeat?.id ?? ''} order by number`
  expect(runs).toEqual([
    { outcome: 'success', exit_code: null, note: null },
    { outcome: 'failure', exit_code: 7, note },
  ])
})

it('at least two of them are here', () => {
  expect(INSTALLED.length).toBeGreaterThanOrEqual(2)
})
