import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ID } from '../supabase/tests/support/cast.ts'
import { type OnlineCast, openCast } from './support/cast.ts'

const MANY = 20_000
const COLUMNS = [
  { key: 'id', head: 'ID', type: 'text' },
  { key: 'name', head: 'Name', type: 'text' },
  { key: 'description', head: 'Description', type: 'long_text' },
  { key: 'owner', head: 'Owner', type: 'member' },
]

let cast: OnlineCast
beforeAll(async () => {
  cast = await openCast()
  await cast.cairn.database`
    insert into public.systems (account_id, name, description)
    select ${ID.acme}, 'System ' || lpad(n::text, 5, '0'), case n when 1 then '=1+1' else repeat('x', 500) end
    from generate_series(1, ${MANY}) n`
})
afterAll(() => cast?.cairn.close())

type Caller = keyof OnlineCast['clients']

/** A request to the function, as supabase-js sends it. */
async function send(caller: Caller, body: object) {
  const { server } = cast.cairn
  const { data } = await cast.clients[caller].auth.getSession()
  const token = data.session?.access_token ?? server.publishableKey
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  return {
    url: `${server.url}/functions/v1/export`,
    init: { method: 'POST', headers, body: JSON.stringify(body) },
  }
}
const asked = (more: object = {}) => ({ kind: 'system', format: 'csv', columns: COLUMNS, ...more })

async function exported(caller: Caller, more: object = {}) {
  const { url, init } = await send(caller, asked(more))
  return fetch(url, init)
}

describe('an export', () => {
  it('has every record that the list shows once, for a viewer too', async () => {
    const answer = await exported('viewer')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="systems-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(answer.headers.get('x-record-count')).toBe(String(MANY + 3))
    const lines = (await answer.text()).split('\r\n')
    expect(lines[0]).toBe('ID,Name,Description,Owner')
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(MANY + 5)
    expect(lines.filter((line) => line.includes("System 00001,'=1+1,"))).toHaveLength(1)
  })

  it('has what the filter lets through, and nothing of another account whatever is asked for', async () => {
    const conditions = {
      match: 'any',
      conditions: [{ field: 'owner', operator: 'is', values: [ID.rival, ID.user] }],
    }
    const some = await exported('manager', { format: 'json', list: { conditions } })
    expect(await some.json()).toEqual([{ id: ID.archive, name: 'Archive', owner: 'Uma User' }])
    const rivals = await exported('rival', { format: 'json', list: { query: 'System' } })
    expect(await rivals.json()).toEqual([])
    const own = await (
      await exported('rival', { columns: [...COLUMNS, { key: 'account_id', head: 'A', type: 'text' }] })
    ).text()
    expect(own).not.toContain(ID.acme)
  })

  it('refuses hostile filters with a sentence', async () => {
    const hostile = [
      { sort: 'name; drop table public.systems' },
      { owners: ["') or true --"] },
      {
        conditions: {
          match: 'all',
          conditions: [{ field: 'account_id', operator: 'is', values: [ID.rivals] }],
        },
      },
      { conditions: 'x'.repeat(100_001) },
      { query: 'x'.repeat(201) },
      { query: { a: 1 }, statuses: 'active' },
    ]
    for (const list of hostile) {
      const answer = await exported('viewer', { list })
      expect([JSON.stringify(list).slice(0, 80), answer.status]).toEqual([
        JSON.stringify(list).slice(0, 80),
        400,
      ])
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/./) })
    }
    expect((await exported('viewer', { kind: 'article' })).status).toBe(400)
    expect((await exported('anonymous')).status).toBe(401)
  })

  it('is cut off where the database fails in the middle', async () => {
    const { database } = cast.cairn
    const { url, init } = await send('viewer', asked())
    const ended = new Promise<string>((resolve, reject) => {
      const outgoing = request(
        url,
        { method: 'POST', headers: init.headers, agent: false },
        async (incoming) => {
          incoming.on('error', ({ message }) => resolve(message)).on('end', () => resolve('whole'))
          // Nothing is taken until the database has forgotten how to go on.
          await database`alter function public.get_records_to_export(text, uuid[]) rename to away`
          incoming.resume()
        },
      )
      outgoing.on('error', reject)
      outgoing.end(init.body)
    })
    expect(await ended).toBe('aborted')
    await database`alter function public.away(text, uuid[]) rename to get_records_to_export`
  })

  it('ends for a caller who goes away', async () => {
    const { database } = cast.cairn
    const { url, init } = await send('viewer', asked())
    const leaver = new AbortController()
    await fetch(url, { ...init, signal: leaver.signal })
    leaver.abort()
    const asking = async () => {
      const [row] = await database<{ asking: number }[]>`
        select count(*)::int as asking from pg_stat_activity
        where query like '%get_records_to_export%' and pid <> pg_backend_pid() and query_start > now() - interval '1 second'`
      return row?.asking
    }
    await vi.waitFor(async () => expect(await asking()).toBe(0), { timeout: 10_000, interval: 500 })
  })
})
