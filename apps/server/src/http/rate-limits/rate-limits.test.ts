import type { Caller } from '@cairn/postgres/pool/caller'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALONE, placesOf } from '../../settings/place.ts'
import { createRateLimits, type Exchange, type Exchanged, type RateLimits } from './rate-limits.ts'
import type { Count } from './window.ts'

const token = (tokenHash: string): Caller => ({
  role: 'authenticated',
  claims: { sub: 'ada' },
  sessionId: null,
  tokenHash,
})
const CI = token('ci')
/** A token that the database does not know: its lookup says so, and only the network is left. */
const madeUp = (tokenHash: string, network = '192.0.2.66'): Caller => ({
  ...token(tokenHash),
  requester: { person: network, account: 'visitors' },
  isStranger: true,
})

/** A database that several servers share. All callers are of one account. */
let counted: Map<string, number>
let told: (readonly Count[])[]
let isAway: boolean
let time: number
let due: [at: number, work: () => void][]

const minuteOf = (ms: number) => Math.floor(ms / 60_000)
const sum = (minute: number, caller?: string) =>
  [...counted]
    .filter(([key]) => key.startsWith(`${minute} ${caller ?? ''}`))
    .reduce((total, [, requests]) => total + requests, 0)

const exchange: Exchange = async (counts): Promise<Exchanged> => {
  if (isAway) throw new Error('away')
  told.push(counts)
  const minute = minuteOf(time)
  const add = (key: string, requests: number) => counted.set(key, (counted.get(key) ?? 0) + requests)
  for (const { caller, requests, late } of counts) {
    add(`${minute} ${caller}`, requests)
    if (late > 0) add(`${minute - 1} ${caller}`, late)
  }
  const totals = counts.map(({ caller }) => ({
    caller,
    account: 'acme',
    ofCaller: sum(minute, caller),
    ofAccount: sum(minute),
    beforeOfCaller: sum(minute - 1, caller),
    beforeOfAccount: sum(minute - 1),
  }))
  return { totals, secondsLeft: 60 - ((time / 1_000) % 60) }
}

const server = (limits = { perCaller: 3, perAccount: 5 }, place = ALONE) =>
  createRateLimits(limits, exchange, {
    place,
    now: () => time,
    later: (work, ms) => void due.push([time + ms, work]),
  })

/** Runs due timers, and the work that follows from them at once. */
async function settle(): Promise<void> {
  const isDue = ([at]: (typeof due)[number]) => at <= time
  while (due.some(isDue)) {
    const [, work] = due.splice(due.findIndex(isDue), 1)[0] ?? []
    work?.()
    await new Promise(setImmediate)
  }
}

/** Advances the time, in which every server exchanges its counts. */
async function pass(ms: number): Promise<void> {
  time += ms
  await settle()
}
const aSecond = () => pass(1_000)

const ask = async (limits: RateLimits, caller = CI) => (await limits.count(caller))?.problem?.status ?? 200
async function times(count: number, limits: RateLimits, caller = CI): Promise<number[]> {
  const answers: number[] = []
  for (let number = 0; number < count; number += 1) answers.push(await ask(limits, caller))
  return answers
}
const answered = (answers: readonly number[]) => answers.filter((status) => status === 200).length

beforeEach(() => {
  counted = new Map()
  told = []
  isAway = false
  time = 0
  due = []
})

describe('a token', () => {
  it('is answered so many times a minute, and told when to come again', async () => {
    const limits = server()
    time = 18_500
    expect(await times(4, limits)).toEqual([200, 200, 200, 429])
    await settle()
    expect((await limits.count(CI))?.problem).toMatchObject({
      status: 429,
      dataCode: 'PT429',
      message: 'This token may send 3 requests a minute.',
      // The minute goes on for 41.5 s, and 20 s later only two of the three are within sixty seconds.
      headers: { 'retry-after': '62', ratelimit: '"token";r=0;t=62, "account";r=2;t=42' },
    })
  })

  it('learns the remaining requests, and the rule', async () => {
    const limits = server()
    expect((await limits.count(CI))?.headers).toEqual({
      'ratelimit-policy': '"token";q=3;w=60, "account";q=5;w=60',
      ratelimit: '"token";r=2;t=60',
    })
    await aSecond()
    expect((await limits.count(CI))?.headers).toMatchObject({
      ratelimit: '"token";r=1;t=59, "account";r=3;t=59',
    })
  })

  it('has no second allowance where a full minute ends', async () => {
    const limits = server({ perCaller: 60, perAccount: 100 })
    time = 59_000
    expect(answered(await times(80, limits))).toBe(60)
    await aSecond()
    expect(answered(await times(80, limits))).toBe(0)
    await pass(30_000)
    expect(answered(await times(80, limits))).toBe(30)
    await pass(30_000)
    expect(answered(await times(80, limits))).toBe(30)
  })

  it('is answered again once it has waited as told', async () => {
    const limits = server()
    time = 30_000
    await times(4, limits)
    const wait = Number((await limits.count(CI))?.problem?.headers?.['retry-after'])
    await pass(wait * 1_000 - 2_000)
    expect(await ask(limits)).toBe(429)
    await pass(2_000)
    expect(await ask(limits)).toBe(200)
  })

  it('does not slow another one', async () => {
    const limits = server()
    await times(9, limits)
    expect(await ask(limits, token('other'))).toBe(200)
  })

  it('has one limit over several servers', async () => {
    const [one, other] = [server(), server()]
    await times(2, one)
    await times(1, other)
    await aSecond()
    expect([await ask(one), await ask(other)]).toEqual([200, 429])
  })

  it('has one limit over several processes, also for what they have not told each other yet', async () => {
    const processes = placesOf(4).map((place) => server({ perCaller: 100, perAccount: 1_000 }, place))
    const answers = await Promise.all(processes.map((limits) => times(100, limits)))
    // Each has let its part through when the first hears of the others.
    expect(answered(answers.flat())).toBeLessThan(150)
    await aSecond()
    expect((await Promise.all(processes.map((limits) => ask(limits)))).includes(200)).toBe(false)
  })

  it('has all of its limit where one of several processes has all of its connections', async () => {
    const [limits] = placesOf(4).map((place) => server({ perCaller: 100, perAccount: 1_000 }, place))
    if (limits !== undefined) expect(answered(await times(150, limits))).toBe(100)
    expect.assertions(1)
  })

  it('is limited by each process to its part while the database is away, and counted once it is back', async () => {
    const limits = server({ perCaller: 6, perAccount: 100 }, { number: 1, of: 2 })
    isAway = true
    expect(await times(4, limits)).toEqual([200, 200, 200, 429])
    await aSecond()
    expect(await ask(limits)).toBe(429)
    isAway = false
    await aSecond()
    expect(told).toEqual([[{ caller: 'token ci', person: 'ada', requests: 3, late: 0 }]])
    expect(await ask(limits)).toBe(200)
  })
})

