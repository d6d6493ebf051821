import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@cairn/testing/free-port'
import { PATIENTLY } from '@cairn/testing/patience'
import { openScratchPostgres, type ScratchPostgres } from '@cairn/testing/scratch-postgres'
import { createCA, createCert } from 'mkcert'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bootstrap } from '../src/bootstrap/bootstrap.ts'
import { asCaller } from '../src/pool/as-caller.ts'
import type { Row } from '../src/pool/caller.ts'
import { parseDatabaseUrl } from '../src/pool/database-url.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import { DatabaseUnavailable, UnsuitableDatabase } from '../src/wire/errors.ts'

const SECRET = new Uint8Array(32).fill(9)
const folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'))

let server: ScratchPostgres
let port: number
let admin: postgres.Sql
/** The authority that signs the server's certificates, and an unrelated one. */
let authority: Authority
let stranger: Authority

interface Authority {
  key: string
  cert: string
  path: string
}

async function makeAuthority(organization: string): Promise<Authority> {
  const where = { countryCode: 'DE', state: 'Example', locality: 'Example' }
  const made = await createCA({ organization, ...where, validity: 1 })
  const path = join(folder, `${organization}.pem`)
  writeFileSync(path, made.cert)
  return { ...made, path }
}

/** Gives the server a certificate for these names and addresses. */
async function serveWithCertificateFor(...domains: string[]): Promise<void> {
  const { key, cert } = await createCert({ ca: authority, domains, validity: 1 })
  const { uid, gid } = statSync(server.data)
  for (const [name, pem] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    writeFileSync(join(server.data, name), pem, { mode: 0o600 })
    chownSync(join(server.data, name), uid, gid)
  }
  await admin`alter system set ssl = on`
  await reload()
}

/** Resolves when new connections are served with the changed settings and files. */
async function reload(): Promise<void> {
  const loadedAt = async () =>
    Number((await admin`select extract(epoch from pg_conf_load_time()) as at`)[0]?.['at'])
  const before = await loadedAt()
  await admin`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await loadedAt()).toBeGreaterThan(before), PATIENTLY)
}

function urlOf(host: string, query: string): string {
  const { user, password, database } = server.admin
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}${query}`
}

const verifying = (mode: string, { path }: Authority) =>
  `?sslmode=${mode}&sslrootcert=${encodeURIComponent(path)}`

/** Sends a statement that a caller without any rights may run. */
function ask(pool: Pool): Promise<readonly Row[]> {
  return asCaller(
    pool,
    { role: 'anon', claims: {}, sessionId: null },
    {
      statement: { text: "select 'yes' as answered", values: [], asTexts: true },
      readOnly: true,
      request: { method: 'GET', path: '/', headers: {} },
    },
  )
}

/**
 * Starts as Cairn does and sends one query. Returns whether the connection was encrypted; throws the error that the
 * operator sees.
 */
async function connect(host: string, query: string): Promise<unknown> {
  const { authenticator } = await bootstrap(parseDatabaseUrl(urlOf(host, query)), SECRET)
  const name = `test ${randomUUID()}`
  const pool = openPool({ target: authenticator, size: 1, name })
  try {
    expect(await ask(pool)).toEqual([{ answered: 'yes' }])
    const [connection] = await admin`
      select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = ${name}`
    return connection?.['ssl']
  } finally {
    await pool.close()
  }
}

beforeAll(async () => {
  port = await freePort()
  authority = await makeAuthority('Example authority')
  stranger = await makeAuthority('Another authority')
  server = await openScratchPostgres({ settings: { listen_addresses: 'localhost', port: String(port) } })
  admin = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  await admin`create schema auth`
  await admin`create function auth.require_session(id uuid, person uuid) returns text language sql as 'select null'`
})

afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('with a certificate for localhost', () => {
  beforeAll(() => serveWithCertificateFor('localhost'))

  it.each([
    ['verify-full', 'localhost'],
    ['verify-ca', 'localhost'],
    ['verify-ca', '127.0.0.1'],
  ])('sslmode=%s with the right authority connects to %s', async (mode, host) => {
    expect(await connect(host, verifying(mode, authority))).toBe(true)
  })

  it('sslmode=verify-full does not connect to an address that the certificate does not name', async () => {
    const refused = connect('127.0.0.1', verifying('verify-full', authority))
    await expect(refused).rejects.toThrow(UnsuitableDatabase)
    await expect(refused).rejects.toThrow(
      /cannot be trusted as sslmode .* IP: 127\.0\.0\.1 is not in the cert/,
    )
  })

  it.each(['verify-full', 'verify-ca'])(
    'sslmode=%s with another authority does not connect',
    async (mode) => {
      const refused = connect('localhost', verifying(mode, stranger))
      await expect(refused).rejects.toThrow(UnsuitableDatabase)
      await expect(refused).rejects.toThrow(/cannot be trusted as sslmode/)
    },
  )

  it('sslrootcert=system does not trust an authority that Node does not know', async () => {
    const refused = connect('localhost', '?sslmode=verify-full&sslrootcert=system')
    await expect(refused).rejects.toThrow(/cannot be trusted as sslmode/)
  })

  it('sslrootcert=system trusts the authorities of NODE_EXTRA_CA_CERTS', async () => {
    const script = `
      import { bootstrap } from '${new URL('../src/bootstrap/bootstrap.ts', import.meta.url).href}'
      import { parseDatabaseUrl } from '${new URL('../src/pool/database-url.ts', import.meta.url).href}'
      const url = process.env.URL_OF_DATABASE
      await bootstrap(parseDatabaseUrl(url), new Uint8Array(32).fill(9))
      console.log('connected')`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script],
      {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: authority.path,
          URL_OF_DATABASE: urlOf('localhost', '?sslmode=verify-full&sslrootcert=system'),
        },
      },
    )
    expect(stdout).toContain('connected')
  })

  it.each(['require', 'prefer'])('sslmode=%s encrypts, whatever the certificate says', async (mode) => {
    expect(await connect('127.0.0.1', `?sslmode=${mode}`)).toBe(true)
  })

  it('nothing is encrypted without sslmode', async () => {
    expect(await connect('localhost', '')).toBe(false)
  })

  it('a certificate that is no longer trusted means that the database is away', async () => {
    const { authenticator } = await bootstrap(parseDatabaseUrl(urlOf('localhost', '')), SECRET)
    const { tls } = parseDatabaseUrl(urlOf('localhost', verifying('verify-full', stranger)))
    const pool = openPool({ target: { ...authenticator, tls }, size: 1, name: 'test tls' })
    await expect(ask(pool)).rejects.toThrow(DatabaseUnavailable)
    await pool.close()
  })
})

describe('with a certificate for 127.0.0.1', () => {
  beforeAll(() => serveWithCertificateFor('127.0.0.1'))

  it('sslmode=verify-full connects to that address', async () => {
    expect(await connect('127.0.0.1', verifying('verify-full', authority))).toBe(true)
  })

  it('sslmode=verify-full does not connect to a name that the certificate does not have', async () => {
    await expect(connect('localhost', verifying('verify-full', authority))).rejects.toThrow(
      /Host: localhost\. is not cert's|does not match certificate/,
    )
  })
})

describe('without a certificate', () => {
  beforeAll(async () => {
    await admin`alter system set ssl = off`
    await reload()
  })

  it.each([
    ['require', '?sslmode=require'],
    ['verify-full', ''],
  ])('sslmode=%s never falls back to a plain connection', async (mode, query) => {
    await expect(connect('localhost', query === '' ? verifying(mode, authority) : query)).rejects.toThrow(
      UnsuitableDatabase,
    )
  })

  it('sslmode=prefer does', async () => {
    expect(await connect('localhost', '?sslmode=prefer')).toBe(false)
  })
})
