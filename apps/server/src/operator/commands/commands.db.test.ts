import { createHash, randomUUID } from 'node:crypto'
import { createSealer } from '@cairn/auth/tokens/sealing'
import { arrangePerson } from '@cairn/testing/people'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scriptedOperator, settingsFor } from '../scripted-operator.ts'

let database: TestDatabase
let admin: postgres.Sql
const people: Record<string, string> = {}

beforeAll(async () => {
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  for (const name of ['ada', 'ben', 'cat']) {
    const { id } = await arrangePerson(admin, { email: `${name}@acme.example`, name })
    people[name] = id
  }
  const { id } = await arrangePerson(admin, { email: 'rita@rival.example', name: 'Rita' })
  people['rita'] = id
  await admin`insert into public.systems (account_id, name) select id, 'Payroll' from public.accounts where name = 'Rival'`
  await admin`insert into public.domain_blacklist (domain, source) values ('mail.example', 'list')`
  const loner = await arrangePerson(admin, { email: 'lea@mail.example', name: 'Lea' })
  people['lea'] = loner.id
})

afterAll(async () => {
  await admin.end()
  await database.drop()
})

const SECRET = 'a'.repeat(40)

const give = (words: readonly string[], answer?: string) =>
  scriptedOperator({ env: { ...settingsFor(database.admin), CAIRN_SECRET: SECRET } }).give(words, answer)

const answered = z.object({ accounts: z.array(z.looseObject({ name: z.string() })) })

async function accountsNow() {
  const { printed } = await give(['accounts', '--json'])
  return answered.parse(JSON.parse(printed)).accounts
}

async function lastAct() {
  const [row] = await admin`select payload from auth.audit_log_entries order by created_at desc limit 1`
  const { user_id, traits } = z
    .object({ user_id: z.string().nullable(), traits: z.record(z.string(), z.string()) })
    .parse(row?.['payload'])
  const { by, ...rest } = traits
  expect(by).not.toBe('')
  return { user_id, ...rest }
}

async function signIn(name: string): Promise<void> {
  await admin`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${people[name] ?? ''})`
}

const signedIn = async () =>
  (
    await admin<{ email: string }[]>`
      select u.email from auth.sessions s join auth.users u on u.id = s.user_id order by 1`
  ).map(({ email }) => email.split('@')[0])

describe('accounts', () => {
  it('lists members, admins, records and sizes', async () => {
    expect(await accountsNow()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Acme', members: 3, records: 0, admins: ['ada@acme.example'] }),
        expect.objectContaining({ name: 'Rival', members: 1, records: 1, bytes: expect.any(Number) }),
      ]),
    )
    expect((await give(['accounts'])).printed).toMatch(/^id +name +members +records +MB +admins\n/)
  })
})

describe('admin', () => {
  it('asks where there is an admin already, and makes a member one', async () => {
    expect(await give(['admin', 'ben@acme.example'], 'no')).toMatchObject({ code: 1 })
    expect(await give(['admin', 'ben@acme.example'], 'ben@acme.example')).toEqual({
      code: 0,
      printed: 'ben@acme.example is an admin of Acme.\n',
      said: 'The account has admins already: ada@acme.example. One more sees and changes everything in it. Type ben@acme.example to go on: ',
    })
    expect(await lastAct()).toEqual({ command: 'admin', user_id: people['ben'], email: 'ben@acme.example' })
  })

  it('founds an account for a person of a public mail provider', async () => {
    expect((await give(['admin', 'lea@mail.example'])).said).toMatch('belongs to no account')
    expect((await give(['admin', 'lea@mail.example', '--found', 'Lea & Sons'])).printed).toBe(
      'lea@mail.example is an admin of Lea & Sons.\n',
    )
    expect(await accountsNow()).toContainEqual(
      expect.objectContaining({ name: 'Lea & Sons', members: 1, admins: ['lea@mail.example'] }),
    )
  })

  it('moves nobody, and knows only confirmed addresses', async () => {
    expect((await give(['admin', 'rita@rival.example', '--account', 'acme'])).said).toBe(
      'rita@rival.example belongs to Rival already, and nobody belongs to two accounts.\n',
    )
    expect((await give(['admin', 'nobody@acme.example'])).said).toMatch(
      'Nobody has the address nobody@acme.example.',
    )
    expect(await give(['admin', 'nobody'])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^EMAIL: name a mail address\n/),
    })
  })
})

