import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.66'
const GO_ON = { decision: 'continue' }
const wait = (minutes: number) => ({
  decision: 'reject',
  message: `Too many failed attempts. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} before trying again.`,
  should_logout_user: false,
})

/** Makes a password attempt, as the auth server reports it. */
async function attempt(
  email: string,
  ip: string,
  valid: boolean,
  sql: postgres.ISql = stage.auth,
): Promise<unknown> {
  const event = { user_id: null, valid, metadata: { email, ip_address: ip } }
  const [row] = await sql`
    select public.password_verification_attempt(${JSON.stringify(event)}::text::jsonb) as answer`
  return row?.['answer']
}

async function fail(email: string, ip: string, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await attempt(email, ip, false)).toEqual(GO_ON)
}

/** Simulates the passage of time for an address, by moving all its attempts into the past. */
async function pass(email: string, interval: string): Promise<void> {
  await stage.admin`
    update public.login_attempts set attempted_at = attempted_at - ${interval}::text::interval where email = ${email}`
  await stage.admin`
    update private.sign_in_locks set locked_until = locked_until - ${interval}::text::interval where email = ${email}`
}

async function limitOf(email: string, from: string): Promise<unknown> {
  const [row] = await stage.as(
    'anonymous',
    (tx) => tx`select public.check_login_rate_limit(email_param => ${email}, ip_param => null) as answer`,
    { from },
  )
  return row?.['answer']
}

describe('guessing', () => {
  it('is stopped after five failures in 15 minutes, the right password included', async () => {
    await fail('guess@x.test', ELSEWHERE)
    expect(await attempt('guess@x.test', ELSEWHERE, false)).toEqual(wait(1))
    expect(await attempt('guess@x.test', ELSEWHERE, true)).toEqual(wait(1))
  })

  it('is stopped from many networks together, and in other letters', async () => {
    for (let host = 1; host <= 5; host += 1)
      await fail(host % 2 ? 'many@x.test' : 'MANY@x.test', `203.0.113.${host}`, 1)
    expect(await attempt('Many@x.test', '203.0.113.99', false)).toEqual(wait(1))
  })

  it('is not stopped by four failures, nor by five over a longer time', async () => {
    await fail('slow@x.test', ELSEWHERE, 4)
    await pass('slow@x.test', '15 minutes 1 second')
    await fail('slow@x.test', ELSEWHERE, 4)
    expect(await attempt('slow@x.test', ELSEWHERE, true)).toEqual(GO_ON)
  })

  it('takes longer with every series: 1, 2, 4, 8, 16, then always 30 minutes', async () => {
    for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
      await fail('series@x.test', ELSEWHERE)
      expect(await attempt('series@x.test', ELSEWHERE, false)).toEqual(wait(minutes))
      await pass('series@x.test', `${minutes} minutes 1 second`)
    }
    await pass('series@x.test', '1 day')
    await fail('series@x.test', ELSEWHERE)
    expect(await attempt('series@x.test', ELSEWHERE, false)).toEqual(wait(1))
  })

  it('while it is stopped prolongs nothing', async () => {
    await fail('eager@x.test', ELSEWHERE)
    for (let time = 0; time < 10; time += 1)
      expect(await attempt('eager@x.test', ELSEWHERE, false)).toEqual(wait(1))
    await pass('eager@x.test', '61 seconds')
    expect(await attempt('eager@x.test', ELSEWHERE, true)).toEqual(GO_ON)
  })

  it('twenty-four times at once, after four failures, gets one more try', async () => {
    const waiting: Promise<unknown>[] = []
    await stage.auth.begin(async (tx) => {
      for (let time = 0; time < 4; time += 1)
        expect(await attempt('burst@x.test', ELSEWHERE, false, tx)).toEqual(GO_ON)
      waiting.push(...Array.from({ length: 24 }, () => attempt('burst@x.test', ELSEWHERE, false)))
      await stage.untilWaiting(24)
    })
    const answers = await Promise.all(waiting)
    expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(GO_ON))).toHaveLength(1)
  })

  it('treats an address that exists like one that does not', async () => {
    const seen = []
    for (const email of ['ada@acme.test', 'nobody@acme.test']) {
      const answers = []
      for (let time = 0; time < 6; time += 1) answers.push(await attempt(email, ELSEWHERE, false))
      seen.push([...answers, await limitOf(email, ELSEWHERE)])
    }
    expect(seen[0]).toEqual(seen[1])
  })
})

describe('failures of an address that nobody has', () => {
  it('are deleted after an hour, with later attempts; those of users stay', async () => {
    const failure = (email: string, user_id: string | null) =>
      stage.auth`select public.password_verification_attempt(${JSON.stringify({
        user_id,
        valid: false,
        metadata: { email, ip_address: ELSEWHERE },
      })}::text::jsonb)`
    for (let guess = 0; guess < 3; guess += 1) await failure(`guessed${guess}@nobody.test`, null)
    await failure('somebody@x.test', ID.user)
    const left = () => stage.admin`
      select email, of_nobody from public.login_attempts
      where email like '%@nobody.test' or email = 'somebody@x.test' order by email`
    expect(await left()).toHaveLength(4)
    await stage.admin`update public.login_attempts set attempted_at = attempted_at - interval '61 minutes'`
    await failure('later@nobody.test', null)
    expect(await left()).toEqual([
      { email: 'later@nobody.test', of_nobody: true },
      { email: 'somebody@x.test', of_nobody: false },
    ])
  })
})

