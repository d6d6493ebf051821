import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeIn, openSite, openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'
import { freshNumber, openPhoneSite } from './support/phone-site.ts'

const STRANGERS_PASSWORD = 'correct horse of a stranger'

const { site, mailbox, database } = await openTestSite()

let serial = 0
function freshAddress(): string {
  serial += 1
  return `victim${serial}@example.org`
}

const mailTo = async (email: string) => (await mailbox.next(email)).text
const verify = (body: object) => site.send('POST', '/verify', { body })
const follow = (type: string, secret: string) => site.send('GET', `/verify?type=${type}&token=${secret}`)

function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge: { code_challenge, code_challenge_method: 's256' } }
}

/** A stranger signs up with an address that is not theirs. Returns their verifier and what arrives in the mailbox. */
async function strangerSignsUp(email: string, flow: 'implicit' | 'pkce' = 'implicit') {
  const { verifier, challenge } = pkce()
  const data = { name: 'Stranger', account_name: 'Theirs' }
  const body = { email, password: STRANGERS_PASSWORD, data, ...(flow === 'pkce' ? challenge : {}) }
  expect((await site.send('POST', '/signup', { body })).status).toBe(200)
  return { verifier, mail: await mailTo(email) }
}

async function signIn(email: string, password: string): Promise<string> {
  const { error } = await site.browser().signInWithPassword({ email, password })
  return error === null ? 'signed in' : String(error.code)
}

type Redemption = (email: string, mail: string | undefined) => Promise<Response>

/** All ways in which the owner of a mailbox can redeem something after a stranger's sign-up with their address. */
const WAYS: [string, Redemption][] = [
  ['the link, in another browser', (_, mail) => verify({ type: 'signup', token_hash: tokenHashIn(mail) })],
  ['the link as a link of any type', (_, mail) => verify({ type: 'email', token_hash: tokenHashIn(mail) })],
  ['the code', (email, mail) => verify({ type: 'signup', email, token: codeIn(mail) })],
  ['the code as a code of any type', (email, mail) => verify({ type: 'email', email, token: codeIn(mail) })],
  ['the link that redirects', (_, mail) => follow('signup', tokenHashIn(mail))],
  [
    'the link with a verifier of their own',
    (_, mail) => verify({ type: 'signup', token_hash: tokenHashIn(mail), code_verifier: pkce().verifier }),
  ],
  [
    'a link that was sent again',
    async (email) => {
      await site.send('POST', '/resend', { body: { type: 'signup', email } })
      return verify({ type: 'signup', token_hash: tokenHashIn(await mailTo(email)) })
    },
  ],
  ...(['link', 'code', 'redirecting link'] as const).flatMap((means): [string, Redemption][] => [
    [`a sign-in ${means}`, (email) => redeemMail(email, '/otp', 'email', means)],
    [`a recovery ${means}`, (email) => redeemMail(email, '/recover', 'recovery', means)],
  ]),
  [
    'an invitation of the operator',
    async (email) => {
      await site.admin().inviteUserByEmail(email)
      return verify({ type: 'invite', token_hash: tokenHashIn(await mailTo(email)) })
    },
  ],
  ...(['magiclink', 'recovery'] as const).map((type): [string, Redemption] => [
    `a link of type ${type} of the operator`,
    async (email) => {
      const { data } = await site.admin().generateLink({ type, email })
      return verify({ type, token_hash: data.properties?.hashed_token ?? '' })
    },
  ]),
]

async function redeemMail(email: string, path: string, type: string, means: string): Promise<Response> {
  await site.send('POST', path, { body: { email } })
  const mail = await mailTo(email)
  if (means === 'code') return verify({ type, email, token: codeIn(mail) })
  return means === 'link' ? verify({ type, token_hash: tokenHashIn(mail) }) : follow(type, tokenHashIn(mail))
}

/** There the operator begins again, and the stranger's sign-up is deleted with its password. */
const BEGIN_ANEW = ['an invitation of the operator', 'a link of type magiclink of the operator']

