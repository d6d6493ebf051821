import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCA } from 'mkcert'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDatabaseUrl } from '../src/pool/database-url.ts'
import { sslOption } from '../src/wire/tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-database-url-'))
const authority = join(folder, 'authority.pem')
const notACertificate = join(folder, 'letter.pem')

beforeAll(async () => {
  const { cert } = await createCA({
    organization: 'Example authority',
    countryCode: 'DE',
    state: 'Example',
    locality: 'Example',
    validity: 1,
  })
  writeFileSync(authority, cert)
  writeFileSync(notACertificate, 'Dear operator')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const parse = (query: string) => parseDatabaseUrl(`postgres://ada:p%40ss@db.example:6432/cairn${query}`)

describe('parseDatabaseUrl', () => {
  it('reads host, port, database, user and password', () => {
    expect(parse('')).toEqual({
      host: 'db.example',
      port: 6432,
      database: 'cairn',
      user: 'ada',
      password: 'p@ss',
      tls: false,
    })
    expect(parseDatabaseUrl('postgresql://[::1]')).toMatchObject({
      host: '::1',
      port: 5432,
      database: 'postgres',
    })
  })

  it('reads several hosts of the same database', () => {
    expect(parseDatabaseUrl('postgres://ada@one:1,two,[::3]:3/cairn')).toMatchObject({
      user: 'ada',
      host: 'one',
      port: 1,
      others: [
        { host: 'two', port: 5432 },
        { host: '::3', port: 3 },
      ],
    })
    expect(parseDatabaseUrl('postgres://ada@localhost:6/cairn?host=/run/one,/run/two')).toMatchObject({
      host: '/run/one',
      port: 6,
      others: [{ host: '/run/two', port: 6 }],
    })
  })

  it.each([
    ['disable', false],
    ['allow', 'prefer'],
    ['prefer', 'prefer'],
    ['require', 'require'],
  ])('takes sslmode=%s', (mode, tls) => {
    expect(parse(`?sslmode=${mode}`).tls).toBe(tls)
  })

  it.each([
    ['verify-ca', false],
    ['verify-full', true],
  ])('verifies with sslmode=%s and an authority', (mode, verifyHost) => {
    const { tls } = parse(`?sslmode=${mode}&sslrootcert=${encodeURIComponent(authority)}`)
    expect(tls).toEqual({ verifyHost, authorities: expect.stringContaining('BEGIN CERTIFICATE') })
  })

  it('verifies with the authorities that Node trusts where sslrootcert is system', () => {
    expect(parse('?sslmode=verify-full&sslrootcert=system').tls).toEqual({
      verifyHost: true,
      authorities: null,
    })
  })

  it.each([
    ['?sslmode=verify', /unknown sslmode "verify"/],
    ['?sslmode=', /unknown sslmode ""/],
    ['?sslmode=verify-full', /sslmode=verify-full, which needs sslrootcert/],
    ['?sslmode=verify-ca&sslrootcert=', /sslmode=verify-ca, which needs sslrootcert/],
    ['?sslmode=verify-ca&sslrootcert=system', /must be sslmode=verify-full/],
    ['?sslmode=verify-full&sslrootcert=/not/there.pem', /\(\/not\/there\.pem\): ENOENT/],
    [`?sslmode=verify-full&sslrootcert=${encodeURIComponent(notACertificate)}`, /cannot be read as a cert/],
    [`?sslmode=require&sslrootcert=${encodeURIComponent(authority)}`, /needs sslmode=verify-full/],
    [`?sslrootcert=${encodeURIComponent(authority)}`, /needs sslmode=verify-full/],
    ['?ssl=true', /names ssl, which Cairn does not know/],
    ['?sslmode=require&sslcrl=revoked.pem', /names sslcrl, which Cairn does not know/],
  ])('refuses %s rather than connect with less safety', (query, reason) => {
    expect(() => parse(query)).toThrow(reason)
  })

  it.each(['localhost', 'mysql://localhost/cairn', 'postgres://ada:hidden%zz@localhost/cairn'])(
    'refuses %s without repeating a password',
    (address) => {
      expect(() => parseDatabaseUrl(address)).toThrow(/^(?!.*hidden)(must|has)/)
    },
  )

  it('does not encrypt what goes over a Unix socket', () => {
    expect(sslOption(parse('?sslmode=require&host=/run/postgresql'))).toBe(false)
  })
})
