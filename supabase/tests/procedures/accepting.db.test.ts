import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import {
  freshEmail,
  INVALID,
  NOT_YOURS,
  newcomers,
  refusedAsMemberOf,
  refusedBecause,
} from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const { accept, arrangeInvitation, confirm, end, placeOf, stateOf } = newcomers(() => stage)

describe('accept_invitation', () => {
  it('[OPEN-21] [INV-28] [INV-32] [DATA-19] makes a member with what the invitation says', async () => {
    const email = freshEmail()
    const { id, token } = await arrangeInvitation(email, { level: 'manager' })
    const person = await confirm(email)
    expect(await accept(person, token, email.toUpperCase())).toEqual({
      success: true,
      account_name: 'Acme',
      error: null,
      refusal: null,
    })
    expect(await placeOf(person)).toEqual({
      name: 'Nina Invited',
      job_role: 'Designer',
      department: 'Design',
      account_id: ID.acme,
      role: 'member',
      permission_level: 'manager',
      member_department: 'Design',
    })
    expect(await stateOf(id)).toEqual({ accepted: true, revoked: false })
  })

  it('leaves a person the name that they gave themselves', async () => {
    const email = freshEmail()
    const { token } = await arrangeInvitation(email)
    const person = await confirm(email, { name: 'Nina Newman' })
    await accept(person, token, email)
    expect(await placeOf(person)).toMatchObject({ name: 'Nina Newman', job_role: 'Designer' })
  })

  it('answers a second time that it is no longer valid', async () => {
    const email = freshEmail()
    const { token } = await arrangeInvitation(email)
    const person = await confirm(email)
    await accept(person, token, email)
    expect(await accept(person, token, email)).toEqual(refusedBecause(INVALID))
  })

  it.each(['expires_at', 'declined_at'])('refuses one that has ended (%s)', async (column) => {
    const email = freshEmail()
    const { id, token } = await arrangeInvitation(email)
    await end(id, column)
    const person = await confirm(email)
    expect(await accept(person, token, email)).toEqual(refusedBecause(INVALID))
    expect(await stateOf(id)).toMatchObject({ accepted: false })
  })

  it('[INV-19] refuses all but the invited person, whatever address they send', async () => {
    const email = freshEmail()
    const { id, token } = await arrangeInvitation(email)
    const stranger = await confirm(`stranger@${randomUUID()}.gmail.com`)
    for (const claimed of [email, 'x@y.test', null, '']) {
      expect(await accept('unplaced', token, claimed)).toEqual(refusedBecause(NOT_YOURS))
      expect(await accept(stranger, token, claimed)).toEqual(refusedBecause(NOT_YOURS))
    }
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: false })
    expect(await placeOf({ id: ID.unplaced })).toMatchObject({ account_id: null })
  })

  it('[INV-18] compares the address that is sent', async () => {
    const email = freshEmail()
    const { token } = await arrangeInvitation(email)
    const person = await confirm(email)
    for (const claimed of [null, '', 'x@y.test']) {
      expect(await accept(person, token, claimed)).toEqual(refusedBecause(NOT_YOURS))
    }
    expect(await placeOf(person)).toMatchObject({ account_id: null })
  })

  it('refuses a person who has not confirmed the address', async () => {
    const email = freshEmail()
    const { token } = await arrangeInvitation(email)
    const id = randomUUID()
    await stage.auth`insert into auth.users (id, email) values (${id}, ${email})`
    expect(await accept({ id }, token, email)).toEqual(refusedBecause(NOT_YOURS))
  })

  it('[DIS-18] refuses members of another account, by the name of theirs', async () => {
    const { id, token } = await arrangeInvitation('rex@rival.test', { level: 'admin' })
    expect(await accept('rival', token, 'rex@rival.test')).toEqual(refusedAsMemberOf('Rivals'))
    expect(await placeOf({ id: ID.rival })).toMatchObject({ account_id: ID.rivals })
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: false })
  })

  it('does not raise a member of the account', async () => {
    const { token } = await arrangeInvitation('vic@acme.test', { level: 'admin' })
    expect(await accept('viewer', token, 'vic@acme.test')).toEqual(refusedAsMemberOf('Acme'))
    expect(await placeOf({ id: ID.viewer })).toMatchObject({ permission_level: 'viewer' })
  })

  it('is won by one of twenty at the same moment', async () => {
    const email = freshEmail()
    const { token } = await arrangeInvitation(email)
    const person = await confirm(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(person, token, email)))
    expect(answers.filter((answer) => Object(answer).success)).toHaveLength(1)
    expect(answers.filter((answer) => Object(answer).error === INVALID)).toHaveLength(19)
    const [members] = await stage.admin`
      select count(*)::int from public.account_members where user_id = ${person.id}`
    expect(members).toEqual({ count: 1 })
  })

  it('lets two accounts that are joined at the same moment have one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = freshEmail()
      const ours = await arrangeInvitation(email)
      const theirs = await arrangeInvitation(email, { account: ID.rivals, by: ID.rival })
      const person = await confirm(email)
      const answers = await Promise.all([ours, theirs].map(({ token }) => accept(person, token, email)))
      const joined = answers.findIndex((answer) => Object(answer).success)
      const place = await placeOf(person)
      expect(place).toMatchObject({ account_id: joined === 0 ? ID.acme : ID.rivals })
      expect(answers[1 - joined]).toEqual(refusedAsMemberOf(joined === 0 ? 'Acme' : 'Rivals'))
      const states = [await stateOf(ours.id), await stateOf(theirs.id)]
      expect(states.map((state) => state?.['accepted'])).toEqual([joined === 0, joined === 1])
    }
  })

  it('waits for an inviter who is being demoted, and then refuses', async () => {
    const email = freshEmail()
    const { id, token } = await arrangeInvitation(email, { by: ID.admin })
    const person = await confirm(email)
    let acceptance: Promise<unknown> = Promise.resolve()
    await stage.as(
      { id: ID.deputy },
      async (tx) => {
        await tx`update public.account_members set permission_level = 'manager' where user_id = ${ID.admin}`
        acceptance = accept(person, token, email)
        await stage.untilWaiting(1)
      },
      { keep: true },
    )
    expect(await acceptance).toEqual(refusedBecause(INVALID))
    expect(await stateOf(id)).toEqual({ accepted: false, revoked: true })
    await stage.admin`update public.account_members set permission_level = 'admin' where user_id = ${ID.admin}`
  })
})
