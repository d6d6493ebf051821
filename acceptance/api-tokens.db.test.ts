import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { arrangePerson } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { sendTo } from './support/raw-http.ts'

const ADA = { email: 'ada@acme.example', name: 'Ada' }
const BEN = { email: 'ben@acme.example', name: 'Ben', level: 'user' } as const
const RIVAL = { email: 'rita@rival.example', name: 'Rita' }
/** A refusal for lack of scope. */
const OUT_OF_SCOPE = { status: 403, json: { code: '42501' } }

const made = z.object({ id: z.string(), token: z.string() })

const log = join(scratchFolder('cairn-log-'), 'log')
let cairn: Cairn
let ada: SignedIn
let ben: SignedIn
let token: string

beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'info' }, log)
  for (const person of [ADA, BEN, RIVAL]) await arrangePerson(cairn.database, person)
  ada = await cairn.signedIn(ADA)
  ben = await cairn.signedIn(BEN)
  const rival = await cairn.signedIn(RIVAL)
  await ada.client.from('systems').insert({ name: 'Ledger' })
  await rival.client.from('systems').insert({ name: 'Secret plans' })
  token = await makeToken(ada)
})
afterAll(() => cairn?.close())

async function makeToken({ client }: SignedIn, scopes = ['systems:read']): Promise<string> {
  const { data } = await client.rpc('make_api_token', { name: 'Script', scopes, days: 30 })
  return made.parse(data).token
}

/** Sends a request as curl does: with the token and nothing else. */
const ask = (path: string, bearer: string) =>
  sendTo(cairn.server.url, { path, headers: { authorization: `Bearer ${bearer}` } })
const systems = (bearer: string) => ask('/rest/v1/systems?select=name', bearer)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Makes up a token that nobody has, with a valid checksum. */
function stranger(): string {
  const body = `cairn_${randomBytes(20).toString('hex')}`
  return `${body}${sha256(body).slice(0, 8)}`
}