describe('reset-second-factor', () => {
  it('removes factors and codes, ends the sessions, and tells the person, who can undo it', async () => {
    await admin`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed)
      values
        (${randomUUID()}, ${people['cat'] ?? ''}, 'totp', 'verified', 'sealed'),
        (${randomUUID()}, ${people['cat'] ?? ''}, 'totp', 'unverified', 'sealed')`
    await admin`insert into auth.mfa_recovery_codes (user_id, code_hash) values (${people['cat'] ?? ''}, 'hash')`
    await admin`
      insert into public.notification_preferences (user_id, language) values (${people['cat'] ?? ''}, 'de')
      on conflict (user_id) do update set language = 'de'`
    await signIn('cat')
    expect(await give(['reset-second-factor', 'cat@acme.example'], 'cat@acme.example')).toMatchObject({
      code: 0,
      printed: 'Removed 2 second factors of cat@acme.example and ended their sessions.\n',
    })
    expect(await admin`select from auth.mfa_factors`).toHaveLength(0)
    expect(await admin`select from auth.mfa_recovery_codes`).toHaveLength(0)
    expect(await signedIn()).toEqual([])
    expect(await lastAct()).toEqual({ command: 'reset-second-factor', user_id: people['cat'] })
    const mails = await admin<{ id: string; recipient: string; values_sealed: Buffer }[]>`
      select id, recipient, values_sealed from auth.mail_queue where template = 'securityChange'`
    expect(mails.map(({ recipient }) => recipient)).toEqual(['cat@acme.example'])
    const sealer = createSealer(createHash('sha256').update(SECRET).digest(), 'queued mail')
    const said = mails.map(({ id, values_sealed }) => JSON.parse(sealer.open(values_sealed, id)))
    expect(said).toMatchObject([{ Language: 'de', Data: { factor_removed: 'yes', by_operator: 'yes' } }])
    const [change] =
      await admin`select removed -> 'codes' -> 0 ->> 'code_hash' as code from auth.security_changes`
    expect(change).toEqual({ code: 'hash' })
  })

  it('changes nothing without the secret, with which the mail is stored', async () => {
    const without = scriptedOperator({
      env: { ...settingsFor(database.admin), CAIRN_DATA_DIR: '/nonexistent' },
    })
    const { code, said } = await without.give(['reset-second-factor', 'ben@acme.example', '--yes'])
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^There is no secret/) })
  })
})

describe('end-sessions', () => {
  it('signs out a person, an account, or everybody', async () => {
    for (const name of ['ada', 'ben', 'rita', 'lea']) await signIn(name)
    expect((await give(['end-sessions', 'ada@acme.example'])).printed).toBe(
      'Ended 1 session of ada@acme.example.\n',
    )
    expect(await signedIn()).toEqual(['ben', 'lea', 'rita'])
    expect((await give(['end-sessions', '--account', 'Acme'])).said).toMatch('Scripts say --yes.')
    expect((await give(['end-sessions', '--account', 'Acme', '--yes'])).printed).toBe(
      'Ended 1 session of the members of Acme.\n',
    )
    expect((await give(['end-sessions', '--everybody'], 'everybody')).printed).toBe(
      'Ended 2 sessions of everybody.\n',
    )
    expect(await signedIn()).toEqual([])
    expect(await lastAct()).toEqual({ command: 'end-sessions', user_id: null, of: 'everybody' })
  })

  it.each([[[]], [['ada@acme.example', '--everybody']]])('takes not %j', async (words) => {
    expect(await give(['end-sessions', ...words])).toMatchObject({
      code: 2,
      said: expect.stringMatching('name one of EMAIL, --account and --everybody'),
    })
  })

  it('names accounts of the same name by their ids', async () => {
    await admin`insert into public.accounts (name) values ('Twin'), ('Twin')`
    expect((await give(['end-sessions', '--account', 'twin'])).said).toMatch(
      /^More than one account is called twin\. Name one by its id: \S+, \S+\n$/,
    )
    expect((await give(['end-sessions', '--account', 'Nobody'])).said).toMatch('There is no account Nobody.')
  })
})

