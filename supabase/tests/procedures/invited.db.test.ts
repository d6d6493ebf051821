import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { INVALID, newcomers, refusedBecause } from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const { accept, arrangeInvitation, confirm, joinByDomain, placeOf, stateOf } = newcomers(() => stage)

describe('[GAP-05] a person with an open invitation', () => {
  it('is not placed by their domain, and joins by accepting', async () => {
    const email = `invited.${randomUUID()}@rival.test`
    const { token } = await arrangeInvitation(email)
    const person = await confirm(email)
    expect(await placeOf(person)).toMatchObject({ account_id: null })
    await accept(person, token, email)
    expect(await placeOf(person)).toMatchObject({ account_id: ID.acme, permission_level: 'user' })
  })

  it('founds no account', async () => {
    const domain = `${randomUUID()}.test`
    await arrangeInvitation(`first@${domain}`)
    await confirm(`first@${domain}`)
    const [found] = await stage.admin`
      select count(*)::int from public.account_domains where domain = ${domain}`
    expect(found).toEqual({ count: 0 })
  })

  it('can join the account of their domain instead', async () => {
    const email = `undecided.${randomUUID()}@acme.test`
    await arrangeInvitation(email, { account: ID.rivals, by: ID.rival })
    const person = await confirm(email)
    expect(await joinByDomain(person)).toBe(ID.acme)
    expect(await joinByDomain(person)).toBe(ID.acme)
    expect(await placeOf(person)).toMatchObject({ account_id: ID.acme, permission_level: 'viewer' })
  })

  it('[GAP-30] may sign up although the domain is blacklisted, as long as it is open', async () => {
    const email = `${randomUUID()}@gmail.com`
    const decide = async () => {
      const event = JSON.stringify({ metadata: {}, user: { email: email.toUpperCase() } })
      const [row] = await stage.auth`select public.before_user_created(${event}::text::jsonb) as answer`
      return row?.['answer']
    }
    expect(await decide()).toMatchObject({ error: { http_code: 403 } })
    const { id } = await arrangeInvitation(email)
    expect(await decide()).toEqual({})
    await stage.admin`update public.pending_invitations set expires_at = now() where id = ${id}`
    expect(await decide()).toMatchObject({ error: { http_code: 403 } })
  })
})

describe('the hook invitation_of_address', () => {
  const isInvited = async (email: string) => {
    const event = JSON.stringify({ metadata: {}, email })
    const [row] = await stage.auth`select public.invitation_of_address(${event}::text::jsonb) as answer`
    return row?.['answer']
  }

  it('knows whom an open invitation waits for: only they are sent a mail that says so', async () => {
    const email = `mailed.${randomUUID()}@else.test`
    expect(await isInvited(email)).toEqual({ invited: false })
    const { id } = await arrangeInvitation(email)
    expect(await isInvited(email.toUpperCase())).toEqual({ invited: true })
    await stage.admin`update public.pending_invitations set expires_at = now() where id = ${id}`
    expect(await isInvited(email)).toEqual({ invited: false })
  })

  it('answers the auth server alone', async () => {
    for (const actor of ['anonymous', 'admin', 'service'] as const) {
      const asked = await stage.outcome(actor, `select public.invitation_of_address('{}')`)
      expect(asked).toEqual({ refused: '42501' })
    }
  })
})

describe('a former member', () => {
  it('is not let in again by their domain, but by a new invitation', async () => {
    expect(await joinByDomain('former')).toBeNull()
    const { token } = await arrangeInvitation('fay@acme.test')
    expect(await accept('former', token, 'fay@acme.test')).toMatchObject({ success: true })
    expect(await placeOf({ id: ID.former })).toMatchObject({ account_id: ID.acme, permission_level: 'user' })
  })

  it('is not let in again by an invitation from before', async () => {
    const { id, token } = await arrangeInvitation('fay@acme.test')
    await stage.as('admin', (tx) => tx`select public.remove_member(${ID.former})`, { keep: true })
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: true })
    expect(await accept('former', token, 'fay@acme.test')).toEqual(refusedBecause(INVALID))
  })
})