describe('an API token', () => {
  it('opens the rows of its own account alone', async () => {
    const { status, text } = await systems(token)
    expect([status, JSON.parse(text)]).toEqual([200, [{ name: 'Ledger' }]])
  })

  it('is checked without the database where it is mistyped: 1,000 are refused while the table is locked', async () => {
    const answers = await cairn.database.begin(async (tx) => {
      await tx`lock table private.token_secrets in access exclusive mode`
      const wrong = [
        ...[token.slice(0, -1), `${token}${token}`, `${token.slice(0, -8)}00000000`, 'cairn_'],
        ...Array.from({ length: 996 }, () => `cairn_${randomBytes(24).toString('hex')}`),
      ]
      const seen = new Set<number>()
      for (let at = 0; at < wrong.length; at += 50)
        for (const { status } of await Promise.all(wrong.slice(at, at + 50).map(systems))) seen.add(status)
      return seen
    })
    expect([...answers]).toEqual([401])
  })

  it('is refused where nobody has it, where it expires this second, and where its secret has ended', async () => {
    expect((await systems(stranger())).status).toBe(401)
    const own = await makeToken(ada)
    await cairn.database`
      update public.api_tokens t set expires_at = now() from private.token_secrets s
      where s.token_id = t.id and s.hash = ${sha256(own)}`
    expect(await systems(own)).toMatchObject({ status: 401, text: expect.stringContaining('has expired') })
    const former = await makeToken(ada)
    await cairn.database`update private.token_secrets set ends_at = now() where hash = ${sha256(former)}`
    expect((await systems(former)).status).toBe(401)
  })

  it('in the address opens nothing, and never reaches the log', async () => {
    for (const path of [
      `/rest/v1/systems?select=name&access_token=${token}`,
      `/rest/v1/systems?select=name&apikey=${token}`,
      `/rest/v1/systems/${token}`,
      `/auth/v1/user?access_token=${token}`,
    ])
      expect((await sendTo(cairn.server.url, { path })).status).toBeGreaterThanOrEqual(400)
    await systems(token)
    await systems(`${token.slice(0, -8)}00000000`)
    expect(readFileSync(log, 'utf8')).not.toMatch(/cairn_[0-9a-f]{8}/)
  })

  it('names its account at /auth/v1/user, and opens nothing else there', async () => {
    const { status, text } = await ask('/auth/v1/user', token)
    expect([status, JSON.parse(text)]).toMatchObject([200, { email: ADA.email }])
    for (const path of ['/auth/v1/factors', '/auth/v1/sessions', '/auth/v1/logout', '/auth/v1/settings'])
      expect([path, (await ask(path, token)).status]).toEqual([path, 403])
    const changed = await sendTo(cairn.server.url, {
      ...{ path: '/auth/v1/user', method: 'PUT', body: { password: 'Another-Horse-9' } },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(changed.status).toBe(403)
  })

  it('is refused at once when its person is banned, and when they are removed', async () => {
    const own = await makeToken(ben)
    const other = await makeToken(ben)
    expect((await systems(own)).status).toBe(200)
    await cairn.database`update auth.users set banned_until = now() + interval '1 hour' where id = ${ben.userId}`
    expect((await systems(own)).status).toBe(401)
    expect((await ask('/auth/v1/user', own)).status).toBe(401)
    await cairn.database`update auth.users set banned_until = null where id = ${ben.userId}`
    expect((await systems(own)).status).toBe(200)
    const { error } = await ada.client.rpc('remove_member', { target_user_id: ben.userId })
    expect(error).toBeNull()
    for (const one of [own, other]) expect((await systems(one)).status).toBe(401)
  })

  it('cannot make another, nor see any', async () => {
    const strong = await makeToken(ada, ['systems:write', 'people:read', 'audit:read'])
    for (const procedure of ['get_api_tokens', 'add_service_account'])
      expect((await ask(`/rest/v1/rpc/${procedure}`, strong)).status).toBeGreaterThanOrEqual(403)
    expect(await ask('/rest/v1/api_tokens?select=name', strong)).toMatchObject(OUT_OF_SCOPE)
  })

  it('is refused each write where it may only read, whether or not the write would reach a row', async () => {
    const attempt = (method: string, query: string, body?: object) =>
      sendTo(cairn.server.url, {
        ...{ path: `/rest/v1/systems${query}`, method, ...(body === undefined ? {} : { body }) },
        headers: { authorization: `Bearer ${token}` },
      })
    const needsToWrite = { status: 403, json: { code: '42501', hint: 'It needs systems:write.' } }
    for (const row of ['name=eq.Ledger', 'name=eq.Nothing', `id=eq.${randomUUID()}`]) {
      expect(await attempt('DELETE', `?${row}`)).toMatchObject(needsToWrite)
      expect(await attempt('PATCH', `?${row}`, { name: 'Mine' })).toMatchObject(needsToWrite)
    }
    const id = randomUUID()
    expect(await attempt('PUT', `?id=eq.${id}`, { id, name: 'Mine' })).toMatchObject(OUT_OF_SCOPE)
    expect(await attempt('POST', '', { name: 'Mine' })).toMatchObject(OUT_OF_SCOPE)
    const { data } = await ada.client.from('systems').select('name')
    expect(data).toEqual([{ name: 'Ledger' }])
  })

  it('opens no more where the address is written in another way', async () => {
    const other = await makeToken(ada, ['systems:read'])
    const before = await cairn.database`select count(*) from public.archives`
    for (const path of [
      '/rest/v1//rpc/request_archive',
      '/rest/v1/rp%63/request_archive',
      '/rest/v1/rpc/request%5Farchive',
      '/rest/v1/rpc/request_archive/',
      '/rest/v1/./rpc/request_archive',
      '/rest/v1/x/../rpc/request_archive',
      '/rest//v1/rpc/request_archive',
      '/r%65st/v1/rpc/request_archive',
      '/rest/v1/rpc%2Frequest_archive',
      '/rest/v1/RPC/request_archive',
      '/%66unctions/v1/export',
      '/functions/v1//export',
      '/functions/v1/e%78port',
      '/mc%70',
    ])
      for (const method of ['POST', 'GET']) {
        const { status } = await sendTo(cairn.server.url, {
          ...{ path, method, ...(method === 'POST' ? { body: {} } : {}) },
          headers: { authorization: `Bearer ${other}` },
        })
        expect([path, status]).toEqual([path, 404])
      }
    expect(await cairn.database`select count(*) from public.archives`).toEqual(before)
  })
})
