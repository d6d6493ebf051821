import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  codeIn,
  openSite,
  openTestSite,
  PASSWORD,
  refusal,
  type Site,
  tokenHashIn,
} from './support/fixture.ts'

const { site, mailbox, database } = await openTestSite()

let serial = 0
let oldAddress: string
let newAddress: string
let token: string

beforeEach(async () => {
  serial += 1
  oldAddress = `old${serial}@example.org`
  newAddress = `new${serial}@example.org`
  await site.addUser(oldAddress)
  const { data } = await site.browser().signInWithPassword({ email: oldAddress, password: PASSWORD })
  token = data.session?.access_token ?? ''
})

function change(email: string, at: Site = site): Promise<Response> {
  return at.send('PUT', '/user', { body: { email }, headers: { authorization: `Bearer ${token}` } })
}

/** Opens a link in a session of the account, as `/auth/confirm` does. */
function confirm(token_hash: string, accessToken = token): Promise<Response> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return site.send('POST', '/verify', { body: { type: 'email_change', token_hash }, headers })
}

async function linkTo(address: string): Promise<string> {
  return tokenHashIn((await mailbox.next(address)).text)
}

async function addressNow(): Promise<unknown> {
  const { data } = await site.browser().getUser(token)
  return data.user?.email
}

const messageOf = async (response: Response) => z.looseObject({}).parse(await response.json())

describe('a change of address', () => {
  test('happens once both mailboxes have confirmed it, in either order', async () => {
    const answer = await messageOf(await change(newAddress))
    expect(answer).toMatchObject({ email: oldAddress, new_email: newAddress })
    const [first, second] = serial % 2 ? [newAddress, oldAddress] : [oldAddress, newAddress]
    const half = await confirm(await linkTo(first))
    expect([half.status, await messageOf(half)]).toMatchObject([
      200,
      { msg: expect.stringContaining('other email') },
    ])
    expect(await addressNow()).toBe(oldAddress)
    const done = await confirm(await linkTo(second))
    expect(await messageOf(done)).toMatchObject({ user: { email: newAddress } })
    expect(await addressNow()).toBe(newAddress)
    const { error } = await site.browser().signInWithPassword({ email: newAddress, password: PASSWORD })
    expect(error).toBeNull()
  })

  test('tells both what is about to happen', async () => {
    await change(newAddress)
    for (const address of [oldAddress, newAddress]) {
      expect((await mailbox.next(address)).subject).toBe(`From ${oldAddress} to ${newAddress}`)
    }
  })

  test('works by code as well, and by PKCE', async () => {
    // The client forgets its verifier while it stores the answer, so this speaks for itself.
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const body = { email: newAddress, code_challenge, code_challenge_method: 's256' }
    await site.send('PUT', '/user', { body, headers: { authorization: `Bearer ${token}` } })
    const code = codeIn((await mailbox.next(oldAddress)).text)
    const half = await site.send('POST', '/verify', {
      body: { email: oldAddress, token: code, type: 'email_change', code_verifier: verifier },
    })
    expect(half.status).toBe(200)
    const secret = await linkTo(newAddress)
    const response = await site.send('GET', `/verify?type=email_change&token=${secret}`)
    const auth_code = new URL(response.headers.get('location') ?? '').searchParams.get('code')
    const exchanged = await site.send('POST', '/token?grant_type=pkce', {
      body: { auth_code, code_verifier: verifier },
    })
    expect(await messageOf(exchanged)).toMatchObject({ user: { email: newAddress } })
  })

  test('is not half done twice by one mailbox', async () => {
    await change(newAddress)
    await mailbox.next(newAddress)
    expect((await confirm(await linkTo(oldAddress))).status).toBe(200)
    await site.send('POST', '/resend', { body: { type: 'email_change', email: oldAddress } })
    await mailbox.next(newAddress)
    expect((await confirm(await linkTo(oldAddress))).status).toBe(200)
    expect(await addressNow()).toBe(oldAddress)
  })

  test('to an address with an account is answered as any other, and never happens', async () => {
    await site.addUser(newAddress)
    const taken = await messageOf(await change(newAddress))
    const free = await messageOf(await change(`free${serial}@example.org`))
    expect(Object.keys(taken)).toEqual(Object.keys(free))
    const mail = await mailbox.next(newAddress)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text).not.toContain(oldAddress)
    expect(mail.text).not.toContain('token_hash')
  })

  test('to an address that another user confirms meanwhile is refused at the end', async () => {
    await change(newAddress)
    expect((await confirm(await linkTo(oldAddress))).status).toBe(200)
    const late = await linkTo(newAddress)
    await site.addUser(newAddress)
    expect(await refusal(await confirm(late))).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await addressNow()).toBe(oldAddress)
  })

  test('takes the address from a sign-up that was never confirmed', async () => {
    await site.addUser(newAddress, { confirmed: false })
    await change(newAddress)
    await confirm(await linkTo(oldAddress))
    await confirm(await linkTo(newAddress))
    expect(await addressNow()).toBe(newAddress)
    expect(await site.sql`select from auth.users where email = ${newAddress}`).toHaveLength(1)
  })

  test('to another one kills what was on its way', async () => {
    await change(newAddress)
    const older = await linkTo(newAddress)
    await mailbox.next(oldAddress)
    await change(`other${serial}@example.org`)
    expect(await refusal(await confirm(older))).toMatchObject({ code: 'otp_expired' })
  })

  test('is refused by the product as a sign-up would be', async () => {
    await site.sql.unsafe(`
      create or replace function public.no_freemail(event jsonb) returns jsonb language sql as $$
        select case when event #>> '{user,email}' like '%@freemail.test'
          then '{"error": {"http_code": 403, "message": "Not this domain."}}'::jsonb else '{}' end $$`)
    const guarded = await openSite(database, {
      sendMail: false,
      settings: { hooks: { beforeUserCreated: { schema: 'public', name: 'no_freemail' } } },
    })
    expect(await refusal(await change('me@freemail.test', guarded))).toMatchObject({
      status: 403,
      message: 'Not this domain.',
    })
    const [row] = await site.sql`select email_change from auth.users where email = ${oldAddress}`
    expect(row).toEqual({ email_change: null })
    await guarded.close()
  })

  test('[CLIENT-28] is mailed again on request; an address without one gets nothing, and the answer is the same', async () => {
    await change(newAddress)
    const older = await linkTo(newAddress)
    const resend = (email: string) => site.send('POST', '/resend', { body: { type: 'email_change', email } })
    expect(await (await resend(oldAddress)).text()).toBe('{}')
    expect(await (await resend('nobody@example.org')).text()).toBe('{}')
    expect(await refusal(await confirm(older))).toMatchObject({ code: 'otp_expired' })
    expect((await confirm(await linkTo(newAddress))).status).toBe(200)
  })
})

