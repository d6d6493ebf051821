import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { arrangePerson } from '@cairn/testing/people'
import { startServerProcess } from '@cairn/testing/server-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, openCairn, openCairnBeside } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'

let cairn: Cairn
const folder = mkdtempSync(join(tmpdir(), 'cairn-starting-'))

beforeAll(async () => {
  cairn = await openCairn()
  chmodSync(folder, 0o755)
  stopped = mkdtempSync(join(folder, 'stopped-'))
  chmodSync(stopped, 0o755)
  const made = await startServerProcess({ CAIRN_DATA_DIR: stopped })
  await made.stop()
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The address of a database in the Postgres of the running server. */
function addressOf(database: string): string {
  const { host, port, user, password } = cairn.server.admin()
  const secret = encodeURIComponent(password)
  return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

// Each start has a separate folder, so that they run concurrently.
describe.concurrent('a start that cannot succeed ends with 1 and says why', () => {
  it('on a folder that another server works on, which keeps serving', async () => {
    const { dataDir } = cairn.server
    const { code, said } = await startThatEnds({ PORT: '1', CAIRN_DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(`Another Cairn is already running on ${dataDir}.`)
    expect(said).not.toMatch(/\n\s+at /)
    await expectReady(cairn)
  })

  it.each([
    ['PORT', 'http'],
    ['PUBLIC_URL', 'cairn.example.com'],
    ['PUBLIC_URL', 'https://cairn.example.com/path'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['CAIRN_SECRET', 'short'],
    ['CAIRN_SERVICE_KEY', 'sb_secret_short'],
    ['CAIRN_TRUSTED_PROXIES', 'proxy.example.com'],
    ['CAIRN_CORS_ORIGINS', '*.example.com'],
    ['DATABASE_URL', 'mysql://localhost/cairn'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify-ca&sslrootcert=/not/there.pem'],
  ])('with %s set to %s', async (name, value) => {
    const dataDir = join(folder, 'never')
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir, [name]: value })
    expect(code).toBe(1)
    expect(said).toContain(name)
    expect(said).not.toMatch(/\n\s+at /)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it.each([
    ['where nothing is', () => 'postgres://cairn:hidden-password@127.0.0.1:1/cairn'],
    ['with a wrong password', () => addressOf('postgres').replace(/:[^:@/]+@/, ':hidden-password@')],
    ['of a database that is not there', () => addressOf('nothing')],
  ])('with a DATABASE_URL %s, whose password it does not repeat', async (_what, address) => {
    const env = { CAIRN_DATA_DIR: join(folder, 'away'), DATABASE_URL: address(), START_TIMEOUT: '0' }
    const { code, said } = await startThatEnds(env)
    expect(code).toBe(1)
    expect(said).toMatch(/cannot be used: .* Is DATABASE_URL right\?/)
    expect(said).not.toMatch(/hidden-password|\n\s+at /)
    expect(said).not.toContain(cairn.server.admin().password)
  })
})

let stopped: string

/** A copy of the folder of a server that was stopped. */
function stoppedFolder(change: (dataDir: string) => void): string {
  const dataDir = mkdtempSync(join(folder, 'copy-'))
  // As root Postgres is another user, who has to come through, and whose files stay that user's.
  chmodSync(dataDir, 0o755)
  execFileSync('cp', ['-a', `${stopped}/.`, dataDir])
  change(dataDir)
  return dataDir
}

describe.concurrent('a start says in one sentence what to mend, ends with 1 and changes nothing', () => {
  const inPostgres = (path: string) => join('postgres', 'data', path)
  it.each([
    ['an empty secret', 'secret', '', /The file \S+secret is empty\. Put it back from your backup/],
    ['a secret cut short', 'secret', 'abc', /The file \S+secret has been cut short\. Put it back/],
    ['an empty password', 'postgres-password', '', /postgres-password is empty\. Put it back/],
    ['another version', inPostgres('PG_VERSION'), '9.6\n', /did not start: .*version 9\.6.*Its log is/],
    ['a broken setting', inPostgres('postgresql.conf'), 'x y z\n', /did not start: .*Its log is/],
  ])('%s', async (_what, file, contents, sentence) => {
    const dataDir = stoppedFolder((made) => writeFileSync(join(made, file), contents))
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir, PORT: '1' })
    expect({ code, lines: said.split('\n').length }).toEqual({ code: 1, lines: 2 })
    expect(said).toMatch(sentence)
    expect(readFileSync(join(dataDir, file), 'utf8')).toBe(contents)
  })

  it('a data folder that is a file', async () => {
    const dataDir = join(folder, 'file')
    writeFileSync(dataDir, '')
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir })
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^\S+ cannot be made: .*\n$/) })
  })

  it('a port that another server has, whose start leaves no Postgres behind', async () => {
    const dataDir = mkdtempSync(join(folder, 'busy-'))
    chmodSync(dataDir, 0o755)
    const { port } = new URL(cairn.server.url)
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir, PORT: port })
    expect({ code, said }).toEqual({
      code: 1,
      said: `The address 127.0.0.1:${port} is in use. Stop what uses it, or set PORT.\n`,
    })
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  })
})

