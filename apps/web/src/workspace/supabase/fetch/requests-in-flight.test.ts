import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    // As the official client sends them: `signal` is always named, and empty unless the caller gave one.
    fetch(URL_OF('systems'), { method: 'GET', signal: null }),
    fetch(URL_OF('rpc/get_gaps'), { method: 'POST', signal: new AbortController().signal }),
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

const VISITOR = { apikey: 'key', authorization: 'Bearer key' }
const MEMBER = { apikey: 'key', authorization: 'Bearer of-the-session' }

/** Notes what is sent, and lets tests ask and read how it went. */
function answering() {
  const sent: string[] = []
  const requests = createRequestsInFlight(async (input) => {
    sent.push(new URL(String(input)).pathname.replace('/rest/v1/', ''))
    return new Response('{}')
  })
  const ask = (headers: Record<string, string>, path: string) =>
    requests.fetch(URL_OF(path), { method: 'POST', headers })
  return { ...requests, ask, sent }
}

test('while a session ends, only what visitors may ask is sent', async () => {
  const { ask, endSession, sent } = answering()
  const asked: Promise<Response>[] = []
  await endSession(0, async () => {
    await Promise.resolve()
    asked.push(
      ask(VISITOR, 'rpc/validate_invitation'),
      ask(MEMBER, 'rpc/get_gaps'),
      ask(VISITOR, 'rpc/get_gaps'),
    )
  })
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(sent).toEqual(['rpc/validate_invitation'])
})

test('aborts the requests of screens of an ended session until a user signs in', async () => {
  const { ask, endSession, sent } = answering()
  await endSession(0, async () => {})
  await expect(ask(VISITOR, 'rpc/get_my_profile')).rejects.toMatchObject({ name: 'AbortError' })
  await ask(VISITOR, 'rpc/signup_domain_status')
  await ask(MEMBER, 'rpc/get_my_profile')
  // Its session may be ended by the server: the answer says so, and the page tells the member.
  await ask(VISITOR, 'rpc/get_gaps')
  expect(sent).toEqual(['rpc/signup_domain_status', 'rpc/get_my_profile', 'rpc/get_gaps'])
})

test('where a session could not be ended, requests go on', async () => {
  const { ask, endSession, sent } = answering()
  const failed = endSession(0, async () => {
    await Promise.resolve()
    throw new Error('The network is gone.')
  })
  await expect(failed).rejects.toThrow('The network is gone.')
  await ask(MEMBER, 'rpc/get_gaps')
  expect(sent).toEqual(['rpc/get_gaps'])
})

const SCHEMAS = join(import.meta.dirname, '../../../../../../supabase/schemas')

/** Scripts on other machines call these with a key of their own, the app never. */
const OF_SCRIPTS = ['ping', 'push_found']

/** The last part of the address of each table and procedure that the database opens to visitors of the app. */
function openToVisitors(): readonly string[] {
  return readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => {
      const grants = readFileSync(join(SCHEMAS, file), 'utf8').matchAll(
        /^grant (execute|insert|select|update|delete)[^;]* on (?:function )?public\.(\w+)[^;]* to [^;]*\banon\b/gm,
      )
      return [...grants]
        .filter(([, , name = '']) => !OF_SCRIPTS.includes(name))
        .map(([, right, name = '']) => (right === 'execute' ? `rpc/${name}` : name))
    })
}

test('without a session, all that the database opens to visitors is sent', async () => {
  const open = openToVisitors()
  expect(open).toContain('rpc/validate_invitation')
  const { ask, endSession, sent } = answering()
  await endSession(0, async () => {})
  await Promise.allSettled(open.map((path) => ask(VISITOR, path)))
  expect(sent).toEqual(open)
})
