import type { Pool } from '@cairn/postgres/pool/pool'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataApi } from '../src/handler.ts'
import { watchSchema } from '../src/schema-cache/watch-schema.ts'
import { REQUEST_ID, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

const refuse = (state: string) =>
  bench.request('/rpc/refuse', {
    method: 'POST',
    body: JSON.stringify({ state, message: 'the inside story' }),
  })

describe('a schema', () => {
  it('is reported when it cannot be read again, and the one that was read before goes on serving', async () => {
    let isAway = false
    const pool: Pool = {
      ...bench.pool,
      run: (work, requester) =>
        isAway ? Promise.reject(new Error('The database is away.')) : bench.pool.run(work, requester),
    }
    const failed = vi.fn()
    const schema = await watchSchema(pool, ['public'], failed)
    const before = schema.current()
    isAway = true
    await bench.admin.unsafe("notify pgrst, 'reload schema'")
    await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error('The database is away.')), PATIENTLY)
    expect(schema.current()).toBe(before)
  })

  it('answers 503 for unknown names after it could not be read again, until it has been read', async () => {
    let isAway = false
    const observe = vi.fn()
    const pool: Pool = {
      ...bench.pool,
      run: (work, requester) =>
        isAway ? Promise.reject(new Error('The database is away.')) : bench.pool.run(work, requester),
    }
    const api = await createDataApi({ pool, schemas: ['public'], maxRows: 10, observe })
    const ask = (url: string) =>
      api.handle(
        { id: 'x', method: 'GET', url, headers: new Headers(), body: null, forwardedHeaders: {} },
        { role: 'authenticated', claims: {}, sessionId: null },
      )
    await bench.admin.unsafe(`
      create table public.latecomers (id integer primary key);
      grant select on public.latecomers to authenticated`)
    expect((await ask('/latecomers')).status).toBe(404)
    isAway = true
    await expect(api.reloadSchema()).rejects.toThrow('The database is away.')
    const refused = await ask('/latecomers')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('proxy-status')).toBe('PostgREST; error=PGRST002')
    await vi.waitFor(
      () => expect(observe).toHaveBeenCalledWith(expect.objectContaining({ kind: 'schema-not-read' })),
      PATIENTLY,
    )
    isAway = false
    expect((await ask('/projects?select=id')).status).toBe(200)
    await vi.waitFor(async () => expect((await ask('/latecomers')).status).toBe(200), PATIENTLY)
    expect((await ask('/nobody')).status).toBe(404)
  })

  it('with a view that shows itself is read, and only that view cannot be', async () => {
    await bench.admin.unsafe(`
      create view public.mirror as select id, owner_id from public.projects;
      create or replace view public.mirror as select id, owner_id from public.mirror;
      grant select on public.mirror to authenticated`)
    await bench.api.reloadSchema()
    expect(await bench.request('/mirror')).toMatchObject({ status: 500, json: { code: '42P17' } })
    expect(await bench.request('/projects?select=id,mirror(id)')).toMatchObject({
      status: 400,
      json: { code: 'PGRST200' },
    })
    expect(await bench.request('/projects?select=id&id=eq.1')).toMatchObject({ status: 200 })
    await bench.admin.unsafe('drop view public.mirror')
    await bench.api.reloadSchema()
  })
})

describe('an answer of 500 and above is reported, with the id of its request', () => {
  beforeEach(() => {
    bench.failures.length = 0
  })

  it('and the cause, which the caller does not learn', async () => {
    const { status, text } = await refuse('F0000')
    expect(status).toBe(500)
    expect(text).not.toContain('the inside story')
    expect(bench.failures).toMatchObject([
      { kind: 'data-api-failure', id: REQUEST_ID, status: 500, code: 'F0000' },
    ])
    expect(postgresFailure(bench.failures[0]?.cause)?.message).toBe('the inside story')
  })

  it('and the refusal itself where nothing else caused it', async () => {
    const { status } = await bench.request('/rpc/brew?status=teapot')
    expect(status).toBe(500)
    expect(bench.failures).toMatchObject([{ id: REQUEST_ID, status: 500, code: 'PGRST112' }])
    expect(bench.failures[0]?.cause).toBeInstanceOf(Error)
  })

  it.each(['42501', '23505', 'P0001'])('but not an error that the caller can mend (%s)', async (state) => {
    expect((await refuse(state)).status).toBeLessThan(500)
    expect(bench.failures).toEqual([])
  })
})