describe('an owner at home', () => {
  it('is not locked out by a stranger', async () => {
    expect(await attempt('home@x.test', HOME, true)).toEqual(GO_ON)
    await fail('home@x.test', ELSEWHERE)
    expect(await attempt('home@x.test', ELSEWHERE, true)).toEqual(wait(1))
    expect(await attempt('home@x.test', HOME, true)).toEqual(GO_ON)
  })

  it('answers for their own failures', async () => {
    await attempt('clumsy@x.test', HOME, true)
    await fail('clumsy@x.test', HOME)
    expect(await attempt('clumsy@x.test', HOME, true)).toEqual(wait(1))
    expect(await attempt('clumsy@x.test', ELSEWHERE, true)).toEqual(GO_ON)
  })

  it('starts over with a success', async () => {
    await attempt('over@x.test', HOME, true)
    await fail('over@x.test', HOME, 4)
    await attempt('over@x.test', HOME, true)
    await fail('over@x.test', HOME, 4)
    expect(await attempt('over@x.test', HOME, true)).toEqual(GO_ON)
  })

  it('is at home for 30 days, and in all of an IPv6 network', async () => {
    await attempt('six@x.test', '2001:db8:1:2::3', true)
    await fail('six@x.test', ELSEWHERE)
    expect(await attempt('six@x.test', '2001:db8:1:2:ffff::9', true)).toEqual(GO_ON)
    await pass('six@x.test', '30 days 1 second')
    await fail('six@x.test', ELSEWHERE)
    expect(await attempt('six@x.test', '2001:db8:1:2::3', true)).toEqual(wait(1))
  })

  it('is known under the address that an IPv6 socket gives to IPv4', async () => {
    await attempt('mapped@x.test', HOME, true)
    await fail('mapped@x.test', ELSEWHERE)
    expect(await attempt('mapped@x.test', `::ffff:${HOME}`, true)).toEqual(GO_ON)
  })
})

describe('hosted Supabase, which passes on neither address nor network', () => {
  const hosted = async (valid: boolean) => {
    const [row] = await stage.auth`
      select public.password_verification_attempt(${JSON.stringify({ user_id: ID.deputy, valid })}::text::jsonb) as answer`
    return row?.['answer']
  }

  it('counts by user, and starts over with a success', async () => {
    for (let time = 0; time < 4; time += 1) expect(await hosted(false)).toEqual(GO_ON)
    expect(await hosted(true)).toEqual(GO_ON)
    for (let time = 0; time < 5; time += 1) expect(await hosted(false)).toEqual(GO_ON)
    expect(await hosted(true)).toEqual(wait(1))
  })

  it('lets a user pass of whom nothing is known', async () => {
    const [row] = await stage.auth`
      select public.password_verification_attempt(${JSON.stringify({ user_id: ID.nobody, valid: false })}::text::jsonb) as answer`
    expect(row?.['answer']).toEqual(GO_ON)
  })
})

describe('check_login_rate_limit', () => {
  it('[CALL-61] [CALL-62] says how long to wait', async () => {
    expect(await limitOf('limit@x.test', ELSEWHERE)).toEqual({ allowed: true, retry_after_seconds: 0 })
    await fail('limit@x.test', ELSEWHERE)
    expect(await limitOf('LIMIT@x.test', ELSEWHERE)).toEqual({
      allowed: false,
      retry_after_seconds: expect.closeTo(60, -1),
    })
    await pass('limit@x.test', '61 seconds')
    expect(await limitOf('limit@x.test', ELSEWHERE)).toEqual({ allowed: true, retry_after_seconds: 0 })
  })

  it('goes by the caller’s own address, not by ip_param', async () => {
    await attempt('param@x.test', HOME, true)
    await fail('param@x.test', ELSEWHERE)
    expect(await limitOf('param@x.test', `${HOME}, 10.0.0.1`)).toMatchObject({ allowed: true })
    const [row] = await stage.as(
      'anonymous',
      (tx) => tx`select public.check_login_rate_limit('param@x.test', ${HOME}) as answer`,
      { from: ELSEWHERE },
    )
    expect(row?.['answer']).toMatchObject({ allowed: false })
  })

  it('copes with a caller without an address, and with nonsense for one', async () => {
    for (const from of ['', 'unknown', '1.2.3', "'; --"]) {
      expect(await limitOf('odd@x.test', from)).toEqual({ allowed: true, retry_after_seconds: 0 })
    }
  })
})

