import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestsInFlight } from './requests-in-flight.ts'

const URL_OF = (path: string) => `https://cairn.test/rest/v1/${path}`

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Requests that a server never answers; those that were called off are noted. */
function unanswered() {
  const calledOff: string[] = []
  const requests = createRequestsInFlight(
    (input, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          calledOff.push(String(input))
          reject(init.signal?.reason)
        })
      }),
  )
  return { ...requests, calledOff }
}

test('reads that take longer than signing out waits are called off, writes are not', async () => {
  const { fetch, endSession, calledOff } = unanswered()
  const reads = [
    fetch(URL_OF('systems'), { method: 'GET' }),
    fetch(URL_OF('rpc/get_gaps'), { method: 'POST' }),
  ]
  void fetch(URL_OF('systems'), { method: 'PATCH' })
  void fetch(URL_OF('rpc/remove_member'), { method: 'POST' })
  const outcomes = Promise.allSettled(reads)
  const ended = endSession(2_000, async () => {})
  await vi.advanceTimersByTimeAsync(1_900)
  expect(calledOff).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await ended
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calledOff).toEqual([URL_OF('systems'), URL_OF('rpc/get_gaps')])
})

test('what a visitor asks while a session ends is sent', async () => {
  const sent: string[] = []
  const { fetch, endSession } = createRequestsInFlight(async (input) => {
    sent.push(String(input))
    return new Response('{}')
  })
  const asked: Promise<Response>[] = []
  await endSession(0, async () => {
    await Promise.resolve()
    const visitor = { apikey: 'key', authorization: 'Bearer key' }
    const member = { apikey: 'key', authorization: 'Bearer of-the-session' }
    for (const headers of [visitor, member])
      asked.push(fetch(URL_OF('rpc/validate_invitation'), { method: 'POST', headers }))
  })
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(sent).toEqual([URL_OF('rpc/validate_invitation')])
})
