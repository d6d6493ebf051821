import { randomUUID } from 'node:crypto'
import { arrangePerson, type Level } from '@cairn/testing/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import type { Answer } from './support/raw-http.ts'

let cairn: Cairn
let ada: SignedIn
let bob: SignedIn
let key: string

beforeAll(async () => {
  cairn = await openCairn()
  ada = await cairn.signedIn(await person('ada@acme.example', 'Ada'))
  bob = await cairn.signedIn(await person('bob@beta.example', 'Bob'))
})
beforeEach(() => {
  key = randomUUID()
})
afterAll(() => cairn?.close())

const person = (email: string, name: string, level?: Level) =>
  arrangePerson(cairn.database, { email, name, ...(level === undefined ? {} : { level }) })

interface Write {
  method?: string
  path?: string
  body?: string
  as?: SignedIn | null
  headers?: Record<string, string>
}

function write({ method = 'POST', path = '/systems', body, as = ada, headers = {} }: Write): Promise<Answer> {
  return cairn.send({
    method,
    path: `/rest/v1${path}`,
    ...(body === undefined ? {} : { body }),
    headers: {
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(as === null ? {} : { authorization: `Bearer ${as.token}` }),
      'idempotency-key': key,
      ...headers,
    },
  })
}

const add = (name: string, more: Write = {}) => write({ body: JSON.stringify({ name }), ...more })
const named = (name: string) => cairn.database`select 1 from public.systems where name = ${name}`
const count = async (name: string) => (await named(name)).length

