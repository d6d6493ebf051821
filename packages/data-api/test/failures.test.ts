import { postgresFailure } from '@cairn/postgres/errors'
import type { Pool } from '@cairn/postgres/pool'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchSchema } from '../src/schema-cache/watch-schema.ts'
import { REQUEST_ID, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

const refuse = (state: string) =>
  bench.request('/rpc/refuse', {
    method: 'POST',
    body: JSON.stringify({ state, message: 'the inside story' }),
  })

describe('a schema', () => {
  it('that cannot be read again is reported, and what was read before goes on serving', async () => {
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

  it('and the cause, which the caller is not told', async () => {
    const { status, text } = await refuse('XX000')
    expect(status).toBe(500)
    expect(text).not.toContain('the inside story')
    expect(bench.failures).toMatchObject([
      { kind: 'data-api-failure', id: REQUEST_ID, status: 500, code: 'XX000' },
    ])
    expect(postgresFailure(bench.failures[0]?.cause)?.message).toBe('the inside story')
  })

  it('and the refusal itself where nothing else caused it', async () => {
    const { status } = await bench.request('/rpc/brew?status=teapot')
    expect(status).toBe(500)
    expect(bench.failures).toMatchObject([{ id: REQUEST_ID, status: 500, code: 'PGRST112' }])
    expect(bench.failures[0]?.cause).toBeInstanceOf(Error)
  })

  it.each(['42501', '23505', 'P0001'])('but not what is the caller’s to mend (%s)', async (state) => {
    expect((await refuse(state)).status).toBeLessThan(500)
    expect(bench.failures).toEqual([])
  })
})