describe('[GAP-37] a password that was typed by a stranger opens nothing', () => {
  const flows = ['implicit', 'pkce'] as const
  const cases = flows.flatMap((flow) => WAYS.map(([way, redeem]) => [way, flow, redeem] as const))

  test.each(cases)('after the owner of the mailbox redeemed %s (sign-up: %s)', async (way, flow, redeem) => {
    const email = freshAddress()
    const { mail } = await strangerSignsUp(email, flow)
    const response = await redeem(email, mail)
    expect([200, 303]).toContain(response.status)
    expect(response.headers.get('location') ?? '').not.toContain('error')
    const [user] = await site.sql`
      select email_confirmed_at, encrypted_password, (
        select count(*)::int from auth.pending_sign_ups s where s.user_id = u.id
      ) as waiting from auth.users u where email = ${email}`
    expect(user).toMatchObject({ encrypted_password: null, waiting: 0 })
    expect(user?.['email_confirmed_at']).toBeInstanceOf(Date)
    const code = BEGIN_ANEW.includes(way) ? 'invalid_credentials' : 'password_not_proven'
    expect(await signIn(email, STRANGERS_PASSWORD)).toBe(code)
  })

  test('where the owner follows the stranger’s PKCE link: the code is worth nothing to either', async () => {
    const email = freshAddress()
    const { mail } = await strangerSignsUp(email, 'pkce')
    const target = new URL((await follow('signup', tokenHashIn(mail))).headers.get('location') ?? '')
    const auth_code = target.searchParams.get('code')
    const exchange = await site.send('POST', '/token?grant_type=pkce', {
      body: { auth_code, code_verifier: pkce().verifier },
    })
    expect(await refusal(exchange)).toMatchObject({ code: 'bad_code_verifier' })
    expect(await signIn(email, STRANGERS_PASSWORD)).toBe('password_not_proven')
  })

  test('and whatever else was opened before the proof is gone', async () => {
    const email = freshAddress()
    const { mail } = await strangerSignsUp(email)
    const [user] = await site.sql<[{ id: string }]>`select id from auth.users where email = ${email}`
    const { id } = user
    await site.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`
    await site.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, phone) values (${id}, 'phone', 'verified', '1')`
    await site.sql`insert into auth.mfa_recovery_codes (user_id, code_hash) values (${id}, 'x')`
    await site.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('stranger', ${id}, '{"sub": "stranger"}', 'github')`
    await site.sql`
      update auth.users set email_change = 'stranger@example.org', phone_change = '4915112345678' where id = ${id}`
    expect((await verify({ type: 'signup', token_hash: tokenHashIn(mail) })).status).toBe(200)
    const [left] = await site.sql`
      select
        (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
        (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors,
        (select count(*)::int from auth.mfa_recovery_codes c where c.user_id = u.id) as codes,
        (select array_agg(provider) from auth.identities i where i.user_id = u.id) as providers,
        email_change, phone_change
      from auth.users u where id = ${id}`
    expect(left).toEqual({
      sessions: 1,
      factors: 0,
      codes: 0,
      providers: ['email'],
      email_change: null,
      phone_change: '',
    })
  })
})

describe('[GAP-37] a password is proven together with the mailbox', () => {
  const signUp = async (email: string) => {
    const { verifier, challenge } = pkce()
    const body = { email, password: PASSWORD, data: { name: 'Owner' }, ...challenge }
    await site.send('POST', '/signup', { body })
    return { verifier, link: { type: 'signup', token_hash: tokenHashIn(await mailTo(email)) } }
  }

  test('in the browser that signed up, by its verifier', async () => {
    const email = freshAddress()
    const { verifier, link } = await signUp(email)
    expect((await verify({ ...link, code_verifier: verifier })).status).toBe(200)
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('by exchanging the code of a link that redirects', async () => {
    const email = freshAddress()
    const { verifier, link } = await signUp(email)
    const target = new URL((await follow('signup', link.token_hash)).headers.get('location') ?? '')
    const auth_code = target.searchParams.get('code')
    expect(await signIn(email, PASSWORD)).toBe('password_not_proven')
    const exchange = { body: { auth_code, code_verifier: verifier } }
    expect((await site.send('POST', '/token?grant_type=pkce', exchange)).status).toBe(200)
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('by entering it on another device; a wrong one leaves the link as it was', async () => {
    const email = freshAddress()
    const { link } = await signUp(email)
    const wrong = await verify({ ...link, password: STRANGERS_PASSWORD })
    expect(await refusal(wrong)).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect((await verify({ ...link, password: PASSWORD })).status).toBe(200)
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('by setting a new one, as strong as at a change', async () => {
    const email = freshAddress()
    const { link } = await signUp(email)
    expect(await refusal(await verify({ ...link, new_password: 'short' }))).toMatchObject({
      code: 'weak_password',
    })
    expect((await verify({ ...link, new_password: 'correct horse again' })).status).toBe(200)
    expect(await signIn(email, 'correct horse again')).toBe('signed in')
    expect(await signIn(email, PASSWORD)).toBe('invalid_credentials')
  })

  test('not by both at once, nor with a link that confirms no sign-up', async () => {
    const email = freshAddress()
    const { link } = await signUp(email)
    const both = { ...link, password: PASSWORD, new_password: PASSWORD }
    expect(await refusal(await verify(both))).toMatchObject({ code: 'validation_failed' })
    await site.send('POST', '/recover', { body: { email } })
    const recovery = { type: 'recovery', token_hash: tokenHashIn(await mailTo(email)) }
    const answer = await verify({ ...recovery, new_password: PASSWORD })
    expect(await refusal(answer)).toMatchObject({ code: 'validation_failed' })
  })

  test.each([
    ['before', 'their own'],
    ['before', 'the stranger’s'],
    ['after', 'their own'],
    ['after', 'the stranger’s'],
  ])('with a stranger’s sign-up %s it, by %s link in the own browser', async (order, which) => {
    const email = freshAddress()
    const earlier = order === 'before' ? await strangerSignsUp(email) : null
    const { verifier, link } = await signUp(email)
    const { mail } = earlier ?? (await strangerSignsUp(email))
    const token_hash = which === 'their own' ? link.token_hash : tokenHashIn(mail)
    const answer = await verify({ type: 'signup', token_hash, code_verifier: verifier })
    expect(await answer.json()).toMatchObject({ user: { email, user_metadata: { name: 'Owner' } } })
    expect(await signIn(email, PASSWORD)).toBe('signed in')
    expect(await signIn(email, STRANGERS_PASSWORD)).toBe('invalid_credentials')
  })

  test('each link keeps its own names and password, whoever signs up later', async () => {
    const email = freshAddress()
    const { link } = await signUp(email)
    const { mail } = await strangerSignsUp(email)
    const answer = await verify({ ...link, password: PASSWORD })
    expect(await answer.json()).toMatchObject({ user: { user_metadata: { name: 'Owner' } } })
    expect(await signIn(email, PASSWORD)).toBe('signed in')
    const late = await verify({ type: 'signup', token_hash: tokenHashIn(mail) })
    expect(await refusal(late)).toMatchObject({ code: 'otp_expired' })
  })

  test('a stranger’s request for another link leaves the link of a sign-up as it was', async () => {
    const email = freshAddress()
    const { link } = await signUp(email)
    for (const path of ['/otp', '/recover']) {
      await site.send('POST', path, { body: { email } })
      await mailbox.next(email)
    }
    expect((await verify({ ...link, password: PASSWORD })).status).toBe(200)
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })
})

describe('whose link it is', () => {
  const peek = (body: object) => site.send('POST', '/verify/peek', { body })

  test('is told to whoever has it, with what they have to show, and uses nothing up', async () => {
    const email = freshAddress()
    const { verifier, mail } = await strangerSignsUp(email, 'pkce')
    const link = { type: 'signup', token_hash: tokenHashIn(mail) }
    const [user] = await site.sql<[{ id: string }]>`select id from auth.users where email = ${email}`
    const answers = [await peek(link), await peek({ ...link, code_verifier: verifier })]
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { user: { id: user.id, email }, new_email: null, needed: 'password' },
      { user: { id: user.id, email }, new_email: null, needed: 'nothing' },
    ])
    expect((await verify(link)).status).toBe(200)
    expect(await refusal(await peek(link))).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('needs nothing more for a sign-in', async () => {
    const email = freshAddress()
    await site.addUser(email)
    await site.send('POST', '/otp', { body: { email } })
    const link = { type: 'email', token_hash: tokenHashIn(await mailTo(email)) }
    expect(await (await peek(link)).json()).toMatchObject({ user: { email }, needed: 'nothing' })
  })

  test.each([[{}], [{ type: 'signup' }], [{ type: 'nonsense', token_hash: 'x' }]])(
    'is asked properly: %j',
    async (body) => {
      expect(await refusal(await peek(body))).toMatchObject({ status: 400, code: 'validation_failed' })
    },
  )
})

test('where links prove all, as in Supabase Auth, a confirmation keeps the password', async () => {
  const loose = await openSite(database, { smtpUrl: mailbox.url, settings: { linksProveAll: true } })
  const email = freshAddress()
  const { mail } = await strangerSignsUp(email)
  const body = { type: 'signup', token_hash: tokenHashIn(mail) }
  const peeked = await loose.send('POST', '/verify/peek', { body })
  expect(await peeked.json()).toMatchObject({ needed: 'nothing' })
  expect((await loose.send('POST', '/verify', { body })).status).toBe(200)
  expect(await signIn(email, STRANGERS_PASSWORD)).toBe('signed in')
  await loose.close()
})

describe('[GAP-37] a sign-up by phone', async () => {
  const { site: phones, provider } = await openPhoneSite()

  test.each(['its code', 'a code to sign in'])(
    'of a stranger: its password is gone after %s',
    async (which) => {
      const phone = freshNumber()
      await phones.browser().signUp({ phone, password: STRANGERS_PASSWORD })
      let token = await provider.nextCode(phone)
      if (which !== 'its code') {
        await phones.browser().signInWithOtp({ phone })
        token = await provider.nextCode(phone)
      }
      expect((await phones.browser().verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
      const stranger = await phones.browser().signInWithPassword({ phone, password: STRANGERS_PASSWORD })
      expect(stranger.error?.code).toBe('password_not_proven')
    },
  )
})
