import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { newcomers } from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const { arrangeInvitation, confirm, joinByDomain, placeOf, stateOf } = newcomers(() => stage)

/** An address at Acme that no other test uses, with a letter before and behind a dot. */
const acmeAddress = () => `a.${randomUUID()}@acme.test`

const remove = (person: { id: string }) =>
  stage.as('admin', (tx) => tx`select public.remove_member(${person.id})`, { keep: true })

const change = (person: { id: string }, email: string) =>
  stage.auth`update auth.users set email = ${email} where id = ${person.id}`

async function removed(email = acmeAddress()): Promise<{ id: string; email: string }> {
  const person = await confirm(email)
  expect(await placeOf(person)).toMatchObject({ account_id: ID.acme })
  await remove(person)
  return { ...person, email }
}

describe('a removed person does not return by the domain', () => {
  it.each([
    ['with a subaddress', (email: string) => email.replace('@', '+x@')],
    ['without the dot', (email: string) => email.replace('.', '')],
    ['with more dots and a subaddress', (email: string) => `a.${email.slice(1).replace('@', '+y@')}`],
  ])('%s', async (_how, variant) => {
    const { email } = await removed()
    expect(await placeOf(await confirm(variant(email)))).toMatchObject({ account_id: null })
  })

  it('after a change of address', async () => {
    const person = await removed()
    await change(person, acmeAddress())
    expect(await joinByDomain(person)).toBeNull()
    expect(await placeOf(person)).toMatchObject({ account_id: null })
  })

  it('as a second user, by an address that they had before, or took afterwards', async () => {
    const [first, second, third] = [acmeAddress(), acmeAddress(), acmeAddress()]
    const person = await confirm(first)
    await change(person, second)
    await remove(person)
    await change(person, third)
    for (const email of [first, second.replace('@', '+x@')]) {
      expect(await placeOf(await confirm(email))).toMatchObject({ account_id: null })
    }
    await stage.admin`delete from auth.users where id = ${person.id}`
    expect(await placeOf(await confirm(third))).toMatchObject({ account_id: null })
    expect(await stage.admin`select from private.past_addresses where user_id = ${person.id}`).toHaveLength(0)
  })

  it('by an invitation from before, to a subaddress of theirs', async () => {
    const email = acmeAddress()
    const { id } = await arrangeInvitation(email.replace('@', '+x@'))
    await removed(email)
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: true })
  })

  it('but by a later invitation, which is forgotten as leaving again', async () => {
    const { email } = await removed()
    const invited = email.replace('@', '+x@')
    const { id } = await arrangeInvitation(invited)
    const person = await confirm(invited)
    await stage.as(person, (tx) => tx`select public.accept_my_invitation(${id})`, { keep: true })
    expect(await placeOf(person)).toMatchObject({ account_id: ID.acme })
    expect(await placeOf(await confirm(email.replace('@', '+y@')))).toMatchObject({ account_id: ID.acme })
  })

  it('a namesake at another domain is somebody else', async () => {
    const { email } = await removed()
    const elsewhere = await confirm(email.replace('@acme.test', `@${randomUUID()}.test`))
    expect(await placeOf(elsewhere)).toMatchObject({ permission_level: 'admin' })
  })
})

const setAdmission = (needed: boolean) =>
  stage.as('admin', (tx) => tx`select public.set_newcomer_admission(${needed})`, { keep: true })

const placement = async (person: { id: string }) => {
  const [row] = await stage.as(person, (tx) => tx`select public.get_my_placement() as placement`)
  return row?.['placement']
}

