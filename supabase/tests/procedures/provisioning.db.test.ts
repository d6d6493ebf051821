import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPerson, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Placed {
  name: string
  email: string
  account: string | null
  role: string | null
  level: string | null
}

async function confirm(email: string, metadata: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await confirmPerson(stage.auth, { id, email, metadata })
  return id
}

async function placeOf(id: string): Promise<Placed | undefined> {
  const [row] = await stage.admin<Placed[]>`
    select p.name, p.email, a.name as account, m.role, m.permission_level as level
    from public.profiles p
    left join public.account_members m on m.user_id = p.id
    left join public.accounts a on a.id = m.account_id
    where p.id = ${id}`
  return row
}

describe('the first person to confirm at a domain', () => {
  it('[AUTH-50] [AUTH-51] [GAP-14] founds the account, under the name they gave, as its admin and owner', async () => {
    const id = await confirm('fay@founders.test', { name: 'Fay Founder', account_name: '  Founders & Co ' })
    expect(await placeOf(id)).toEqual({
      name: 'Fay Founder',
      email: 'fay@founders.test',
      account: 'Founders & Co',
      role: 'owner',
      level: 'admin',
    })
  })

  it('[AUTH-47] gives it the first label of the domain when they named none', async () => {
    expect(await placeOf(await confirm('x@initech.co.test'))).toMatchObject({ account: 'Initech' })
    expect(await placeOf(await confirm('x@blank.test', { account_name: ' \n ' }))).toMatchObject({
      account: 'Blank',
    })
  })

  it('is one, when twenty confirm at the same moment', async () => {
    const person = (index: number) => ({
      id: randomUUID(),
      email: `person${index}@crowd.test`,
      metadata: { account_name: `Crowd ${index}` },
    })
    const [first, ...others] = Array.from({ length: 20 }, (_, index) => person(index))
    if (first === undefined) throw new Error('There is no person.')
    const waiting: Promise<void>[] = []
    await stage.auth.begin(async (tx) => {
      await confirmPerson(tx, first)
      waiting.push(...others.map((other) => confirmPerson(stage.auth, other)))
      await stage.untilWaiting(others.length)
    })
    await Promise.all(waiting)
    const places = await Promise.all([first, ...others].map(({ id }) => placeOf(id)))
    expect(places.map((place) => place?.account)).toEqual(Array<string>(20).fill('Crowd 0'))
    expect(places.map((place) => place?.level)).toEqual(['admin', ...Array<string>(19).fill('viewer')])
    const [accounts] = await stage.admin`select count(*)::int from public.accounts where name like 'Crowd %'`
    expect(accounts).toEqual({ count: 1 })
  })
})

describe('later ones', () => {
  it('[AUTH-46] [AUTH-52] [GAP-04] join as viewers, whatever they say about themselves', async () => {
    const id = await confirm('late@acme.test', {
      name: 'Lena Late',
      account_name: 'Mine',
      is_first_domain_user: true,
      permissionLevel: 'admin',
      permission_level: 'admin',
      invitedByAccountId: ID.rivals,
      role: 'owner',
    })
    expect(await placeOf(id)).toMatchObject({ account: 'Acme', role: 'member', level: 'viewer' })
  })

  it('find the account in whatever letters the domain is written', async () => {
    const [row] = await stage.admin`select private.email_domain('a@b@ACME.Test.') as domain`
    expect(row).toEqual({ domain: 'acme.test' })
  })
})