describe('[GAP-37] a stranger’s account never takes an address by the press of its owner', () => {
  /** A stranger wants the victim's address, and confirms what they can: their own mailbox. */
  async function strangerWants(): Promise<{ link: string; code: string }> {
    await change(newAddress)
    expect((await confirm(await linkTo(oldAddress))).status).toBe(200)
    const { text } = await mailbox.next(newAddress)
    return { link: tokenHashIn(text), code: codeIn(text) }
  }

  async function victimsToken(): Promise<string> {
    const email = `victim${serial}@example.org`
    await site.addUser(email)
    const { data } = await site.browser().signInWithPassword({ email, password: PASSWORD })
    return data.session?.access_token ?? ''
  }

  test('whichever way it is pressed, signed in or not; the link stays good for its account', async () => {
    const { link, code } = await strangerWants()
    const post = (body: object) => site.send('POST', '/verify', { body: { type: 'email_change', ...body } })
    const answers = [
      await post({ token_hash: link }),
      await post({ token_hash: link, code_verifier: randomBytes(32).toString('base64url') }),
      await post({ email: newAddress, token: code }),
      await confirm(link, await victimsToken()),
    ]
    for (const answer of answers) {
      expect(await refusal(answer)).toMatchObject({ status: 401, code: 'no_authorization' })
    }
    const redirected = await site.send('GET', `/verify?type=email_change&token=${link}`)
    expect(redirected.headers.get('location')).toContain('error_code=no_authorization')
    expect(await addressNow()).toBe(oldAddress)
    expect((await confirm(link)).status).toBe(200)
    expect(await addressNow()).toBe(newAddress)
  })

  test('nor by a link of PKCE: the code is exchanged in the browser that asked, or not at all', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const body = { email: newAddress, code_challenge, code_challenge_method: 's256' }
    await site.send('PUT', '/user', { body, headers: { authorization: `Bearer ${token}` } })
    expect((await confirm(await linkTo(oldAddress))).status).toBe(200)
    const link = await linkTo(newAddress)
    const open = async () => {
      const response = await site.send('GET', `/verify?type=email_change&token=${link}`)
      return new URL(response.headers.get('location') ?? '').searchParams.get('code')
    }
    const exchange = (auth_code: string | null, code_verifier: string) =>
      site.send('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })
    const wrong = await exchange(await open(), randomBytes(32).toString('base64url'))
    expect(await refusal(wrong)).toMatchObject({ code: 'bad_code_verifier' })
    expect(await addressNow()).toBe(oldAddress)
    expect((await exchange(await open(), verifier)).status).toBe(200)
    expect(await addressNow()).toBe(newAddress)
  })

  test('nor as an anonymous user who would become them', async () => {
    const open = await openSite(database, { smtpUrl: mailbox.url, settings: { allowAnonymous: true } })
    const { data } = await open.browser().signInAnonymously()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    await open.send('PUT', '/user', { body: { email: newAddress }, headers })
    const body = { type: 'email_change', token_hash: await linkTo(newAddress) }
    const pressed = await open.send('POST', '/verify', { body })
    expect(await refusal(pressed)).toMatchObject({ code: 'no_authorization' })
    expect(await site.sql`select from auth.users where email = ${newAddress}`).toHaveLength(0)
    await open.close()
  })

  test('nor in a session that has not shown its second factor', async () => {
    const { link } = await strangerWants()
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, phone)
      select id, 'phone', 'verified', '1' from auth.users where email = ${oldAddress}`
    expect(await refusal(await confirm(link))).toMatchObject({ code: 'no_authorization' })
  })

  test('in its own session that session goes on, with the new address', async () => {
    const { link } = await strangerWants()
    const answer = await messageOf(await confirm(link))
    expect(answer).toMatchObject({ user: { email: newAddress }, refresh_token: expect.any(String) })
    const sessions = await site.sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${newAddress}`
    expect(sessions).toHaveLength(1)
  })

  test('where links prove all, as in Supabase Auth, a press is enough', async () => {
    const { link } = await strangerWants()
    const loose = await openSite(database, { sendMail: false, settings: { linksProveAll: true } })
    const body = { type: 'email_change', token_hash: link }
    expect((await loose.send('POST', '/verify', { body })).status).toBe(200)
    expect(await addressNow()).toBe(newAddress)
    await loose.close()
  })
})
