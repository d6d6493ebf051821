import { testDatabase } from '@cairn/testing/test-database'
import { beforeEach, describe, expect, it } from 'vitest'
import { useWorkbench } from '../workbench/workbench.ts'
import { CALLS } from './calls.cases.ts'
import type { ProtocolCase } from './case.ts'
import { LISTS, LOGIC, OPERATORS, VALUES } from './filters.cases.ts'
import { RANGES } from './ranges.cases.ts'
import { REFUSALS } from './refusals.cases.ts'
import { EMBEDS, SELECTS, TWICE } from './selects.cases.ts'
import { WRITES } from './writes.cases.ts'

const bench = useWorkbench(() => testDatabase('auth'))

async function expectAnswer(wanted: ProtocolCase): Promise<void> {
  const [method = '', url = ''] = wanted.request.split(/ (.*)/)
  const { headers = {}, body, status, answer, answered = {} } = wanted
  const given = await bench.request(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const shown = { status: given.status, answer: given.text === '' ? '' : (given.json ?? given.text) }
  if (answer === undefined || method === 'HEAD') expect(shown.status).toBe(status)
  else if (status >= 400 || status === 300) expect(shown).toMatchObject({ status, answer })
  else expect(shown).toEqual({ status, answer })
  for (const [name, value] of Object.entries(answered))
    expect([name, given.headers.get(name)]).toEqual([name, value])
}

function named(cases: readonly ProtocolCase[]): [title: string, wanted: ProtocolCase][] {
  return cases.map((wanted) => {
    const { request, headers = {}, body = '', status } = wanted
    const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return [`${[request, ...sent, body].filter((part) => part !== '').join(' ')} → ${status}`, wanted]
  })
}

describe.each([
  ['values', VALUES],
  ['lists', LISTS],
  ['logic', LOGIC],
  ['operators', OPERATORS],
  ['ranges', RANGES],
  ['refusals', REFUSALS],
  ['selects', SELECTS],
  ['embeds', EMBEDS],
  ['a column that is shown twice', TWICE],
  ['calls', CALLS],
])('%s', (_what, cases) => {
  it.each(named(cases))('%s', (_title, wanted) => expectAnswer(wanted))
})

describe('writes', () => {
  beforeEach(async () => {
    await bench.admin.unsafe(`
      truncate public.counters, public.gauges restart identity;
      insert into public.counters (label, value) values ('one', 1), ('two', 2)`)
  })

  it.each(named(WRITES))('%s', (_title, wanted) => expectAnswer(wanted))
})