describe('an account', () => {
  it('has one limit for all its tokens', async () => {
    const limits = server()
    for (const name of ['a', 'b', 'c']) await ask(limits, token(name))
    await aSecond()
    expect(await times(3, limits, token('a'))).toEqual([200, 200, 429])
    expect((await limits.count(token('b')))?.problem?.message).toBe(
      'The tokens of this account may send 5 requests a minute.',
    )
  })

  it('is known from the first request on where the database knows the token', async () => {
    const limits = server({ perCaller: 10, perAccount: 12 })
    const ofAcme = (name: string): Caller => ({
      ...token(name),
      requester: { person: name, account: 'acme' },
    })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => times(10, limits, ofAcme(name))))
    expect(answered(answers.flat())).toBe(12)
  })

  it('is remembered in the next minute', async () => {
    const limits = server({ perCaller: 10, perAccount: 12 })
    time = 59_000
    await times(10, limits, token('a'))
    await times(2, limits, token('b'))
    await aSecond()
    expect(await ask(limits, token('a'))).toBe(429)
    expect(await ask(limits, token('b'))).toBe(429)
  })

  it('is not charged for what was refused', async () => {
    const limits = server({ perCaller: 1, perAccount: 5 })
    await times(50, limits)
    await aSecond()
    expect(counted).toEqual(new Map([['0 token ci', 1]]))
  })
})

describe('tokens that somebody makes up', () => {
  it('take no room of those that the database knows', async () => {
    const limits = server()
    for (let number = 0; number < 24_000; number += 1) await ask(limits, madeUp(String(number)))
    const known = Array.from({ length: 5 }, (_, number) => token(`real ${number}`))
    expect(await Promise.all(known.map((caller) => ask(limits, caller)))).toEqual([200, 200, 200, 200, 200])
    await aSecond()
    expect(told.flat().every(({ caller }) => caller.startsWith('token real'))).toBe(true)
  })

  it('are counted for the network that sends them, and for no other', async () => {
    const limits = server()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(limits, madeUp(name))))
    expect(answers).toEqual([200, 200, 200, 429])
    expect((await limits.count(madeUp('e')))?.problem).toMatchObject({
      dataCode: 'PT429',
      message: 'Unknown tokens from one network may send 3 requests a minute.',
    })
    expect(await ask(limits, madeUp('f', '2001:db8:1:2::/64'))).toBe(200)
  })

  it('from more networks than are remembered change nothing for others', async () => {
    const limits = server()
    for (let number = 0; number < 21_000; number += 1) await ask(limits, madeUp('x', `network ${number}`))
    expect(await ask(limits)).toBe(200)
  })
})

it('asks the database once a second at the most, and not at all while nobody asks', async () => {
  const limits = server({ perCaller: 500, perAccount: 500 })
  await ask(limits)
  await settle()
  expect(told).toHaveLength(1)
  await times(100, limits)
  await times(100, limits, token('other'))
  await settle()
  expect(told).toHaveLength(1)
  await aSecond()
  await aSecond()
  expect(told).toHaveLength(2)
})

it.each<[string, Caller]>([
  ['sessions of people', { role: 'authenticated', claims: { sub: 'ada' }, sessionId: 's' }],
  ['visitors', { role: 'anon', claims: {}, sessionId: null }],
  ['programs of the operator', { role: 'service_role', claims: {}, sessionId: null }],
])('does not count %s', async (_who, caller) => {
  expect(await server().count(caller)).toBeNull()
})

it('counts an app for each of its people', async () => {
  const limits = server()
  const app = (sub: string): Caller => ({
    role: 'authenticated',
    claims: { sub, client_id: 'chat' },
    sessionId: 's',
  })
  expect(await times(4, limits, app('ada'))).toEqual([200, 200, 200, 429])
  expect(await ask(limits, app('bob'))).toBe(200)
})
