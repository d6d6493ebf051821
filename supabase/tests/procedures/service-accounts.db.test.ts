import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.api_tokens`
  await stage.admin`delete from public.service_accounts`
  await stage.admin`delete from public.api_settings`
  await stage.admin`delete from public.notifications`
  await stage.admin`update public.account_members set permission_level = 'user' where user_id = ${ID.user}`
})

async function call<T>(person: Person, sql: string, keep = true): Promise<T> {
  const [row] = await stage.as(person, (tx) => tx.unsafe<{ answer: T }[]>(`select ${sql} as answer`), {
    keep,
  })
  if (row === undefined) throw new Error('The procedure answered nothing.')
  return row.answer
}
const add = (person: Person, name = 'Nightly', purpose = 'Enters what is found.') =>
  call<string>(person, `public.add_service_account('${name}', '${purpose}')`)
const makeToken = (person: Person, serviceAccount: string | null = null, name = 'Script') =>
  call<{ id: string; token: string }>(
    person,
    `public.make_api_token('${name}', '{systems:read}', 30, ${serviceAccount === null ? 'null' : `'${serviceAccount}'`})`,
  )
const outcome = (person: Person, procedure: string) => stage.outcome(person, `select public.${procedure}`)

interface Listed {
  tokens: {
    name: string
    mine: boolean
    owner_name: string | null
    service_account: string | null
    has_secret: boolean
  }[]
  service_accounts: { name: string; purpose: string; owner_id: string | null; tokens: number }[]
  tokens_without_end: boolean
}
const listed = (person: Person) => call<Listed>(person, 'public.get_api_tokens()')

const opens = async (token: string) => {
  const [row] = await stage.auth<{ claims: string }[]>`
    select private.claims_of_token(${createHash('sha256').update(token).digest('hex')}) as claims`
  return JSON.parse(row?.claims ?? '{}')
}
const actions = async () =>
  (
    await stage.admin<{ action: string }[]>`
      select action from public.security_audit_log where resource_type = 'service_account' order by created_at, id`
  ).map(({ action }) => action)

describe('a service account', () => {
  it('is added by members from the level user on, once with a name', async () => {
    expect(await outcome('viewer', `add_service_account('Nightly')`)).toEqual({ refused: '42501' })
    expect(await outcome('anonymous', `add_service_account('Nightly')`)).toEqual({ refused: '42501' })
    expect(await outcome('user', `add_service_account('  ')`)).toEqual({ refused: '23514' })
    expect(await outcome('user', `add_service_account(repeat('a', 121))`)).toEqual({ refused: '23514' })
    await add('user')
    expect(await outcome('manager', `add_service_account('NIGHTLY')`)).toEqual({ refused: '23505' })
    expect((await listed('viewer')).service_accounts).toMatchObject([
      { name: 'Nightly', purpose: 'Enters what is found.', owner_id: ID.user, tokens: 0 },
    ])
    expect((await listed('rival')).service_accounts).toEqual([])
  })

  it('is changed and deleted by its owner and admins alone', async () => {
    const id = await add('user')
    for (const stranger of ['manager', 'rival', 'viewer'] as const)
      for (const procedure of [
        `change_service_account('${id}', 'Mine', '')`,
        `give_service_account('${id}', '${ID.manager}')`,
        `delete_service_account('${id}')`,
      ])
        expect(await outcome(stranger, procedure)).toMatchObject({
          refused: expect.stringMatching(/42501|PT404/),
        })
    await call('user', `public.change_service_account('${id}', 'Weekly', 'Once a week.')`)
    await call('admin', `public.change_service_account('${id}', 'Monthly', '')`)
    const { token } = await makeToken('user', id)
    expect(await opens(token)).toMatchObject({ sub: ID.user, service_account: 'Monthly' })
    await call('user', `public.delete_service_account('${id}')`)
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    expect((await listed('admin')).service_accounts).toEqual([])
    expect((await actions()).slice(-4)).toEqual([
      'service_account_added',
      'service_account_changed',
      'service_account_changed',
      'service_account_deleted',
    ])
  })

  it('loses the secrets of its tokens when its owner gives it away, and the receiver is notified', async () => {
    const id = await add('user')
    const { id: tokenId, token } = await makeToken('user', id)
    expect(await outcome('user', `give_service_account('${id}', '${ID.viewer}')`)).toEqual({
      refused: '22023',
    })
    expect(await outcome('user', `give_service_account('${id}', '${ID.rival}')`)).toEqual({
      refused: '22023',
    })
    await call('user', `public.give_service_account('${id}', '${ID.admin}')`)
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    expect((await listed('admin')).tokens).toMatchObject([{ name: 'Script', mine: true, has_secret: false }])
    const rotated = await call<{ token: string }>('admin', `public.rotate_api_token('${tokenId}', 30, 24)`)
    expect(await opens(rotated.token)).toMatchObject({ sub: ID.admin })
    expect(
      await stage.admin`select user_id, actor_id, payload from public.notifications where kind = 'service_account_given'`,
    ).toEqual([{ user_id: ID.admin, actor_id: ID.user, payload: { service_account: 'Nightly' } }])
  })

  it('has no owner when that person becomes a viewer, until an admin gives it one, who rotates its tokens', async () => {
    const id = await add('user')
    const { id: tokenId, token } = await makeToken('user', id)
    await stage.admin`update public.account_members set permission_level = 'viewer' where user_id = ${ID.user}`
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    expect((await listed('admin')).service_accounts).toMatchObject([{ name: 'Nightly', owner_id: null }])
    expect(await outcome('manager', `give_service_account('${id}', '${ID.manager}')`)).toEqual({
      refused: '42501',
    })
    await call('admin', `public.give_service_account('${id}', '${ID.manager}')`)
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    const rotated = await call<{ token: string }>('manager', `public.rotate_api_token('${tokenId}', 30, 24)`)
    expect(await opens(rotated.token)).toMatchObject({ sub: ID.manager })
  })
})

describe('the list of tokens', () => {
  it('has one’s own and those of own service accounts, and for admins all', async () => {
    await makeToken('user', null, 'Own')
    await makeToken('user', await add('user'), 'Of Nightly')
    await makeToken('manager', null, 'Other')
    const names = async (person: Person) =>
      (await listed(person)).tokens.map(({ name, mine }) => `${name}${mine ? '' : ' of others'}`).toSorted()
    expect(await names('user')).toEqual(['Of Nightly', 'Own'])
    expect(await names('manager')).toEqual(['Other'])
    expect(await names('admin')).toEqual(['Of Nightly of others', 'Other of others', 'Own of others'])
    expect(await names('rival')).toEqual([])
    expect(JSON.stringify(await listed('admin'))).not.toContain('cairn_')
  })

  it('says whether tokens may be without an end, which admins decide and the audit log has', async () => {
    const allow = `insert into public.api_settings (tokens_without_end) values (true)
      on conflict (account_id) do update set tokens_without_end = excluded.tokens_without_end`
    expect((await listed('user')).tokens_without_end).toBe(false)
    expect(await stage.outcome('manager', allow)).toEqual({ refused: '42501' })
    await stage.as('admin', (tx) => tx.unsafe(allow), { keep: true })
    await stage.as('admin', (tx) => tx.unsafe(allow), { keep: true })
    expect((await listed('user')).tokens_without_end).toBe(true)
    expect(
      await stage.admin`
        select user_id, details from public.security_audit_log where action = 'api_settings_updated' limit 1`,
    ).toEqual([{ user_id: ID.admin, details: { tokens_without_end: true, suggested_edits: false } }])
  })
})

describe('the owner of a token that ends', () => {
  const tell = async (moment: string) => {
    const due = await stage.auth<{ token: string }[]>`
      select token from private.tokens_to_tell(${ID.acme}, ${moment}, '{}', 20) as token`
    await stage.auth`select private.notify_of_ending_tokens(${ID.acme}, ${moment}, ${`{${due.map(({ token }) => token).join(',')}}`}::text[])`
    const told = await stage.admin<
      { user_id: string; name: string; used: string | null; network: string | null }[]
    >`
      delete from public.notifications where kind = 'token_expires'
      returning user_id, payload -> 'token' ->> 'name' as name, payload -> 'token' ->> 'used_at' as used,
        payload -> 'token' ->> 'network' as network`
    return told.map(({ name }) => name).toSorted()
  }
  const daysBefore = (days: number) =>
    new Date(Date.parse('2027-06-30T12:00Z') - days * 86_400_000).toISOString()
  const arrange = async (person: Person, serviceAccount: string | null, name: string) => {
    const { id } = await makeToken(person, serviceAccount, name)
    await stage.admin`
      update public.api_tokens set expires_at = '2027-06-30T12:00Z', last_used_network = '203.0.113.7' where id = ${id}`
    return id
  }

  it('is notified 14, 7 and 1 day before, once each, and of missed steps the nearest', async () => {
    await arrange('user', null, 'Own')
    const seen = []
    for (const days of [15, 14, 13, 7, 6, 1, 0.5, 0, -1])
      seen.push(await tell(daysBefore(days)), await tell(daysBefore(days)))
    expect(seen.flat()).toEqual(['Own', 'Own', 'Own'])
    await stage.admin`update public.api_tokens set warned_days = null`
    expect(await tell(daysBefore(5))).toEqual(['Own'])
    expect(await tell(daysBefore(4))).toEqual([])
    expect(await tell(daysBefore(1))).toEqual(['Own'])
  })

  it('is notified of tokens of service accounts too, and again after rotating', async () => {
    const serviceAccount = await add('user')
    const id = await arrange('user', serviceAccount, 'Of Nightly')
    expect(await tell(daysBefore(3))).toEqual(['Of Nightly'])
    await call('user', `public.rotate_api_token('${id}', 30, 0)`)
    await stage.admin`update public.api_tokens set expires_at = '2027-06-30T12:00Z'`
    expect(await tell(daysBefore(3))).toEqual(['Of Nightly'])
    await stage.admin`update public.api_tokens set warned_days = null`
    await stage.admin`update public.service_accounts set owner_id = null`
    expect(await tell(daysBefore(3))).toEqual([])
  })

  it('hears of the last use, from the server alone', async () => {
    await arrange('user', null, 'Own')
    const due = await stage.auth<{ token: string }[]>`
      select token from private.tokens_to_tell(${ID.acme}, ${daysBefore(3)}, '{}', 20) as token`
    await stage.auth`select private.notify_of_ending_tokens(${ID.acme}, ${daysBefore(3)}, ${`{${due.map(({ token }) => token).join(',')}}`}::text[])`
    expect(
      await stage.admin`select user_id, actor_id, mail_due, payload from public.notifications where kind = 'token_expires'`,
    ).toMatchObject([
      {
        user_id: ID.user,
        actor_id: null,
        mail_due: true,
        payload: { token: { name: 'Own', used_at: null, network: '203.0.113.7' } },
      },
    ])
    expect(
      await stage.outcome('admin', `select private.notify_of_ending_tokens('${ID.acme}', now(), '{}')`),
    ).toEqual({
      refused: '42501',
    })
  })
})

describe('the service accounts of a member who hands over', () => {
  const handover = (...accounts: readonly { id: string; receiver?: string }[]) =>
    `'${JSON.stringify({ service_accounts: accounts })}'::jsonb`
  const gaps = (person: Person) => call<Record<string, unknown>>(person, 'public.get_gaps()')

  it.each([
    ['to a viewer', { receiver: ID.viewer }, '22023'],
    ['to a member of another account', { receiver: ID.rival }, 'PT404'],
    ['to the leaver', { receiver: ID.user }, '22023'],
    ['by suggestion', { suggested: true }, '22023'],
    ['to an invited person', { invitation: ID.invitation }, '22023'],
  ])('cannot go %s', async (_, to, refused) => {
    const id = await add('user')
    const choices = `remove_member('${ID.user}', ${handover({ id, ...to })})`
    expect(await outcome('admin', choices)).toEqual({ refused })
  })

  it('cannot be another member’s, or gone meanwhile', async () => {
    const id = await add('manager')
    for (const other of [id, ID.acme])
      expect(
        await outcome('admin', `remove_member('${ID.user}', ${handover({ id: other, receiver: ID.admin })})`),
      ).toEqual({ refused: 'HO001' })
    expect(
      await outcome('admin', `remove_member('${ID.user}', '{"service_accounts": {"id": "${id}"}}')`),
    ).toEqual({ refused: '22023' })
  })

  it('go one by one, end their secrets, and are a gap where nobody gets them', async () => {
    const nightly = await add('user')
    await add('user', 'Weekly')
    const { token } = await makeToken('user', nightly)
    expect(await gaps('viewer')).not.toHaveProperty('service_account')
    const choices = handover({ id: nightly, receiver: ID.manager })
    await call(
      'admin',
      `public.secure_update_user_permission('${ID.user}', 'viewer', '${ID.acme}', ${choices})`,
    )
    expect((await listed('admin')).service_accounts).toMatchObject([
      { name: 'Weekly', owner_id: null },
      { name: 'Nightly', owner_id: ID.manager },
    ])
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    expect(
      await stage.admin`select user_id, payload from public.notifications where kind = 'service_account_given'`,
    ).toEqual([{ user_id: ID.manager, payload: { service_account: 'Nightly' } }])
    expect((await actions()).at(-1)).toBe('service_account_given')
    expect(await gaps('viewer')).toMatchObject({ service_account: { no_owner: 1 } })
    expect(await gaps('rival')).not.toHaveProperty('service_account')
  })

  it('go to the receiver that a leaver names, who rotates their tokens', async () => {
    const id = await add('manager')
    const { id: tokenId, token } = await makeToken('manager', id)
    await call('manager', `public.remove_member('${ID.manager}', ${handover({ id, receiver: ID.user })})`)
    await expect(opens(token)).rejects.toMatchObject({ code: 'PT401' })
    const rotated = await call<{ token: string }>('user', `public.rotate_api_token('${tokenId}', 30, 0)`)
    expect(await opens(rotated.token)).toMatchObject({ sub: ID.user })
  })
})