describe.concurrent('a start works all the same', () => {
  it.each([
    ['with an empty postmaster.pid', ''],
    ['with a postmaster.pid that names another program', `${process.pid}\n`],
    ['with a postmaster.pid that names a process that is gone', '4194304\n'],
  ])('%s', async (_what, contents) => {
    const dataDir = stoppedFolder((made) => {
      const data = join(made, 'postgres', 'data')
      const { uid, gid } = statSync(data)
      writeFileSync(join(data, 'postmaster.pid'), contents)
      chownSync(join(data, 'postmaster.pid'), uid, gid)
    })
    const again = await startServerProcess({ CAIRN_DATA_DIR: dataDir })
    expect(await again.stop()).toBe(0)
  })

  it('after first starts that were killed, whose rests it removes', async () => {
    const dataDir = mkdtempSync(join(folder, 'killed-'))
    chmodSync(dataDir, 0o755)
    mkdirSync(join(dataDir, 'postgres', 'creating-4194304-abc', 'data'), { recursive: true })
    writeFileSync(join(dataDir, 'secret.4194304'), '')
    writeFileSync(join(dataDir, 'postgres-password'), '')
    const again = await startServerProcess({ CAIRN_DATA_DIR: dataDir })
    expect(await again.stop()).toBe(0)
    expect(readdirSync(dataDir).toSorted()).toEqual(['outbox', 'postgres', 'postgres-password', 'secret'])
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', 'postgres.log'])
  })
})

describe('with DATABASE_URL', () => {
  it('the server keeps everything there, starts no Postgres itself, and finds it again', async () => {
    await cairn.database`create database elsewhere`
    const other = await openCairnBeside(cairn, 'elsewhere', {
      DATABASE_URL: addressOf('elsewhere'),
      CAIRN_SECRET: readFileSync(join(cairn.server.dataDir, 'secret'), 'utf8').trim(),
    })
    try {
      const ada = await arrangePerson(other.database, { email: 'ada@acme.example', name: 'Ada' })
      const before = await other.signedIn(ada)
      expect((await before.client.from('systems').insert({ name: 'Billing' })).error).toBeNull()
      expect(existsSync(join(other.server.dataDir, 'postgres'))).toBe(false)

      expect(await other.server.stop()).toBe(0)
      await other.server.start()
      const after = await other.signedIn(ada)
      expect((await after.client.from('systems').select('name')).data).toEqual([{ name: 'Billing' }])
      expect((await before.client.from('systems').select('name')).data).toEqual([{ name: 'Billing' }])
      expect(await cairn.database`select from public.systems`).toEqual([])
    } finally {
      await other.close()
    }
  })
})