describe('a removed person learns which account it was', () => {
  it('by the name that it had, and until they belong to one again', async () => {
    const { id, email } = await removed()
    await stage.admin`update public.accounts set name = 'Acme Renamed' where id = ${ID.acme}`
    expect(await placement({ id })).toMatchObject({ former_account: 'Acme', domain: null })
    await stage.admin`update public.accounts set name = 'Acme' where id = ${ID.acme}`
    const invitation = await arrangeInvitation(email)
    await stage.as({ id }, (tx) => tx`select public.accept_my_invitation(${invitation.id})`, { keep: true })
    expect(await placement({ id })).toMatchObject({ former_account: null })
  })

  it('another user with their mailbox does not', async () => {
    const { email } = await removed()
    const other = await confirm(email.replace('@', '+x@'))
    expect(await placement(other)).toMatchObject({ former_account: null })
  })
})

describe('an account whose newcomers are admitted by an admin', () => {
  beforeAll(() => setAdmission(true))
  afterAll(() => setAdmission(false))

  const waiting = () => stage.as('admin', (tx) => tx`select * from public.get_waiting_newcomers()`)

  it('lets them wait, and tells the admins', async () => {
    const email = acmeAddress()
    const person = await confirm(email, { name: 'Nina New' })
    expect(await placeOf(person)).toMatchObject({ account_id: null })
    expect(await placement(person)).toMatchObject({ waiting_for: 'Acme', invitations: [] })
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ user_id: person.id, name: 'Nina New', email }),
    )
    const told = await stage.admin`
      select user_id from public.notifications where kind = 'newcomer_waiting' and payload ->> 'name' = 'Nina New'`
    expect(told.map((row) => row['user_id']).sort()).toEqual([ID.admin, ID.deputy].sort())

    expect(await joinByDomain(person)).toBeNull()
    expect(await waiting()).toHaveLength(1)
    await stage.as('admin', (tx) => tx`select public.refuse_newcomer(${person.id})`, { keep: true })
  })

  it('has those whom an admin admits as viewers, and notes who did', async () => {
    const person = await confirm(acmeAddress())
    expect(await stage.outcome('rival', `select public.admit_newcomer('${person.id}')`)).toEqual({
      refused: 'PT404',
    })
    await stage.as('admin', (tx) => tx`select public.admit_newcomer(${person.id})`, { keep: true })
    expect(await placeOf(person)).toMatchObject({ account_id: ID.acme, permission_level: 'viewer' })
    expect(await waiting()).toHaveLength(0)
    expect(
      await stage.admin`
      select user_id from public.security_audit_log where action = 'newcomer_admitted' and resource_id = ${person.id}`,
    ).toMatchObject([{ user_id: ID.admin }])
  })

  it('keeps out whom an admin refuses, until they are invited', async () => {
    const email = acmeAddress()
    const person = await confirm(email)
    await stage.as('admin', (tx) => tx`select public.refuse_newcomer(${person.id})`, { keep: true })
    expect(await joinByDomain(person)).toBeNull()
    expect(await placement(person)).toEqual({
      waiting_for: null,
      invitations: [],
      domain: null,
      former_account: null,
    })
    expect(await waiting()).toHaveLength(0)
    const { id } = await arrangeInvitation(email)
    await stage.as(person, (tx) => tx`select public.accept_my_invitation(${id})`, { keep: true })
    expect(await placeOf(person)).toMatchObject({ account_id: ID.acme })
  })

  it('is joined at once by those who are invited', async () => {
    const email = acmeAddress()
    const { id } = await arrangeInvitation(email, { level: 'manager' })
    const person = await confirm(email)
    expect(await placement(person)).toMatchObject({ waiting_for: null, domain: null, invitations: [{ id }] })
    await stage.as(person, (tx) => tx`select public.accept_my_invitation(${id})`, { keep: true })
    expect(await placeOf(person)).toMatchObject({ permission_level: 'manager' })
  })

  it('gives a person who was also invited, and is admitted, what was kept for them', async () => {
    const email = acmeAddress()
    const person = await confirm(email)
    const { id } = await arrangeInvitation(email)
    await stage.admin`update public.systems set invited_owner_id = ${id} where id = ${ID.ledger}`
    await stage.as('admin', (tx) => tx`select public.admit_newcomer(${person.id})`, { keep: true })
    const [system] = await stage.admin`
      select owner_id, invited_owner_id from public.systems where id = ${ID.ledger}`
    expect(system).toEqual({ owner_id: person.id, invited_owner_id: null })
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: true })
    await stage.admin`update public.systems set owner_id = null where id = ${ID.ledger}`
  })

  it('forgets a person who takes an address at another domain meanwhile', async () => {
    const person = await confirm(acmeAddress())
    await change(person, `${randomUUID()}@elsewhere.test`)
    expect(await waiting()).toHaveLength(0)
  })
})