describe('a note by a browser', () => {
  const note = (email: string, from: string) =>
    stage.as(
      'anonymous',
      (tx) => tx`
        insert into public.login_attempts (email, success, attempted_at) values (${email}, false, '2020-01-01')`,
      { from, keep: true },
    )
  const notesOf = (email: string) => stage.admin`
    select source, host(origin) as origin, now() - attempted_at < '1 minute' as fresh
    from public.login_attempts where email = ${email}`

  it('[CALL-31] [DATA-21] has lower case, its network and the present time', async () => {
    await note('Noted@X.test', '192.0.2.1')
    expect((await notesOf('noted@x.test'))[0]).toEqual({
      source: 'browser',
      origin: '192.0.2.1',
      fresh: true,
    })
  })

  it('locks no person out', async () => {
    for (let time = 0; time < 10; time += 1) await note('victim@x.test', '192.0.2.2')
    expect(await attempt('victim@x.test', '192.0.2.2', true)).toEqual(GO_ON)
    expect(await limitOf('victim@x.test', '192.0.2.2')).toMatchObject({ allowed: true })
  })

  it('is dropped beyond twenty a minute from one network', async () => {
    await stage.admin`delete from private.turns`
    for (let time = 0; time < 45; time += 1) await note('flood@x.test', '192.0.2.3')
    // The minute may change during the loop.
    expect((await notesOf('flood@x.test')).length).toBeLessThanOrEqual(40)
    expect((await notesOf('flood@x.test')).length).toBeGreaterThanOrEqual(20)
  })
})

describe('log_successful_login', () => {
  const log = (email: string) =>
    stage.as('user', (tx) => tx`select public.log_successful_login(email_param => ${email})`, {
      from: HOME,
      keep: true,
    })
  const successesOf = async (email: string) => {
    const rows =
      await stage.admin`select source from public.login_attempts where email = ${email} and success`
    return rows.map((row) => row['source'])
  }

  it('[CALL-63] notes the caller’s own address', async () => {
    await log('UMA@acme.test')
    expect(await successesOf('uma@acme.test')).toEqual(['browser'])
  })

  it('does nothing for another one, resets nothing and opens nothing', async () => {
    await fail('mia@acme.test', HOME)
    await log('mia@acme.test')
    expect(await successesOf('mia@acme.test')).toEqual([])
    await fail('uma@acme.test', HOME)
    await log('uma@acme.test')
    expect(await attempt('uma@acme.test', HOME, true)).toEqual(wait(1))
  })

  it('is not for anonymous callers', async () => {
    expect(await stage.outcome('anonymous', `select public.log_successful_login('uma@acme.test')`)).toEqual({
      refused: '42501',
    })
  })
})

it('forgets attempts after 90 days, as new attempts come', async () => {
  await stage.admin`
    insert into public.login_attempts (email, attempted_at, source)
    values ('ancient@x.test', now() - interval '91 days', 'server'), ('recent@x.test', now() - interval '89 days', 'server')`
  await attempt('now@x.test', HOME, false)
  const left = await stage.admin`
    select email from public.login_attempts where email in ('ancient@x.test', 'recent@x.test')`
  expect(left.map((row) => row['email'])).toEqual(['recent@x.test'])
})

it('lets only the auth server call the hook', async () => {
  for (const actor of ['anonymous', 'admin', 'service'] as const) {
    expect(await stage.outcome(actor, `select public.password_verification_attempt('{}')`)).toEqual({
      refused: '42501',
    })
  }
})

describe('a clock that is set', () => {
  /** Moves everything that the database remembers by so much; the server notices before the next attempt. */
  async function setClock(email: string, interval: string): Promise<void> {
    await pass(email, interval)
    await stage.admin.begin(async (tx) => {
      // The trigger is off: these rows are the past, and no step of the clock.
      await tx`set local session_replication_role = replica`
      await tx`update auth.clock set seen_at = clock_timestamp() - ${interval}::text::interval`
    })
    await stage.auth`select auth.keep_time()`
  }

  it.each(['1 day', '-1 day'])('by %s neither opens a lock nor prolongs it', async (interval) => {
    const email = `lock${interval.length}@x.test`
    await fail(email, ELSEWHERE)
    await setClock(email, interval)
    expect(await attempt(email, ELSEWHERE, true)).toEqual(wait(1))
    await pass(email, '61 seconds')
    expect(await attempt(email, ELSEWHERE, true)).toEqual(GO_ON)
  })

  it.each(['1 day', '-1 day'])('by %s forgets no failure, and keeps none for longer', async (interval) => {
    const email = `failures${interval.length}@x.test`
    await fail(email, ELSEWHERE, 4)
    await setClock(email, interval)
    await fail(email, ELSEWHERE, 1)
    expect(await attempt(email, ELSEWHERE, true)).toEqual(wait(1))
    await pass(email, '16 minutes')
    await fail(email, ELSEWHERE, 4)
    expect(await attempt(email, ELSEWHERE, true)).toEqual(GO_ON)
  })
})
