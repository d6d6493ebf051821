import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../supabase/tests/support/cast.ts'
import { FOUND_KEY } from '../supabase/tests/support/own-rows.ts'
import { type OnlineCast, openCast } from './support/cast.ts'

let cast: OnlineCast
beforeAll(async () => {
  cast = await openCast()
})
afterAll(() => cast?.cairn.close())

/** Sends a body as a script does: with the key of its source, and without an API key. */
const send = (
  body: string,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${FOUND_KEY}` },
) => fetch(`${cast.cairn.server.url}/functions/v1/found`, { method: 'POST', headers, body })

async function answered(body: unknown, headers?: Readonly<Record<string, string>>) {
  const answer = await send(typeof body === 'string' ? body : JSON.stringify(body), headers)
  return { status: answer.status, body: await answer.json() }
}

const RECORD = { source_id: 'wf-1', name: 'Invoices', owner: 'Nemo' }

describe('a script with the key of a source', () => {
  it('pushes its records, again and again, and learns only counts', async () => {
    const push = () => answered({ kind: 'automation', records: [RECORD] })
    const counts = { received: 1, waiting: 1, registered: 0, ignored: 0 }
    expect(await push()).toEqual({ status: 200, body: { ...counts, new: 1 } })
    expect(await push()).toEqual({ status: 200, body: { ...counts, new: 0 } })
    const rows = await cast.cairn.database`
      select account_id, source, name, owner from public.found_records where source_id = 'wf-1'`
    expect(rows).toEqual([{ account_id: ID.acme, source: 'Inventory', name: 'Invoices', owner: 'Nemo' }])
  })

  it('reaches nothing else with it', async () => {
    for (const path of ['/rest/v1/found_records', '/rest/v1/rpc/get_found', '/functions/v1/export']) {
      const headers = { authorization: `Bearer ${FOUND_KEY}`, apikey: cast.cairn.server.publishableKey }
      const answer = await fetch(`${cast.cairn.server.url}${path}`, { method: 'POST', headers, body: '{}' })
      expect([path, answer.status]).toEqual([path, 401])
      await answer.body?.cancel()
    }
  })

  it.each<[string, unknown, string]>([
    ['what is no JSON', '{', 'The body must be JSON.'],
    ['no kind', { records: [] }, 'kind must be a text.'],
    [
      'an unknown kind',
      { kind: 'server', records: [] },
      'Kind must be system, solution, agent or automation.',
    ],
    ['no records', { kind: 'agent' }, 'records must be a list of at most 1,000 records.'],
    ['more than it knows', { kind: 'agent', records: [], source: 'Other' }, 'There is no field "source".'],
    [
      'a record without a name',
      { kind: 'agent', records: [RECORD, { source_id: '2' }] },
      'Record 2: name must be a text of 1 to 120 characters.',
    ],
    [
      'an unknown field',
      { kind: 'agent', records: [{ ...RECORD, color: 'red' }] },
      'Record 1: there is no field "color".',
    ],
    [
      'half a character',
      { kind: 'agent', records: [{ ...RECORD, name: 'a\ud800' }] },
      'Record 1: "name" has characters that are none.',
    ],
    [
      'NUL',
      { kind: 'agent', records: [{ ...RECORD, tags: ['a\0'] }] },
      'Record 1: "tags" has characters that are none.',
    ],
    [
      'deep nesting',
      `{"kind":"agent","records":[{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`,
      'Record 1: "name" must be a text, a number, yes or no, or a list of texts.',
    ],
  ])('is refused for %s', async (_, body, message) => {
    expect(await answered(body)).toMatchObject({ status: 400, body: { message } })
  })

  it('is refused for more than a megabyte', async () => {
    const large = JSON.stringify({
      kind: 'agent',
      records: [{ ...RECORD, description: 'x'.repeat(1_100_000) }],
    })
    const answer = await send(large)
    expect(answer.status).toBe(413)
    await answer.body?.cancel()
  })
})

describe('a script without such a key is refused', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['without any', {}],
    ['with another', { authorization: 'Bearer cairn_src_other' }],
    ['with more than a key', { authorization: `Bearer ${FOUND_KEY} x` }],
    ['with a long one', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('%s', async (_, headers) => {
    expect(await answered({ kind: 'agent', records: [RECORD] }, headers)).toMatchObject({
      status: 401,
      body: { code: expect.any(String), message: expect.stringContaining('source') },
    })
  })
})

// This block comes last: it uses up the guesses of the network for this minute.
describe('a script with its key', () => {
  it('is not slowed by wrong keys from its own network, which are counted and refused', async () => {
    const guess = (number: number) =>
      answered({ kind: 'agent', records: [] }, { authorization: `Bearer cairn_src_${number}` })
    const answers: { status: number; body: unknown }[] = []
    // Where a minute ends in between, each of the two has its sixty.
    for (let number = 0; number < 130; number += 1) answers.push(await guess(number))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(120)
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'PT429' })
    expect(await answered({ kind: 'agent', records: [] })).toMatchObject({ status: 200 })
    // A right key in between does not clear the wrong ones.
    expect((await guess(130)).status).toBe(statuses.at(-1))
  })
})
