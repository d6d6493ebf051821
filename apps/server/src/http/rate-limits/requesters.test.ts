import { setImmediate } from 'node:timers/promises'
import type { Caller } from '@cairn/postgres/pool/caller'
import { PATIENTLY } from '@cairn/testing/patience'
import { describe, expect, it, vi } from 'vitest'
import { createRequesters } from './requesters.ts'

const ann: Caller = { role: 'authenticated', claims: { sub: 'ann' }, sessionId: 'session' }
const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, sessionId: null }
const ADDRESS = '203.0.113.7'

function arrange(answer = () => Promise.resolve(Response.json([{ id: 'acme' }]))) {
  const handle = vi.fn(answer)
  let time = 0
  const requesters = createRequesters({ handle }, () => time)
  return {
    handle,
    pass: (ms: number) => {
      time += ms
    },
    of: (caller: Caller) => requesters.named(caller, ADDRESS).requester,
  }
}

describe('the requester', () => {
  it('is a person, and their account as soon as it is known', async () => {
    const { of, handle } = arrange()
    expect(of(ann)).toEqual({ person: 'ann', account: null })
    await vi.waitFor(() => expect(of(ann)).toEqual({ person: 'ann', account: 'acme' }), PATIENTLY)
    expect(handle).toHaveBeenCalledTimes(1)
  })

  it('is looked up again after five minutes, and keeps the account meanwhile', async () => {
    const { of, handle, pass } = arrange()
    of(ann)
    await vi.waitFor(() => expect(of(ann)?.account).toBe('acme'), PATIENTLY)
    pass(5 * 60_000 + 1)
    expect(of(ann)?.account).toBe('acme')
    expect(handle).toHaveBeenCalledTimes(2)
  })

  it('is looked up again where the database was away', async () => {
    const { of, handle } = arrange(() => Promise.reject(new Error('away')))
    of(ann)
    await vi.waitFor(() => {
      of(ann)
      expect(handle.mock.calls.length).toBeGreaterThan(1)
    }, PATIENTLY)
  })

  it('has no account where the scope of a token does not let it be told', async () => {
    const answer = Response.json({ code: '42501' }, { status: 403 })
    const { of, handle } = arrange(() => Promise.resolve(answer))
    of(ann)
    // By then the readable part of the answer has been processed.
    await setImmediate()
    expect(of(ann)).toEqual({ person: 'ann', account: null })
    expect(handle).toHaveBeenCalledTimes(1)
  })

  it('of a visitor is their network, all visitors together being one account', () => {
    const { of } = arrange()
    expect(of(visitor)).toEqual({ person: ADDRESS, account: 'visitors' })
  })

  it('of the operator is nobody', () => {
    const { of } = arrange()
    expect(of({ ...visitor, role: 'service_role' })).toBeUndefined()
  })
})