describe('no person is placed', () => {
  it('before the address is confirmed', async () => {
    const id = randomUUID()
    await stage.auth`insert into auth.users (id, email) values (${id}, 'early@acme.test')`
    expect(await placeOf(id)).toBeUndefined()
    await stage.auth`update auth.users set email_confirmed_at = now() where id = ${id}`
    expect(await placeOf(id)).toMatchObject({ account: 'Acme', level: 'viewer' })
  })

  it('[GAP-30] at the domain of a public mail provider', async () => {
    const id = await confirm('someone@gmail.com', { account_name: 'Gmail' })
    expect(await placeOf(id)).toMatchObject({ account: null, level: null })
  })

  it('a second time', async () => {
    const id = await confirm('twice@second.test')
    await stage.auth`update auth.users set email_confirmed_at = null where id = ${id}`
    await stage.auth`update auth.users set email_confirmed_at = now() where id = ${id}`
    expect(await placeOf(id)).toMatchObject({ account: 'Second', level: 'admin' })
  })

  it('elsewhere by changing the address, which the profile follows', async () => {
    const id = await confirm('mover@origin.test')
    await stage.auth`update auth.users set email = 'mover@acme.test' where id = ${id}`
    expect(await placeOf(id)).toMatchObject({ email: 'mover@acme.test', account: 'Origin', level: 'admin' })
  })
})

describe('a name', () => {
  const names: readonly [title: string, metadata: Record<string, unknown>, name: string][] = [
    ['[DATA-05] is put together from first and last', { first_name: ' Ann ', last_name: 'Lee' }, 'Ann Lee'],
    [
      'loses direction marks and invisible characters',
      { name: 'Ann\u202e\u2066 L\u200bee\ufeff' },
      'Ann Lee',
    ],
    ['is one line', { name: 'Ann\r\nBcc: x@y.test\t!' }, 'Ann Bcc: x@y.test !'],
    ['is cut at 120 characters', { name: 'n'.repeat(64_000) }, 'n'.repeat(120)],
    ['may be in any script', { name: 'Zoë 王 Ωμέγα 🙂' }, 'Zoë 王 Ωμέγα 🙂'],
    ['has a default when nothing of it can be seen', { name: '\u3164\u2800 \ufe0f' }, 'Team Member'],
    ['keeps what belongs to its script', { name: 'Zoë ❤\ufe0f' }, 'Zoë ❤\ufe0f'],
    ['[DIS-39] has a default when it is blank', { name: '\u200b \n' }, 'Team Member'],
    ['has a default when it is no text', { name: { toString: 'x' }, first_name: ['y'] }, 'Team Member'],
    ['has a default when there is none', {}, 'Team Member'],
  ]
  for (const [title, metadata, name] of names) {
    it(title, async () => {
      expect(await placeOf(await confirm(`${randomUUID()}@names.test`, metadata))).toMatchObject({ name })
    })
  }

  it('may be missing with everything else', async () => {
    const id = randomUUID()
    await stage.auth`insert into auth.users (id, email, email_confirmed_at) values (${id}, 'bare@names.test', now())`
    expect(await placeOf(id)).toMatchObject({ name: 'Team Member' })
  })
})

describe('the hook before_user_created', () => {
  const decide = async (user: Record<string, unknown>) => {
    const [row] = await stage.auth`
      select public.before_user_created(${JSON.stringify({ metadata: {}, user })}::text::jsonb) as answer`
    return row?.['answer']
  }

  it('[AUTH-29] refuses a blacklisted domain, in whatever letters', async () => {
    const refusal = { error: { http_code: 403, message: 'Sign up with this email domain is not permitted.' } }
    expect(await decide({ email: 'x@gmail.com' })).toEqual(refusal)
    expect(await decide({ email: 'x@GoogleMail.com.' })).toEqual(refusal)
    expect(await decide({ email: '"a@acme.test"@outlook.com' })).toEqual(refusal)
  })

  it('lets others pass', async () => {
    expect(await decide({ email: 'x@acme.test' })).toEqual({})
    expect(await decide({ email: 'gmail.com@acme.test' })).toEqual({})
    expect(await decide({ phone: '123' })).toEqual({})
  })

  it('only the auth server may call it', async () => {
    for (const actor of ['anonymous', 'admin', 'service'] as const) {
      expect(await stage.outcome(actor, `select public.before_user_created('{}')`)).toEqual({
        refused: '42501',
      })
    }
  })
})
