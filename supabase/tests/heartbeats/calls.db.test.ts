import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { HEARTBEAT_TOKEN, OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Call {
  token?: string
  action?: string
  rid?: string
  note?: string
  network?: string
}

const RID = '00000000-0000-4000-8000-00000000aaaa'
const OTHER_RID = '00000000-0000-4000-8000-00000000bbbb'
const NOON = '2026-03-02T12:00:00Z'
/** The moment so many seconds after noon. */
const later = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

/** Thrown to roll back, so that each test begins with a new heartbeat. */
class Undone extends Error {}

/** Runs a test in a transaction that is rolled back, with Acme's heartbeat as new. */
async function fresh(work: (tx: postgres.TransactionSql) => Promise<void>): Promise<void> {
  await stage.admin
    .begin(async (tx) => {
      await tx`delete from public.runs where heartbeat_id = ${OWN.heartbeat}`
      await tx`delete from public.run_days where heartbeat_id = ${OWN.heartbeat}`
      await tx`update public.heartbeats set status = 'new', last_at = null, runs = 0 where id = ${OWN.heartbeat}`
      await work(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
}

async function call(tx: postgres.TransactionSql, moment: string, ...calls: readonly Call[]) {
  const sent = JSON.stringify(calls.map((one) => ({ token: HEARTBEAT_TOKEN, ...one })))
  const rows = await tx`
    select * from private.take_in_calls(${sent}::text::jsonb, ${moment}::timestamptz) order by place`
  return rows.map((row) => z.number().parse(row['status']))
}

async function runs(tx: postgres.TransactionSql) {
  const rows = await tx`
    select number::integer as number, outcome, extract(epoch from ended_at - started_at)::integer as seconds, exit_code, note
    from public.runs where heartbeat_id = ${OWN.heartbeat} order by number`
  return rows.map(({ outcome, seconds, exit_code, note }) => [outcome, seconds, exit_code, note])
}

async function state(tx: postgres.TransactionSql, moment: string): Promise<unknown> {
  const [row] = await tx`
    select private.heartbeat_state(h, ${moment}::timestamptz) as state from public.heartbeats h where id = ${OWN.heartbeat}`
  return row?.['state']
}

const news = async (tx: postgres.TransactionSql) =>
  (await tx`select event from private.heartbeat_news order by at`).map(({ event }) => event)

/** Expects a run every hour, with a grace of ten minutes. */
const hourly = (tx: postgres.TransactionSql) => tx`
  update public.heartbeats set expects = 'interval', every_seconds = 3600, grace_seconds = 600 where id = ${OWN.heartbeat}`

describe('a run', () => {
  it('makes a new heartbeat on time when it ends well', () =>
    fresh(async (tx) => {
      expect(await state(tx, NOON)).toBe('never')
      expect(await call(tx, NOON, { note: 'done' })).toEqual([200])
      expect(await runs(tx)).toEqual([['success', null, null, 'done']])
      expect(await state(tx, NOON)).toBe('on_time')
    }))

  it('takes the time from its start to its end', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { action: 'start', note: 'begins' })
      expect(await state(tx, later(1))).toBe('running')
      await call(tx, later(90), { action: '0' })
      expect(await runs(tx)).toEqual([['success', 90, 0, 'begins']])
      expect(await state(tx, later(91))).toBe('on_time')
    }))

  it.each([
    ['fail', null],
    ['1', 1],
    ['255', 255],
  ])('has failed when it ends with %s', (action, code) =>
    fresh(async (tx) => {
      await call(tx, NOON, { action })
      expect(await runs(tx)).toEqual([['failure', null, code, null]])
      expect(await state(tx, NOON)).toBe('failing')
      expect(await news(tx)).toEqual(['failing'])
    }),
  )

  it('notifies once when it fails, and once when it recovers', () =>
    fresh(async (tx) => {
      for (const [seconds, action] of [
        [0, 'fail'],
        [60, '3'],
        [120, 'success'],
        [180, 'success'],
      ] as const)
        await call(tx, later(seconds), { action })
      expect(await news(tx)).toEqual(['failing', 'back'])
    }))

  it('is not counted for a log entry', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { action: 'log', note: 'step 1' })
      expect(await runs(tx)).toEqual([['log', null, null, 'step 1']])
      expect(await state(tx, NOON)).toBe('never')
    }))
})

describe('a run with an id', () => {
  it('is paired, whatever runs beside it', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { action: 'start', rid: RID })
      await call(tx, later(10), { action: 'start', rid: OTHER_RID })
      await call(tx, later(20), { rid: RID })
      expect(await state(tx, later(21))).toBe('running')
      await call(tx, later(40), { rid: OTHER_RID })
      expect(await runs(tx)).toEqual([
        ['success', 20, null, null],
        ['success', 30, null, null],
      ])
      expect(await state(tx, later(41))).toBe('on_time')
    }))

  it('is one run, however often it is reported', () =>
    fresh(async (tx) => {
      const twice: Call[] = [
        { action: 'start', rid: RID },
        { action: 'start', rid: RID },
        { rid: RID },
        { rid: RID },
        { action: 'fail', rid: RID },
      ]
      expect(await call(tx, NOON, ...twice)).toEqual([200, 200, 200, 200, 200])
      expect(await runs(tx)).toEqual([['success', 0, null, null]])
      expect(await state(tx, NOON)).toBe('on_time')
    }))

  it('does not run forever when its end comes before its start', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { rid: RID }, { action: 'start', rid: RID })
      expect(await runs(tx)).toEqual([['success', null, null, null]])
      expect(await state(tx, NOON)).toBe('on_time')
    }))
})

