import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn } from './support/cairn.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-failures-'))
const log = join(folder, 'server.log')

let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn({}, log)
  await cairn.database.unsafe(`
    create function public.break_down(state text) returns text language plpgsql as $$
    begin
      raise exception using errcode = state, message = 'the inside story';
    end $$;
    grant execute on function public.break_down to anon`)
  await cairn.database`notify pgrst, 'reload schema'`
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

const line = z.looseObject({ kind: z.string().optional(), id: z.string().optional() })

/** The lines of the log about one request. */
function linesOf(id: unknown): z.infer<typeof line>[] {
  const texts = readFileSync(log, 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('{'))
  return texts.map((text) => line.parse(JSON.parse(text))).filter((entry) => entry.id === id)
}

/** The answer to a request that Postgres ends with this state. */
function brokenBy(state: string, status: number) {
  return vi.waitFor(async () => {
    const broken = await cairn.send({ method: 'POST', path: '/rest/v1/rpc/break_down', body: { state } })
    // The answer is 404 until the schema has been read again.
    expect(broken.status).toBe(status)
    expect(broken.text).not.toContain('the inside story')
    return broken
  }, PATIENTLY)
}

describe('a request that the data API could not answer', () => {
  it('leads from its answer to the cause in the log', async () => {
    const { headers } = await brokenBy('F0000', 500)
    await vi.waitFor(() => {
      expect(linesOf(headers['x-request-id'])).toMatchObject([
        { kind: 'data-api-failure', status: 500, code: 'F0000', cause: { message: 'the inside story' } },
      ])
    }, PATIENTLY)
  })

  it.each([
    ['the disk of the database fails', '58030'],
    ['files of the database are gone', '58P01'],
    ['the database is damaged', 'XX001'],
  ])('because %s asks to be tried again, and is in the log', async (_why, state) => {
    const { headers, text } = await brokenBy(state, 503)
    expect(headers['retry-after']).toBe('1')
    expect(JSON.parse(text)).toMatchObject({ code: 'PGRST002' })
    await vi.waitFor(() => {
      expect(linesOf(headers['x-request-id'])).toMatchObject([
        { kind: 'request-failed', path: '/rest/v1/rpc/break_down' },
      ])
    }, PATIENTLY)
  })
})
