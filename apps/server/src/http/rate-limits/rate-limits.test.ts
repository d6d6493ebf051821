import type { Caller } from '@cairn/postgres/caller'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRateLimits, type Exchange, type Exchanged, type RateLimits } from './rate-limits.ts'
import type { Count } from './window.ts'

const token = (tokenHash: string): Caller => ({
  role: 'authenticated',
  claims: { sub: 'ada' },
  sessionId: null,
  tokenHash,
})
const CI = token('ci')

/** A database that several servers share. All callers are of one account. */
let counted: Map<string, number>
let told: (readonly Count[])[]
let isAway: boolean
let time: number
let due: (() => void)[]

const exchange: Exchange = async (counts): Promise<Exchanged> => {
  if (isAway) throw new Error('away')
  told.push(counts)
  for (const { caller, requests } of counts) counted.set(caller, (counted.get(caller) ?? 0) + requests)
  const ofAccount = [...counted.values()].reduce((sum, one) => sum + one, 0)
  const totals = counts.map(({ caller }) => ({
    caller,
    account: 'acme',
    ofCaller: counted.get(caller) ?? 0,
    ofAccount,
  }))
  return { totals, secondsLeft: 60 - ((time / 1_000) % 60) }
}

const server = (limits = { perCaller: 3, perAccount: 5 }) =>
  createRateLimits(limits, exchange, { now: () => time, later: (work) => void due.push(work) })

/** A second passes, in which every server exchanges what it has. */
async function aSecond(): Promise<void> {
  time += 1_000
  for (const work of due.splice(0)) work()
  await new Promise(setImmediate)
}

const ask = (limits: RateLimits, caller = CI) => limits.count(caller)?.problem?.status ?? 200
const times = (count: number, limits: RateLimits, caller = CI) =>
  Array.from({ length: count }, () => ask(limits, caller))

beforeEach(() => {
  counted = new Map()
  told = []
  isAway = false
  time = 0
  due = []
})

describe('a token', () => {
  it('is answered so many times a minute, and told when to come again', () => {
    const limits = server()
    time = 18_500
    expect(times(4, limits)).toEqual([200, 200, 200, 429])
    expect(limits.count(CI)?.problem).toMatchObject({
      status: 429,
      dataCode: 'PT429',
      message: 'This token may send 3 requests a minute.',
      headers: { 'retry-after': '42', ratelimit: '"token";r=0;t=42' },
    })
  })

  it('is told what is left, and the rule', async () => {
    const limits = server()
    expect(limits.count(CI)?.headers).toEqual({
      'ratelimit-policy': '"token";q=3;w=60, "account";q=5;w=60',
      ratelimit: '"token";r=2;t=60',
    })
    await aSecond()
    expect(limits.count(CI)?.headers).toMatchObject({ ratelimit: '"token";r=1;t=59, "account";r=3;t=59' })
  })

  it('is answered again in the next minute', () => {
    const limits = server()
    times(5, limits)
    time = 59_999
    expect(ask(limits)).toBe(429)
    time = 60_000
    expect(ask(limits)).toBe(200)
  })

  it('does not slow another one', () => {
    const limits = server()
    times(9, limits)
    expect(ask(limits, token('other'))).toBe(200)
  })

  it('has one limit over several servers', async () => {
    const [one, other] = [server(), server()]
    times(2, one)
    times(1, other)
    await aSecond()
    expect([ask(one), ask(other)]).toEqual([200, 429])
  })

  it('is limited by each server while the database is away, and counted once it is back', async () => {
    const limits = server()
    isAway = true
    expect(times(4, limits)).toEqual([200, 200, 200, 429])
    await aSecond()
    expect(ask(limits)).toBe(429)
    isAway = false
    await aSecond()
    expect(told).toEqual([[{ caller: 'token ci', person: 'ada', requests: 3 }]])
  })
})

describe('an account', () => {
  it('has one limit for all its tokens', async () => {
    const limits = server()
    for (const name of ['a', 'b', 'c']) ask(limits, token(name))
    await aSecond()
    expect(times(3, limits, token('a'))).toEqual([200, 200, 429])
    expect(limits.count(token('b'))?.problem?.message).toBe(
      'The tokens of this account may send 5 requests a minute.',
    )
  })

  it('is not charged for what was refused', async () => {
    const limits = server({ perCaller: 1, perAccount: 5 })
    times(50, limits)
    await aSecond()
    expect(counted).toEqual(new Map([['token ci', 1]]))
  })
})

it('asks the database once a second at the most, and not at all while nobody asks', async () => {
  const limits = server({ perCaller: 500, perAccount: 500 })
  times(100, limits)
  times(100, limits, token('other'))
  await aSecond()
  await aSecond()
  expect(told).toHaveLength(1)
})

it.each<[string, Caller]>([
  ['sessions of people', { role: 'authenticated', claims: { sub: 'ada' }, sessionId: 's' }],
  ['visitors', { role: 'anon', claims: {}, sessionId: null }],
  ['programs of the operator', { role: 'service_role', claims: {}, sessionId: null }],
])('does not count %s', (_who, caller) => {
  expect(server().count(caller)).toBeNull()
})

it('counts an app for each of its people', () => {
  const limits = server()
  const app = (sub: string): Caller => ({
    role: 'authenticated',
    claims: { sub, client_id: 'chat' },
    sessionId: 's',
  })
  expect(times(4, limits, app('ada'))).toEqual([200, 200, 200, 429])
  expect(ask(limits, app('bob'))).toBe(200)
})

it('holds little, however many tokens come', () => {
  const limits = server()
  for (let number = 0; number < 20_000; number += 1) limits.count(token(String(number)))
  expect(times(4, limits, token('late'))).toEqual([200, 200, 200, 429])
  expect(ask(limits, token('later'))).toBe(429)
})
