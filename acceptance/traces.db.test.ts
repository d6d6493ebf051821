import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'

const SDK = pathToFileURL(join(import.meta.dirname, 'support', 'span-writer.mjs')).href
const folder = scratchFolder('cairn-traces-')
const file = join(folder, 'spans')
const span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parent: z.string().nullable(),
  failed: z.boolean(),
  attributes: z.record(z.string(), z.unknown()),
})
let cairn: Cairn
let member: SignedIn

beforeAll(async () => {
  cairn = await openCairn({
    NODE_OPTIONS: `--import=${SDK}`,
    SPANS_FILE: file,
    CAIRN_TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  })
  member = await cairn.signedIn(
    await arrangePerson(cairn.database, { email: 'ada@traced.example', name: 'Ada' }),
  )
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

function spans(): z.output<typeof span>[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => span.parse(JSON.parse(line)))
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

it('a request, its wait for a connection and its statement are spans of the trace that its proxy began', async () => {
  const { status } = await cairn.send({
    path: '/rest/v1/systems?select=id&name=eq.A%20secret%20name',
    headers: { authorization: `Bearer ${member.token}`, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
  })
  expect(status).toBe(200)
  await vi.waitFor(
    () => expect(spans().some(({ name, traceId }) => name === 'GET rest' && traceId === TRACE)).toBe(true),
    PATIENTLY,
  )
  const ofTrace = spans().filter(({ traceId }) => traceId === TRACE)
  const request = ofTrace.find(({ name }) => name === 'GET rest')
  expect(request).toMatchObject({
    parent: '00f067aa0ba902b7',
    failed: false,
    attributes: { 'http.request.method': 'GET', 'http.route': 'rest', 'http.response.status_code': 200 },
  })
  const below = ofTrace.filter(({ parent }) => parent === request?.spanId).map(({ name }) => name)
  expect(below).toEqual(expect.arrayContaining(['wait for connection', 'statement']))
})

it('jobs are spans, and no span says who asked or for what', async () => {
  await vi.waitFor(
    () => expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['job count records'])),
    PATIENTLY,
  )
  const text = readFileSync(file, 'utf8')
  for (const secret of [
    'traced.example',
    member.userId,
    member.token,
    'secret name',
    'secret%20name',
    'systems',
  ])
    expect(text).not.toContain(secret)
})
