import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, PASSWORD, REAL_HASH_COST, refusal, type Site } from './support/fixture.ts'

let site: Site
const database = await testDatabase('auth')

beforeAll(async () => {
  site = await openSite(database, { sendMail: false, hashCost: REAL_HASH_COST })
  await site.addUser('ada@example.org')
  await site.addUser('waiting@example.org', { confirmed: false })
  await site.addUser('banned@example.org', { banned: true })
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

function signIn(body: unknown, on = site): Promise<Response> {
  return on.send('POST', '/token?grant_type=password', { body })
}

const INVALID = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }

describe('is refused', () => {
  test.each([
    ['a wrong password', { email: 'ada@example.org', password: 'wrong password' }],
    ['no password', { email: 'ada@example.org' }],
    ['an address that nobody has', { email: 'nobody@example.org', password: PASSWORD }],
    ['no address at all', { email: "' or 1=1 --", password: PASSWORD }],
    ['an address with NUL', { email: 'ada@example.org\0', password: PASSWORD }],
    ['the right password with more behind NUL', { email: 'ada@example.org', password: `${PASSWORD}\0more` }],
    [
      'an unconfirmed address with a wrong password',
      { email: 'waiting@example.org', password: 'wrong password' },
    ],
    ['a banned user with a wrong password', { email: 'banned@example.org', password: 'wrong password' }],
  ])('%s', async (_what, body) => {
    expect(await refusal(await signIn(body))).toEqual(INVALID)
  })

  test.each([
    ['an unconfirmed address', { email: 'waiting@example.org', password: PASSWORD }, 'email_not_confirmed'],
    ['a banned user', { email: 'banned@example.org', password: PASSWORD }, 'user_banned'],
    ['no address', { password: PASSWORD }, 'validation_failed'],
    ['a phone number', { phone: '+4915112345678', password: PASSWORD }, 'phone_provider_disabled'],
    [
      'a password that is no string',
      { email: 'ada@example.org', password: { $gt: '' } },
      'validation_failed',
    ],
  ])('%s, with its reason', async (_what, body, code) => {
    expect(await refusal(await signIn(body))).toMatchObject({ status: 400, code })
  })

  test('another kind of grant', async () => {
    for (const query of ['', '?grant_type=', '?grant_type=magic']) {
      expect(await refusal(await site.send('POST', `/token${query}`, { body: {} }))).toMatchObject({
        status: 400,
      })
    }
  })

  test('refusals leave no session behind', async () => {
    expect(await site.sql`select from auth.sessions`).toHaveLength(0)
  })
})

test('capitals in an address make no difference', async () => {
  const { data } = await site.browser().signInWithPassword({ email: 'Ada@Example.ORG', password: PASSWORD })
  expect(data.user?.email).toBe('ada@example.org')
})

test('a session knows where it is used from', async () => {
  await site.sql`delete from auth.sessions`
  await site.send('POST', '/token?grant_type=password', {
    body: { email: 'ada@example.org', password: PASSWORD },
    headers: { 'user-agent': 'Firefox' },
    clientAddress: '2001:db8::1',
  })
  expect(await site.sql`select user_agent, host(ip) as ip from auth.sessions`).toEqual([
    { user_agent: 'Firefox', ip: '2001:db8::1' },
  ])
})

test('an address without an account takes as much time as a wrong password', async () => {
  // With the cost that real passwords have, so that leaving the hash out would show.
  await site.browser().signUp({ email: 'timed@example.org', password: PASSWORD })
  const fastest = {
    'timed@example.org': Number.POSITIVE_INFINITY,
    'nobody@example.org': Number.POSITIVE_INFINITY,
  }
  const ratio = () => fastest['nobody@example.org'] / fastest['timed@example.org']
  // The fastest of eight, or of more where other work on the machine has slowed all of one kind.
  for (let attempt = 0; attempt < 8 || (attempt < 40 && (ratio() <= 0.5 || ratio() >= 2)); attempt += 1) {
    for (const email of ['timed@example.org', 'nobody@example.org'] as const) {
      const began = performance.now()
      await signIn({ email, password: 'wrong password' })
      fastest[email] = Math.min(fastest[email], performance.now() - began)
    }
  }
  expect(ratio()).toBeGreaterThan(0.5)
  expect(ratio()).toBeLessThan(2)
})

test('a password that is changed while it is being checked does not sign in', async () => {
  const id = await site.addUser('changing@example.org')
  await site.sql.unsafe(`
    create or replace function public.change_password(event jsonb) returns jsonb
    language plpgsql security definer as $$
    begin
      update auth.users set encrypted_password = 'changed' where id = (event ->> 'user_id')::uuid;
      return '{"decision": "continue"}';
    end $$`)
  const hooked = await openSite(database, {
    sendMail: false,
    settings: { hooks: { passwordVerificationAttempt: { schema: 'public', name: 'change_password' } } },
  })
  const response = await signIn({ email: 'changing@example.org', password: PASSWORD }, hooked)
  expect(await refusal(response)).toEqual(INVALID)
  expect(await site.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
  await hooked.close()
})

describe("the product's count of attempts", () => {
  let hooked: Site

  beforeAll(async () => {
    await site.sql.unsafe(`
      create table public.attempts (event jsonb, at timestamptz default clock_timestamp());
      grant select, insert on public.attempts to supabase_auth_admin;
      create function public.attempt(event jsonb) returns jsonb language plpgsql as $$
      begin
        insert into public.attempts values (event);
        if event #>> '{metadata,email}' like 'locked%' then
          return '{"decision": "reject", "message": "Too many failed attempts.", "should_logout_user": true}';
        end if;
        return '{"decision": "continue"}';
      end $$`)
    hooked = await openSite(database, {
      sendMail: false,
      settings: { hooks: { passwordVerificationAttempt: { schema: 'public', name: 'attempt' } } },
    })
  })

  afterAll(() => hooked.close())

  const attempts = async () =>
    (await site.sql`select event from public.attempts order by at`).map((row) => row['event'])

  test('hears of every attempt, for unknown addresses too, and keeps what it wrote', async () => {
    await signIn({ email: 'ada@example.org', password: 'wrong password' }, hooked)
    await signIn({ email: 'nobody@example.org', password: 'wrong password' }, hooked)
    await signIn({ email: 'ada@example.org', password: PASSWORD }, hooked)
    const metadata = { name: 'password-verification', ip_address: '192.0.2.1', request_id: 'test-request' }
    expect(await attempts()).toMatchObject([
      { valid: false, user_id: expect.any(String), metadata: { ...metadata, email: 'ada@example.org' } },
      { valid: false, user_id: null, metadata: { ...metadata, email: 'nobody@example.org' } },
      { valid: true, user_id: expect.any(String), metadata: { ...metadata, email: 'ada@example.org' } },
    ])
  })

  test('refuses the right password as it refuses a wrong one, and can end what is open', async () => {
    const id = await site.addUser('locked@example.org')
    await signIn({ email: 'locked@example.org', password: PASSWORD })
    expect(await site.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(1)
    const locked = { status: 400, code: 'invalid_credentials', message: 'Too many failed attempts.' }
    for (const [email, password] of [
      ['locked@example.org', PASSWORD],
      ['locked@example.org', 'wrong password'],
      ['locked-nobody@example.org', PASSWORD],
    ]) {
      expect(await refusal(await signIn({ email, password }, hooked))).toEqual(locked)
    }
    expect(await site.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
  })

  test('has to be there: without its answer every sign-in is refused', async () => {
    const broken = await openSite(database, {
      sendMail: false,
      settings: { hooks: { passwordVerificationAttempt: { schema: 'public', name: 'missing' } } },
    })
    const response = await signIn({ email: 'ada@example.org', password: PASSWORD }, broken)
    expect(await refusal(response)).toMatchObject({ status: 500, code: 'unexpected_failure' })
    await broken.close()
  })
})

describe('the hook for claims', () => {
  test('adds to the token', async () => {
    await site.sql.unsafe(`
      create function public.claims(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('tenant', 'acme'))
      $$`)
    const hooked = await openSite(database, {
      sendMail: false,
      settings: { hooks: { customAccessToken: { schema: 'public', name: 'claims' } } },
    })
    const { data } = await hooked
      .browser()
      .signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
    const claims = await hooked.auth.verifyAccessToken(data.session?.access_token ?? '')
    expect(claims['tenant']).toBe('acme')
    await hooked.close()
  })

  test('cannot make a token that no service would accept', async () => {
    await site.sql.unsafe(`
      create function public.bad_claims(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('claims', event -> 'claims' || '{"role": "postgres"}')
      $$`)
    const hooked = await openSite(database, {
      sendMail: false,
      settings: { hooks: { customAccessToken: { schema: 'public', name: 'bad_claims' } } },
    })
    const response = await signIn({ email: 'ada@example.org', password: PASSWORD }, hooked)
    expect(await refusal(response)).toMatchObject({ status: 500, code: 'unexpected_failure' })
    await hooked.close()
  })
})

test('guesses of one network are limited, whatever the address, also all at once; a right password costs none', async () => {
  const strict = await openSite(database, {
    sendMail: false,
    settings: { rateLimits: { wrongPasswordsPerFiveMinutes: 4 } },
  })
  await strict.addUser('newcomer@example.org')
  const attempt = async (email: string, password: string, clientAddress: string) => {
    const answer = await strict.send('POST', '/token?grant_type=password', {
      body: { email, password },
      clientAddress,
    })
    return answer.status
  }
  for (let turn = 0; turn < 6; turn += 1) {
    expect(await attempt('ada@example.org', PASSWORD, '198.51.100.20')).toBe(200)
  }
  const guesses = Array.from({ length: 12 }, (_, index) =>
    attempt(`guess${index}@example.org`, 'wrong password', '198.51.100.20'),
  )
  const statuses = await Promise.all(guesses)
  expect(statuses.filter((status) => status === 400)).toHaveLength(4)
  expect(statuses.filter((status) => status === 429)).toHaveLength(8)
  // From where she signed in before she still does; a user who never did waits.
  expect(await attempt('ada@example.org', PASSWORD, '198.51.100.20')).toBe(200)
  expect(await attempt('newcomer@example.org', PASSWORD, '198.51.100.20')).toBe(429)
  expect(await attempt('ada@example.org', PASSWORD, '198.51.100.21')).toBe(200)
  await strict.close()
})
