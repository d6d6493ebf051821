import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openSite, openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'
import { untilAnswered } from './support/until-answered.ts'

const { site, mailbox, database } = await openTestSite()

function signUp(body: Record<string, unknown>): Promise<Response> {
  return site.send('POST', '/signup', { body: { password: PASSWORD, ...body } })
}

function usersWith(email: string) {
  return site.sql`select * from auth.users where email = ${email}`
}

describe('sign-ups for an unconfirmed address', () => {
  test('wait side by side: the link that is used brings its own password and names, and ends the others', async () => {
    const email = 'twice@example.org'
    const browser = site.browser()
    const [first, second] = ['the first password', 'the second password']
    await browser.signUp({ email, password: first, options: { data: { name: 'First', nick: 'F' } } })
    const firstLink = tokenHashIn((await mailbox.next(email)).text)
    await browser.signUp({ email, password: second, options: { data: { name: 'Second' } } })
    const secondLink = tokenHashIn((await mailbox.next(email)).text)

    const proof = { token_hash: secondLink, type: 'signup', password: second } as const
    const confirmed = await browser.verifyOtp(proof)
    expect(confirmed.data.user?.user_metadata).toMatchObject({ name: 'Second' })
    expect(confirmed.data.user?.user_metadata).not.toHaveProperty('nick')
    expect(confirmed.data.user?.identities?.[0]?.identity_data).toMatchObject({ name: 'Second', email })
    const late = await browser.verifyOtp({ token_hash: firstLink, type: 'signup' })
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const withFirst = await browser.signInWithPassword({ email, password: first })
    expect(withFirst.error?.code).toBe('invalid_credentials')
    const withSecond = await browser.signInWithPassword({ email, password: second })
    expect(withSecond.error).toBeNull()
  })

  test('eight at the same moment make one account with eight links', async () => {
    const email = 'eight@example.org'
    const answers = await Promise.all(Array.from({ length: 8 }, () => untilAnswered(() => signUp({ email }))))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200))
    const ids = await Promise.all(
      answers.map(async (answer) => z.object({ id: z.string() }).parse(await answer.json()).id),
    )
    // The answer does not tell that a user waits already.
    expect(new Set(ids).size).toBe(8)
    expect(await usersWith(email)).toHaveLength(1)
    expect(await site.sql`select from auth.one_time_tokens where relates_to = ${email}`).toHaveLength(8)
  })
})

describe('the hook of the product is called', () => {
  test('before a user is stored, with what it needs to know; its refusal is passed on', async () => {
    await site.sql.unsafe(`
      create table public.asked (event jsonb);
      grant insert on public.asked to supabase_auth_admin;
      create function public.ask(event jsonb) returns jsonb language plpgsql as $$
      begin
        insert into public.asked values (event);
        if event #>> '{user,email}' like '%@refused.test' then
          return '{"error": {"http_code": 403, "message": "Not this domain."}}';
        end if;
        return '{}';
      end $$`)
    const guarded = await openSite(database, {
      settings: { hooks: { beforeUserCreated: { schema: 'public', name: 'ask' } } },
    })
    const ask = async (email: string) =>
      guarded.send('POST', '/signup', { body: { email, password: PASSWORD } })
    expect(await refusal(await ask('ada@refused.test'))).toEqual({
      status: 403,
      code: 'unknown',
      message: 'Not this domain.',
    })
    expect(await usersWith('ada@refused.test')).toHaveLength(0)
    // A refusal is not counted: the same user may correct themselves.
    expect((await ask('ada@accepted.test')).status).toBe(200)
    const [asked] = await guarded.sql`select event from public.asked`
    expect(asked?.['event']).toMatchObject({
      metadata: { name: 'before-user-created', ip_address: '192.0.2.1' },
      user: { email: 'ada@accepted.test', role: 'authenticated' },
    })
    await guarded.close()
  })

  test('refuses an address with an account just as a new one', async () => {
    await site.addUser('known@refused.test')
    const guarded = await openSite(database, {
      settings: { hooks: { beforeUserCreated: { schema: 'public', name: 'ask' } } },
    })
    const body = { email: 'known@refused.test', password: PASSWORD }
    expect((await guarded.send('POST', '/signup', { body })).status).toBe(403)
    await guarded.close()
  })

  test('a hook that fails says nothing about itself', async () => {
    await site.sql.unsafe(`
      create function public.broken(event jsonb) returns jsonb language plpgsql as $$
      begin raise exception 'secret detail'; end $$`)
    const guarded = await openSite(database, {
      settings: { hooks: { beforeUserCreated: { schema: 'public', name: 'broken' } } },
    })
    const response = await guarded.send('POST', '/signup', {
      body: { email: 'a@example.org', password: PASSWORD },
    })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).toContain('unexpected_failure')
    expect(text).not.toContain('secret')
    expect(guarded.events).toContainEqual(
      expect.objectContaining({ kind: 'request-failed', requestId: 'test-request', path: '/auth/v1/signup' }),
    )
    expect(await usersWith('a@example.org')).toHaveLength(0)
    await guarded.close()
  })
})