describe('a person invited by a stranger before their organization has an account', () => {
  async function invited(): Promise<{ person: { id: string }; domain: string; invitation: string }> {
    const domain = `${randomUUID()}.test`
    const { id } = await arrangeInvitation(`ada@${domain}`, { account: ID.rivals, by: ID.rival })
    return { person: await confirm(`ada@${domain}`), domain, invitation: id }
  }

  it('[GAP-38] is asked which of the two they want', async () => {
    const { person, domain, invitation } = await invited()
    expect(await placeOf(person)).toMatchObject({ account_id: null })
    expect(await placement(person)).toMatchObject({
      waiting_for: null,
      invitations: [
        { id: invitation, account_name: 'Rivals', inviter_name: 'Rex Rival', permission_level: 'user' },
      ],
      domain: { domain, account_name: null, needs_admission: false },
    })
  })

  it('[GAP-38] founds their own account, under the name they give, and is its admin', async () => {
    const { person, domain } = await invited()
    await stage.as(person, (tx) => tx`select public.join_account_of_my_domain('  Ada & Co ')`, { keep: true })
    expect(await placeOf(person)).toMatchObject({ role: 'owner', permission_level: 'admin' })
    const [account] = await stage.admin`
      select a.name from public.accounts a join public.account_domains d on d.account_id = a.id where d.domain = ${domain}`
    expect(account).toEqual({ name: 'Ada & Co' })
    expect(await placeOf(await confirm(`ben@${domain}`))).toMatchObject({ permission_level: 'viewer' })
    expect(await placement(person)).toEqual({
      waiting_for: null,
      invitations: [],
      domain: null,
      former_account: null,
    })
  })

  it('[GAP-38] or joins the stranger, with the level of the invitation', async () => {
    const { person, invitation } = await invited()
    const [row] = await stage.as(
      person,
      (tx) => tx`select public.accept_my_invitation(${invitation}) as answer`,
      { keep: true },
    )
    expect(row?.['answer']).toEqual({ success: true, account_name: 'Rivals', error: null, refusal: null })
    expect(await placeOf(person)).toMatchObject({ account_id: ID.rivals, permission_level: 'user' })
  })

  it('accepts no invitation of anybody else', async () => {
    const { person } = await invited()
    const { invitation } = await invited()
    const [row] = await stage.as(
      person,
      (tx) => tx`select public.accept_my_invitation(${invitation}) as answer`,
    )
    expect(row?.['answer']).toMatchObject({ success: false, refusal: 'invitation.expired' })
  })

  it('joins the account of their domain by that alone, and has what an invitation of it kept for them', async () => {
    const email = acmeAddress()
    const { id } = await arrangeInvitation(email)
    await stage.admin`update public.systems set invited_owner_id = ${id} where id = ${ID.ledger}`
    const person = await confirm(email)
    expect(await joinByDomain(person)).toBe(ID.acme)
    const [system] = await stage.admin`select owner_id from public.systems where id = ${ID.ledger}`
    expect(system).toEqual({ owner_id: person.id })
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: true })
    await stage.admin`update public.systems set owner_id = null where id = ${ID.ledger}`
  })

  it('joins the account of their domain, where it has one by now', async () => {
    const email = acmeAddress()
    await arrangeInvitation(email, { account: ID.rivals, by: ID.rival })
    const person = await confirm(email)
    expect(await placement(person)).toMatchObject({ domain: { account_name: 'Acme' } })
    expect(await joinByDomain(person)).toBe(ID.acme)
  })
})