describe('a start without an end', () => {
  it('is late after the grace, and on time again with the next end', () =>
    fresh(async (tx) => {
      await hourly(tx)
      await call(tx, NOON, { action: 'start' })
      expect(await state(tx, later(599))).toBe('running')
      expect(await state(tx, later(600))).toBe('late')
      await call(tx, later(700), {})
      expect(await state(tx, later(700))).toBe('on_time')
    }))

  it('is unfinished once the next run begins', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { action: 'start' }, { action: 'start' })
      await call(tx, later(5), {})
      expect(await runs(tx)).toEqual([
        ['unfinished', null, null, null],
        ['success', 5, null, null],
      ])
      expect(await state(tx, later(6))).toBe('on_time')
    }))
})

describe('a schedule', () => {
  it('is late once interval and grace are over', () =>
    fresh(async (tx) => {
      await hourly(tx)
      await call(tx, NOON, {})
      expect(await state(tx, later(3600 + 599))).toBe('on_time')
      expect(await state(tx, later(3600 + 600))).toBe('late')
    }))

  it('is never late before the first report', () =>
    fresh(async (tx) => {
      await hourly(tx)
      expect(await state(tx, later(1_000_000))).toBe('never')
    }))
})

describe('a call is refused', () => {
  it.each([[''], ['x'], ['0123456789abcdef0123456789abcdee'], [`${HEARTBEAT_TOKEN}0`], ['x'.repeat(10_000)]])(
    'with the unknown token %#',
    (token) =>
      fresh(async (tx) => {
        expect(await call(tx, NOON, { token }, {})).toEqual([404, 200])
        expect(await runs(tx)).toHaveLength(1)
      }),
  )

  it('beyond sixty unknown addresses a minute of a network, and for no other network', () =>
    fresh(async (tx) => {
      const many = Array.from({ length: 61 }, () => ({ token: 'x', network: '192.0.2.1/32' }))
      const answers = await call(tx, NOON, ...many, { token: 'x', network: '192.0.2.2/32' })
      expect(answers.filter((status) => status === 404)).toHaveLength(61)
      expect(answers.filter((status) => status === 429)).toHaveLength(1)
    }))

  it('beyond sixty a minute, and counted, until the next minute', () =>
    fresh(async (tx) => {
      const answers = await call(tx, NOON, ...Array.from({ length: 65 }, () => ({})))
      expect(answers.filter((status) => status === 429)).toHaveLength(5)
      expect(await call(tx, later(60), {})).toEqual([200])
      expect(await runs(tx)).toHaveLength(61)
      const [row] =
        await tx`select refused_calls::integer as n from public.heartbeats where id = ${OWN.heartbeat}`
      expect(row?.['n']).toBe(5)
    }))

  it('at an address that was rotated more than a day ago', () =>
    fresh(async (tx) => {
      await tx`
        update public.heartbeats
        set former_hash = token_hash, token_hash = 'another', former_until = ${later(60)}::timestamptz
        where id = ${OWN.heartbeat}`
      expect(await call(tx, later(59), {})).toEqual([200])
      expect(await call(tx, later(60), {})).toEqual([404])
    }))
})

describe('a note', () => {
  it('has at most 10,000 bytes, and whole characters', () =>
    fresh(async (tx) => {
      await call(tx, NOON, { note: '€'.repeat(10_000) })
      const [row] = await tx`
        select octet_length(note) as bytes from public.runs where heartbeat_id = ${OWN.heartbeat}`
      expect(row?.['bytes']).toBe(9_999)
    }))
})

describe('a record in the bin', () => {
  it('has no address, and the same one with its runs when it is back', async () => {
    await stage.as('manager', async (tx) => {
      await tx`select public.delete_records('automation', array[${ID.invoices}]::uuid[])`
      const [gone] = await tx`select public.ping(${HEARTBEAT_TOKEN}) as answer`
      expect(gone?.['answer']).toMatchObject({ code: 'PT404' })
      await tx`select public.restore_from_bin(array[${ID.invoices}]::uuid[])`
      const [back] = await tx`select public.ping(${HEARTBEAT_TOKEN}) as answer`
      expect(back?.['answer']).toBe('OK')
      const [row] = await tx`select jsonb_array_length(public.get_runs(${OWN.heartbeat})) as runs`
      expect(row?.['runs']).toBe(2)
    })
  })
})
