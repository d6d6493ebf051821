import { afterEach, expect, test } from 'vitest'
import { withPrefetchedAnswers } from './prefetched-answers.ts'

const COUNTS = 'https://cairn.example/rest/v1/rpc/get_dashboard_counts'
const asAda = { method: 'POST', headers: { authorization: 'Bearer ada' } }

/** A page that has asked for the counts in the name of Ada, and what it sends from then on. */
function page(answer: Promise<Response>) {
  const sent: string[] = []
  globalThis.cairnAhead = {
    token: 'ada',
    answers: new Map([['POST /rest/v1/rpc/get_dashboard_counts', answer]]),
  }
  const fetch = withPrefetchedAnswers(async (input) => {
    sent.push(String(input))
    return new Response('sent')
  })
  return { sent, fetch }
}

afterEach(() => {
  globalThis.cairnAhead = undefined
})

test('an answer asked for ahead is taken once', async () => {
  const { fetch, sent } = page(Promise.resolve(new Response('ahead')))
  expect(await (await fetch(COUNTS, asAda)).text()).toBe('ahead')
  expect(sent).toEqual([])
  expect(await (await fetch(COUNTS, asAda)).text()).toBe('sent')
})

test("another user, method or address never gets the user's answer", async () => {
  const { fetch, sent } = page(Promise.resolve(new Response('ahead')))
  const asBob = { method: 'POST', headers: { authorization: 'Bearer bob' } }
  expect(await (await fetch(COUNTS, { ...asAda, method: 'GET' })).text()).toBe('sent')
  expect(await (await fetch(`${COUNTS}?a=1`, asAda)).text()).toBe('sent')
  expect(await (await fetch(COUNTS, asBob)).text()).toBe('sent')
  expect(sent).toHaveLength(3)
})

test.each([
  ['was refused', () => Promise.resolve(new Response('', { status: 401 }))],
  ['was lost', () => Promise.reject(new TypeError('Failed to fetch'))],
])('an answer that %s is asked for again', async (_what, answer) => {
  const { fetch, sent } = page(answer())
  expect(await (await fetch(COUNTS, asAda)).text()).toBe('sent')
  expect(sent).toEqual([COUNTS])
})
