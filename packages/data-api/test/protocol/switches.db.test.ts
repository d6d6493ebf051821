import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@cairn/testing/test-database'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDataApi } from '../../src/handler.ts'
import { useWorkbench } from '../workbench/workbench.ts'
import { expectAnswer, named } from './expect-answer.ts'
import { SPREAD_AGGREGATES } from './spreads.cases.ts'
import {
  AGGREGATES,
  PLANS,
  PRE_REQUEST,
  ROLLBACKS,
  SWITCHED_OFF,
  TIMINGS,
  UNFILTERED,
} from './switches.cases.ts'

const bench = useWorkbench(() => testDatabase('auth'), {
  aggregates: true,
  preRequest: 'check_request',
  rollback: true,
  serverTiming: true,
  unfiltered: true,
})
const plain = useWorkbench(() => testDatabase('auth'))

beforeAll(async () => {
  await bench.admin.unsafe(readFileSync(join(import.meta.dirname, 'switches.sql'), 'utf8'))
  await bench.api.reloadSchema()
})

beforeEach(async () => {
  await bench.admin.unsafe(`
    truncate public.counters, public.pledges restart identity;
    insert into public.counters (label, value) values ('one', 1), ('two', 2)`)
})

describe.each([
  ['aggregates', AGGREGATES],
  ['aggregates over what is spread', SPREAD_AGGREGATES],
  ['a function before each request', PRE_REQUEST],
  ['timings', TIMINGS],
  ['transactions that are undone', ROLLBACKS],
  ['writes without a filter', UNFILTERED],
  ['plans', PLANS],
])('%s', (_what, cases) => {
  it.each(named(cases))('%s', (_title, wanted) => expectAnswer(bench, wanted))
})

describe('without the switches', () => {
  it.each(named(SWITCHED_OFF))('%s', (_title, wanted) => expectAnswer(plain, wanted))
})

describe('a request that is undone', () => {
  it('leaves the rows as they were', async () => {
    const prefer = 'tx=rollback'
    await bench.request('/counters', { method: 'DELETE', headers: { prefer } })
    expect(await bench.admin`select id from public.counters order by id`).toEqual([{ id: 1 }, { id: 2 }])
  })
})

describe('a plan', () => {
  const asked = (url: string, accept: string) =>
    bench.request(url, { headers: { accept }, caller: { role: 'service_role', claims: {}, sessionId: null } })

  it('is what Postgres says, as JSON or as text', async () => {
    const { json } = await asked('/projects', 'application/vnd.pgrst.plan+json')
    expect(json).toMatchObject([
      { Plan: { 'Node Type': expect.any(String), 'Total Cost': expect.any(Number) } },
    ])
    const { text } = await asked('/projects', 'application/vnd.pgrst.plan')
    expect(text).toMatch(/\(cost=[\s\S]*\n.*Seq Scan on projects/)
  })

  it.each(['application/vnd.pgrst.plan+json', 'application/vnd.pgrst.plan'])(
    'is answered as %s where the request is undone, too',
    async (accept) => {
      const { status, text } = await bench.request('/projects', {
        headers: { accept, prefer: 'tx=rollback' },
        caller: { role: 'service_role', claims: {}, sessionId: null },
      })
      expect(status).toBe(200)
      expect(text).toMatch(/Seq Scan/)
    },
  )

  it('of a write changes nothing', async () => {
    await bench.request('/counters', {
      method: 'DELETE',
      headers: { accept: 'application/vnd.pgrst.plan+json' },
      caller: { role: 'service_role', claims: {}, sessionId: null },
    })
    expect(await bench.admin`select count(*)::int as n from public.counters`).toEqual([{ n: 2 }])
  })
})

describe('a function before each request', () => {
  it('refuses every request when it does not exist', async () => {
    const api = await createDataApi({
      pool: plain.pool,
      schemas: ['public'],
      maxRows: 10,
      preRequest: 'inside.nothing',
      observe: () => {},
    })
    const http = {
      id: 'x',
      method: 'GET',
      url: '/projects',
      headers: new Headers(),
      body: null,
      forwardedHeaders: {},
    }
    const { status } = await api.handle(http, { role: 'authenticated', claims: {}, sessionId: null })
    expect(status).toBe(404)
  })
})
