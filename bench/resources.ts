import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '@cairn/testing/server-process'
import type postgres from 'postgres'
import { arrangeMember } from './api/arrange.ts'
import { requestsOf } from './api/cases.ts'
import { warmUp } from './api/load.ts'
import { sampleServer } from './api/samples.ts'
import { fillOneAccount, RECORDS } from './growth/arrange-account.ts'
import { withDatabaseOnDisk } from './growth/on-disk.ts'
import { busy, idle } from './memory.ts'
import { firstAndSecond, onOwnFolder } from './start.ts'
import { extent, IS_SMALL } from './support/extent.ts'
import { heading, line, megabytes, perSecond } from './support/print.ts'

const ROOT = join(import.meta.dirname, '..')
const EXTENT = { connections: 16, seconds: extent(5, 1, 'BENCH_SECONDS') }

/** Measures the needs of an installation, from the clone to a million records: time, disk, memory and processor. */
export async function measureResources(): Promise<void> {
  const [{ model } = { model: 'an unknown processor' }] = cpus()
  const machine = `${cpus().length} cores (${model}), ${megabytes(totalmem())}, Node ${process.versions.node}`
  heading(`Resources, on ${machine}`)
  const folder = mkdtempSync(join(tmpdir(), 'cairn-resources-'))
  try {
    // Packages are not loaded where only the end is looked for.
    const program = IS_SMALL ? undefined : makeInstallation(join(folder, 'cairn'))
    const env = { LOG_LEVEL: 'silent', CAIRN_PROCESSES: '' }
    await onOwnFolder(env, (server) => measureServer(server), program)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await measureRecords()
}

/** Clones, installs and builds; returns the program of the server. */
function makeInstallation(folder: string): string {
  const cloned = secondsOf('git', ['clone', '--quiet', '--no-local', ROOT, folder], ROOT)
  line('clone: seconds; on the disk', `${cloned}; ${sizeOf(folder)}`)
  const installed = secondsOf('npm', ['ci', '--no-audit', '--no-fund', '--silent'], folder)
  line('packages: seconds; on the disk', `${installed}; ${sizeOf(join(folder, 'node_modules'))}`)
  const built = secondsOf(process.execPath, ['scripts/build.mjs'], folder)
  line('build: seconds; on the disk', `${built}; ${sizeOf(join(folder, 'apps'))}`)
  return join(folder, 'apps', 'server', 'dist', 'main.js')
}

async function measureServer(server: ServerProcess): Promise<void> {
  await firstAndSecond(server)
  line('data of an empty installation', sizeOf(server.dataDir))
  await idle(server, '220 MB')
  const member = await arrangeMember(server)
  await busy(server, member)
  for (const request of requestsOf(member)) {
    await warmUp(server, request)
    const { server: ofServer, postgres: ofPostgres } = await sampleServer(server, request, EXTENT)
    line(`${request.title}: requests a second of a core`, perSecond(1_000 / (ofServer + ofPostgres)))
  }
}

/** Measures the disk that records need, with their history, counts and indexes. */
async function measureRecords(): Promise<void> {
  await withDatabaseOnDisk(async ({ sql }) => {
    const before = await databaseBytes(sql)
    await fillOneAccount(sql)
    const after = await databaseBytes(sql)
    line(`${RECORDS.toLocaleString('en')} records on the disk`, megabytes(after - before))
    line('  one of them', `${Math.round((after - before) / RECORDS)} bytes`)
  })
}

async function databaseBytes(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`select pg_database_size(current_database())::float8 as bytes`
  return row.bytes
}

/** How long a program took, in seconds. Throws where it failed. */
function secondsOf(program: string, parameters: readonly string[], cwd: string): string {
  const began = performance.now()
  const { status, stderr, error } = spawnSync(program, parameters, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${error?.message ?? stderr}`)
  return ((performance.now() - began) / 1_000).toFixed(1)
}

/** The room that a folder takes on the disk. */
function sizeOf(folder: string): string {
  const { stdout } = spawnSync('du', ['-sk', folder], { encoding: 'utf8' })
  return megabytes(Number(stdout.split('\t')[0]) * 1024)
}