describe('a write with a key', () => {
  it('is done once, and answered the same again', async () => {
    const first = await add('Once')
    const again = await add('Once')
    expect(first.status).toBe(201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(await count('Once')).toBe(1)
  })

  it('is the same whether the key stands in quotes or not', async () => {
    await add('Quoted')
    const again = await add('Quoted', { headers: { 'idempotency-key': `"${key}"` } })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await count('Quoted')).toBe(1)
  })

  it('changes and deletes once, also without a body in the answer', async () => {
    await add('Changed')
    const change = { method: 'PATCH', path: '/systems?name=eq.Changed', body: '{"description": "New"}' }
    const headers = { 'idempotency-key': randomUUID(), prefer: 'return=minimal' }
    expect((await write({ ...change, headers })).status).toBe(204)
    await cairn.database`update public.systems set description = 'Newer' where name = 'Changed'`
    expect(await write({ ...change, headers })).toMatchObject({
      status: 204,
      text: '',
      headers: { 'idempotency-replayed': 'true' },
    })
    expect(await named('Changed')).toHaveLength(1)
    const [row] = await cairn.database`select description from public.systems where name = 'Changed'`
    expect(row).toEqual({ description: 'Newer' })
  })

  it('keeps nothing where it is refused, and can be repaired under its key', async () => {
    expect((await add('')).status).toBe(400)
    expect((await add('Mended')).status).toBe(201)
  })

  it('is done once where it calls a procedure', async () => {
    const call = { path: '/rpc/add_records', body: '{"kind": "system", "records": [{"name": "Called"}]}' }
    const first = await write(call)
    expect(first.status).toBe(200)
    expect(await write(call)).toMatchObject({
      status: 200,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect(await count('Called')).toBe(1)
  })
})

describe('a key', () => {
  it('with another request is refused, whatever differs', async () => {
    await add('First')
    for (const other of [
      { body: '{"name": "Second"}' },
      { body: '{"name": "First"}', path: '/systems?select=id' },
      { body: '{"name": "First"}', path: '/solutions' },
      { body: '{"name": "First"}', headers: { prefer: 'return=minimal' } },
      { method: 'PATCH', path: '/systems?name=eq.First', body: '{"name": "First"}' },
    ]) {
      const { status, text } = await write(other)
      expect([status, JSON.parse(text)]).toMatchObject([422, { code: 'PT422' }])
    }
    expect(await count('Second')).toBe(0)
  })

  it('is of one person alone', async () => {
    await add('Shared')
    const { status, headers } = await add('Shared', { as: bob })
    expect([status, headers['idempotency-replayed']]).toEqual([201, undefined])
    expect(await count('Shared')).toBe(2)
  })

  it.each(['', ' ', 'a b', 'a, b', '"a', '"a"b', 'x'.repeat(256)])('cannot be %j', async (bad) => {
    const { status, text } = await add('Bad key', { headers: { 'idempotency-key': bad } })
    expect([status, JSON.parse(text)]).toMatchObject([400, { message: 'The Idempotency-Key cannot be read' }])
    expect(await count('Bad key')).toBe(0)
  })

  it('needs a person for whom it is kept', async () => {
    const { status, text } = await add('Of nobody', { as: null })
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { message: expect.stringContaining('kept for a person') },
    ])
  })

  it('says nothing when a request only reads', async () => {
    const { status, headers } = await write({ method: 'GET', path: '/systems?limit=1' })
    expect([status, headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  it('is forgotten after 24 hours', async () => {
    await add('Daily')
    await cairn.database`update private.kept_answers set kept_at = kept_at - interval '24 hours' where key = ${key}`
    const later = await add('Daily, a day later')
    expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect((await add('Daily, a day later')).headers['idempotency-replayed']).toBe('true')
  })

  it('is refused to a person who has 10,000 of them', async () => {
    await cairn.database`
      insert into private.kept_answers (account_id, user_id, holder, key, fingerprint, status, headers)
      select m.account_id, m.user_id, '', 'many ' || n, '', 201, '[]'
      from public.account_members m, generate_series(1, 10000) as n where m.user_id = ${bob.userId}`
    const { status, text } = await add('One too many', { as: bob })
    expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'PT429' }])
    await cairn.database`delete from private.kept_answers where user_id = ${bob.userId}`
  })
})

describe('a write that is sent again', () => {
  it('is refused while the first is running, and answered once that is done', async () => {
    await add('Slow', { headers: { 'idempotency-key': randomUUID() } })
    const change = { method: 'PATCH', path: '/systems?name=eq.Slow', body: '{"description": "Slowly"}' }
    const held = await cairn.database.reserve()
    await held`begin`
    await held`select from public.systems where name = 'Slow' for update`
    const first = write(change)
    await expect
      .poll(
        () =>
          cairn.database`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%"systems"%'`,
      )
      .toHaveLength(1)
    const meanwhile = await write(change)
    expect([meanwhile.status, JSON.parse(meanwhile.text)]).toMatchObject([409, { code: 'PT409' }])
    await held`rollback`
    held.release()
    expect((await first).status).toBe(200)
    expect((await write(change)).headers['idempotency-replayed']).toBe('true')
  })

  it('is done once where it comes twenty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('Burst')))
    expect(await count('Burst')).toBe(1)
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    for (const { status } of answers) expect([201, 409]).toContain(status)
  })

  it('is answered by its status and headers alone where its answer was too large to keep', async () => {
    const rows = JSON.stringify(
      Array.from({ length: 40 }, (_, number) => ({ name: `Large ${number}`, description: 'x'.repeat(900) })),
    )
    const first = await write({ body: rows })
    expect(first.text.length).toBeGreaterThan(16 * 1024)
    const again = await write({ body: rows })
    expect(again).toMatchObject({ status: 201, text: '' })
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'idempotency-body': 'not kept' })
    expect(await count('Large 7')).toBe(1)
  })

  it('by a person who has left the account finds nothing of it', async () => {
    const eve = await cairn.signedIn(await person('eve@acme.example', 'Eve', 'user'))
    await add('Of Eve', { as: eve })
    await cairn.database`delete from public.account_members where user_id = ${eve.userId}`
    const { status, headers } = await add('Of Eve', { as: eve })
    expect([status, headers['idempotency-replayed']]).toEqual([400, undefined])
    expect(await cairn.database`select from private.kept_answers where user_id = ${eve.userId}`).toEqual([])
  })
})
