import { postgresFailure } from '@cairn/postgres/errors'
import { testDatabase } from '@cairn/testing/test-database'
import { beforeEach, describe, expect, it } from 'vitest'
import { REQUEST_ID, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

const refuse = (state: string) =>
  bench.request('/rpc/refuse', {
    method: 'POST',
    body: JSON.stringify({ state, message: 'the inside story' }),
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
