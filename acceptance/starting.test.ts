import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThatFails } from '@cairn/testing/failed-start'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, openCairn, openCairnBeside } from './support/cairn.ts'

let cairn: Cairn
const folder = mkdtempSync(join(tmpdir(), 'cairn-starting-'))

beforeAll(async () => {
  cairn = await openCairn()
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

describe('a start that cannot succeed ends with 1 and says why', () => {
  it('on a folder that another server works on, which keeps serving', async () => {
    const { dataDir } = cairn.server
    const { code, said } = await startThatFails({ PORT: '1', CAIRN_DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(`Another Cairn is already running on ${dataDir}.`)
    expect(said).not.toMatch(/\n\s+at /)
    expect((await cairn.send({ path: '/readyz' })).status).toBe(200)
  })

  it.each([
    ['PORT', 'http'],
    ['PUBLIC_URL', 'cairn.example.com'],
    ['PUBLIC_URL', 'https://cairn.example.com/path'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['CAIRN_SECRET', 'short'],
    ['CAIRN_SERVICE_KEY', 'sb_secret_short'],
    ['CAIRN_TRUSTED_PROXIES', 'proxy.example.com'],
    ['CAIRN_CORS_ORIGINS', '*'],
    ['DATABASE_URL', 'mysql://localhost/cairn'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/cairn?sslmode=verify-ca&sslrootcert=/not/there.pem'],
  ])('with %s set to %s', async (name, value) => {
    const dataDir = join(folder, 'never')
    const { code, said } = await startThatFails({ CAIRN_DATA_DIR: dataDir, [name]: value })
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
    const env = { CAIRN_DATA_DIR: join(folder, 'away'), DATABASE_URL: address() }
    const { code, said } = await startThatFails(env)
    expect(code).toBe(1)
    expect(said).toMatch(/cannot be used: .* Is DATABASE_URL right\?/)
    expect(said).not.toMatch(/hidden-password|\n\s+at /)
    expect(said).not.toContain(cairn.server.admin().password)
  })
})

describe('with DATABASE_URL', () => {
  it('the server keeps everything there, starts no Postgres of its own, and finds it again', async () => {
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
