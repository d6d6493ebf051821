import { randomInt } from 'node:crypto'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cairn, freshDomain, openCairn } from './support/cairn.ts'
import type { Answer } from './support/raw-http.ts'
import { expectAuthRefusal } from './support/refusal.ts'

let cairn: Cairn
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  // With this setting each visitor of the test can come from a separate address.
  cairn = await openCairn({ SMTP_URL: mailbox.url, CAIRN_TRUSTED_PROXIES: '127.0.0.1' })
})

afterAll(async () => {
  await cairn.close()
  await mailbox.close()
})

const elsewhere = () => ({ 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(1, 255)}` })

function signUp(email: string, data: object = { name: 'Someone' }, password = PASSWORD): Promise<Answer> {
  const body = { email, password, data }
  return cairn.send({ method: 'POST', path: '/auth/v1/signup', body, headers: elsewhere() })
}

/** The secret of the link in the next mail to an address. */
async function linkOf(email: string): Promise<string> {
  const { text = '' } = await mailbox.next(email)
  const hash = /\/auth\/confirm\?token_hash=([\w-]+)/.exec(text)?.[1]
  if (hash === undefined) throw new Error(`No link in ${text}`)
  return hash
}

/** Opens the link in another browser, where the password of the sign-up is entered once more, or not. */
function confirm(tokenHash: string, proof: object = { password: PASSWORD }): Promise<Answer> {
  const body = { type: 'signup', token_hash: tokenHash, ...proof }
  return cairn.send({ method: 'POST', path: '/auth/v1/verify', body, headers: elsewhere() })
}

/** Confirms again as long as the server is too busy: a request waits for another one for two seconds at the most. */
async function confirmUntilAnswered(tokenHash: string, proof?: object): Promise<Answer> {
  for (;;) {
    const answer = await confirm(tokenHash, proof)
    if (answer.status !== 503) return answer
  }
}

async function join(email: string, data?: object): Promise<void> {
  expect((await signUp(email, data)).status).toBe(200)
  expect((await confirm(await linkOf(email))).status).toBe(200)
}

/** All people at a domain, read directly from the database: address, level and the name of the account. */
function membersAt(domain: string) {
  return cairn.database`
    select u.email, m.permission_level, a.name as account, p.name
    from auth.users u
    left join public.profiles p on p.id = u.id
    left join public.account_members m on m.user_id = u.id
    left join public.accounts a on a.id = m.account_id
    where u.email like ${`%@${domain}`} order by m.permission_level, u.email`
}

describe('the first who confirms', () => {
  it('[AUTH-50] [AUTH-51] [AUTH-52] of twenty at the same moment founds the account, the others join it', async () => {
    const domain = freshDomain()
    const addresses = Array.from({ length: 20 }, (_, index) => `person-${index}@${domain}`)
    // The sign-ups run one after the other: the test is about confirming at once, not about hashing many passwords at
    // once.
    for (const email of addresses) {
      expect((await signUp(email, { account_name: 'Twenty' })).status).toBe(200)
    }
    const links = await Promise.all(addresses.map(linkOf))
    const confirmed = await Promise.all(links.map((link) => confirmUntilAnswered(link, {})))
    expect(confirmed.map(({ status }) => status)).toEqual(addresses.map(() => 200))
    const members = await membersAt(domain)
    expect(members.map((member) => member['permission_level'])).toEqual([
      'admin',
      ...Array(19).fill('viewer'),
    ])
    expect(await cairn.database`select name from public.accounts where name = 'Twenty'`).toHaveLength(1)
  })

  it('is the person who has the mailbox, not the person who came first', async () => {
    const domain = freshDomain()
    await signUp(`squatter@${domain}`, { account_name: 'Squatted' })
    await join(`ada@${domain}`, { name: 'Ada', account_name: 'Ours' })
    expect(await membersAt(domain)).toEqual([
      { email: `ada@${domain}`, permission_level: 'admin', account: 'Ours', name: 'Ada' },
      { email: `squatter@${domain}`, permission_level: null, account: null, name: null },
    ])
  })

  it('[GAP-37] takes over an address with which another person signed up before', async () => {
    const email = `ada@${freshDomain()}`
    await signUp(email, { name: 'Squatter' }, 'squatters password')
    const squatted = await linkOf(email)
    // The pause between two mails to one address must be over.
    await cairn.database`delete from auth.rate_limits where subject = ${email}`
    await join(email)
    expectAuthRefusal(await confirm(squatted), 403, 'otp_expired')
    const { error } = await cairn.browser().auth.signInWithPassword({ email, password: 'squatters password' })
    expect(error?.code).toBe('invalid_credentials')
    expect((await cairn.signedIn({ email })).token).not.toBe('')
  })
})

describe('the metadata of a sign-up', () => {
  it('[DATA-04] grants neither a level nor another account', async () => {
    const [victim, domain] = [freshDomain(), freshDomain()]
    await arrangePerson(cairn.database, { email: `ada@${victim}`, name: 'Ada' })
    const [account] =
      await cairn.database`select account_id from public.account_domains where domain = ${victim}`
    const accountId = account?.['account_id']
    await arrangePerson(cairn.database, { email: `ben@${domain}`, name: 'Ben' })
    const data = {
      ...{ name: 'Eve', is_first_domain_user: true, account_name: 'Mine', permissionLevel: 'admin' },
      ...{ permission_level: 'admin', role: 'owner', email_verified: true, email: `ada@${victim}` },
      ...{
        account_id: accountId,
        accountId,
        invitedByAccountId: accountId,
        app_metadata: { role: 'service_role' },
      },
    }
    await join(`eve@${domain}`, data)
    expect(await membersAt(domain)).toMatchObject([
      { permission_level: 'admin', name: 'Ben' },
      { permission_level: 'viewer', name: 'Eve' },
    ])
    expect(await membersAt(victim)).toHaveLength(1)
  })

  it('reaches no prototype', async () => {
    const email = `eve@${freshDomain()}`
    const body = `{"email":"${email}","password":"${PASSWORD}","data":{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}}`
    const answer = await cairn.send({ method: 'POST', path: '/auth/v1/signup', body, headers: elsewhere() })
    expect(answer.status).toBe(200)
    expect((await signUp(`next@${freshDomain()}`)).text).not.toContain('admin')
  })

  it('brings no link, markup or line into a mail', async () => {
    const domain = freshDomain()
    const name = '<a href="https://evil.test">Win</a>\r\nBcc: eve@evil.test\r\n\r\nwww.evil.test \u202egnp'
    await signUp(`ada@${domain}`, { name, account_name: name, first_name: name })
    const mail = await mailbox.next(`ada@${domain}`)
    expect(mail.to?.map(({ address }) => address)).toEqual([`ada@${domain}`])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/evil|Win|\u202e/)
  })
})

describe('an address', () => {
  it.each([
    ['with two @', 'a@b@DOMAIN'],
    ['in quotes', '"a b"@DOMAIN'],
    ['with NUL', 'a\0@DOMAIN'],
    ['with a separate line', 'a\r\nbcc: x@DOMAIN'],
    ['with a trailing dot', 'a@DOMAIN.'],
    ['with a Cyrillic letter', 'a@xаmple.DOMAIN'],
    ['with a sign that turns into a letter', '\u212aate@DOMAIN'],
    ['with a second recipient', 'a@DOMAIN,b@evil.test'],
    ['with a name', 'Ada <a@DOMAIN>'],
    ['of a number', 'a@127.0.0.1'],
  ])('%s is refused', async (_what, pattern) => {
    const domain = freshDomain()
    expectAuthRefusal(await signUp(pattern.replaceAll('DOMAIN', domain)), 400, 'validation_failed')
    expect(await cairn.database`select from auth.users where email like ${`%${domain}%`}`).toHaveLength(0)
  })

  it('[AUTH-46] in capitals is the same address, at the same domain', async () => {
    const domain = freshDomain()
    await join(`ada@${domain}`)
    expect((await signUp(`BEN@${domain.toUpperCase()}`)).status).toBe(200)
    await confirm(await linkOf(`ben@${domain}`))
    expect(await membersAt(domain)).toMatchObject([
      { email: `ada@${domain}`, permission_level: 'admin' },
      { email: `ben@${domain}`, permission_level: 'viewer' },
    ])
  })

  it.each(['eve@gmail.com', 'EVE@GMAIL.COM', 'eve@mail.gmail.com', 'eve@simplelogin.com'])(
    '[AUTH-29] at a public provider is refused: %s',
    async (email) => {
      const answer = await signUp(email)
      expect(answer.status).toBe(403)
      expect(answer.json).toMatchObject({ msg: 'Sign up with this email domain is not permitted.' })
      expect(await cairn.database`select from auth.users where email ilike '%gmail.com%'`).toHaveLength(0)
    },
  )
})

describe('a known address and an unknown one', () => {
  /** The answer with its values replaced by their kinds; fields keep their order. */
  const shapeOf = ({ status, text }: Answer) => ({
    status,
    body: JSON.stringify(JSON.parse(text), (_key, value) =>
      typeof value === 'object' ? value : typeof value,
    ),
  })

  it.each(['signup', 'resend'])('are answered alike by /%s', async (path) => {
    const known = `ada@${freshDomain()}`
    await arrangePerson(cairn.database, { email: known, name: 'Ada' })
    const ask = (email: string) => {
      const body = { type: 'signup', email, password: PASSWORD, data: { name: 'Someone' } }
      return cairn.send({ method: 'POST', path: `/auth/v1/${path}`, body, headers: elsewhere() })
    }
    expect(shapeOf(await ask(known))).toEqual(shapeOf(await ask(`nobody@${freshDomain()}`)))
    // The pause before the next mail must not differ either.
    const unknown = `nobody@${freshDomain()}`
    await ask(unknown)
    expect(shapeOf(await ask(known))).toEqual(shapeOf(await ask(unknown)))
  })
})

describe('a mail link', () => {
  async function fresh(): Promise<string> {
    const email = `ada@${freshDomain()}`
    await signUp(email)
    return linkOf(email)
  }

  it('works once', async () => {
    const link = await fresh()
    expect((await confirm(link)).status).toBe(200)
    expectAuthRefusal(await confirm(link), 403, 'otp_expired')
  })

  it('works once when it is followed ten times at the same moment', async () => {
    const link = await fresh()
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirmUntilAnswered(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
  })

  it('is not used up by scanners that open it', async () => {
    const link = await fresh()
    const page = `/auth/confirm?token_hash=${link}&type=signup`
    const visits = [
      { method: 'HEAD', path: page },
      { method: 'GET', path: page },
      { method: 'GET', path: page },
      { method: 'OPTIONS', path: page },
      { method: 'HEAD', path: `/auth/v1/verify?token=${link}&type=signup` },
    ]
    for (const visit of visits) await cairn.send(visit)
    expect((await confirm(link)).status).toBe(200)
  })
})