describe('domains', () => {
  const status = async (domain: string) =>
    (await admin`select private.is_blacklisted(${domain}) as blocked`)[0]?.['blocked']

  it('are allowed, blocked and forgotten', async () => {
    expect((await give(['domains'])).printed).toBe('The lists alone decide.\n')
    expect((await give(['allow-domain', 'Mail.example'])).printed).toBe(
      'Addresses at mail.example may sign up.\n',
    )
    expect((await give(['block-domain', 'rival.example'])).code).toBe(0)
    expect([await status('mail.example'), await status('sub.rival.example')]).toEqual([false, true])
    expect((await give(['domains'])).printed).toBe(
      'domain         is\nmail.example   allowed\nrival.example  blocked\nNobody joins Rival by rival.example any more.\n',
    )
    expect((await give(['forget-domain', 'rival.example'])).printed).toBe(
      'The lists decide about rival.example from the next start on. Until then addresses at it may sign up.\n',
    )
    expect(await status('rival.example')).toBe(false)
    expect(await lastAct()).toEqual({ command: 'forget-domain', user_id: null, domain: 'rival.example' })
  })

  it('have a dot', async () => {
    expect(await give(['block-domain', 'example'])).toMatchObject({ code: 2 })
  })
})

it('count-anew counts what was written past the triggers', async () => {
  await admin`delete from private.record_counts`
  await admin`delete from private.counted_records`
  expect((await give(['count-anew'])).printed).toMatch(/^Counted the records of \d+ accounts anew\.\n$/)
  expect(await admin`select sum(records)::int as records from private.record_counts`).toEqual([
    { records: 1 },
  ])
})

describe('rotate-keys', () => {
  const keys = async () =>
    (await admin`select status from auth.signing_keys order by 1`).map(({ status }) => status)
  const rotate = (...words: string[]) =>
    scriptedOperator({ env: { ...settingsFor(database.admin), CAIRN_SECRET: 'a'.repeat(40) } }).give([
      'rotate-keys',
      ...words,
    ])

  it('adds a key, and removes the former ones where they are distrusted', async () => {
    expect(await rotate()).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^The key \S+ signs from now on\.\n$/),
    })
    expect(await keys()).toEqual(['current', 'retired'])
    expect((await rotate('--distrust-former')).code).toBe(1)
    expect(await rotate('--distrust-former', '--yes')).toMatchObject({ code: 0 })
    expect(await keys()).toEqual(['current'])
  })

  it('needs the secret of the database', async () => {
    const env = { ...settingsFor(database.admin), CAIRN_SECRET: 'b'.repeat(40) }
    const { code, said } = await scriptedOperator({ env }).give(['rotate-keys'])
    expect([code, said]).toEqual([1, expect.stringMatching('stored with another secret')])
    const none = { ...settingsFor(database.admin), CAIRN_DATA_DIR: '/nonexistent/cairn' }
    expect((await scriptedOperator({ env: none }).give(['rotate-keys'])).said).toMatch('There is no secret')
    expect(await keys()).toEqual(['current'])
  })
})

it('says that an empty database has nothing to back up', async () => {
  const env = settingsFor({ ...database.admin, database: 'postgres' })
  const { code, said } = await scriptedOperator({ env }).give(['backup', '/nowhere/x.backup'])
  expect({ code, said }).toEqual({
    code: 1,
    said: 'This database is empty: there is nothing to back up. Start Cairn once, so that it fills it.\n',
  })
})
