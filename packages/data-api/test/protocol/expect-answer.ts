import type { Caller } from '@cairn/postgres/pool/caller'
import { expect } from 'vitest'
import { ADA, isJson, type Workbench } from '../workbench/workbench.ts'
import type { ProtocolCase } from './case.ts'

/** Sends the request of a case and compares the answer. `caller` is who asks, unless the case names a role. */
export async function expectAnswer(
  bench: Pick<Workbench, 'request'>,
  wanted: ProtocolCase,
  caller: Caller = ADA,
): Promise<void> {
  const [method = '', url = ''] = wanted.request.split(/ (.*)/)
  const { headers = {}, body, status, answer, answered = {}, role } = wanted
  const given = await bench.request(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    caller: role === undefined ? caller : { role, claims: { role }, sessionId: null },
  })
  const holdsJson = isJson(given.headers) && given.text !== ''
  const shown = { status: given.status, answer: holdsJson ? given.json : given.text }
  if (answer === undefined || method === 'HEAD') expect(shown.status).toBe(status)
  else if (status >= 400 || status === 300) expect(shown).toMatchObject({ status, answer })
  else expect(shown).toEqual({ status, answer })
  for (const [name, value] of Object.entries(answered)) {
    const header = given.headers.get(name)
    if (value instanceof RegExp) expect(header).toMatch(value)
    else expect([name, header]).toEqual([name, value])
  }
}

/** Cases with titles that say what is sent and which status comes back. */
export function named(cases: readonly ProtocolCase[]): [title: string, wanted: ProtocolCase][] {
  return cases.map((wanted) => {
    const { request, headers = {}, body = '', status, role = '' } = wanted
    const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return [`${[request, role, ...sent, body].filter((part) => part !== '').join(' ')} → ${status}`, wanted]
  })
}
