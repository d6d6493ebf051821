import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.notifications`
  await stage.admin`delete from public.notification_preferences`
})

interface Due {
  person?: string
  kind?: string
  number?: number
  secondsAgo?: number
  inApp?: boolean
  isRead?: boolean
}

/** Arranges a notification that is to be mailed. Returns its id. */
async function arrangeDue(due: Due = {}): Promise<string> {
  const { person = ID.user, kind = 'owner_assigned', number = 1, secondsAgo = 90 } = due
  const { inApp = true, isRead = false } = due
  const [row] = await stage.admin<[{ id: string }]>`
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, in_app, mail_due, created_at, read_at
    )
    values (
      ${ID.acme}, ${person}, ${number}, ${kind}, ${ID.manager}, 'system', ${ID.ledger}, 'Ledger', ${inApp}, true,
      now() - make_interval(secs => ${secondsAgo}), ${isRead ? new Date() : null}
    )
    returning id`
  return row.id
}

interface Taken {
  id: string
  recipient: string
  amount: number
}

/** Takes the due mails as the auth server does. */
const take = (peopleLimit = 20) =>
  stage.auth<Taken[]>`select id, recipient, amount from public.take_notification_mails(${peopleLimit})`
const left = async () => (await stage.admin`select from public.notifications where mail_due`).length

describe('[OPEN-02] taking the notifications that are to be mailed', () => {
  it('hands each out once, with the address and the names that the mail needs', async () => {
    const id = await arrangeDue()
    const [mail, ...others] = await stage.auth`select * from public.take_notification_mails()`
    expect(others).toEqual([])
    expect(mail).toMatchObject({ id, amount: 1, kind: 'owner_assigned', record_name: 'Ledger' })
    const [person] = await stage.admin`
      select p.email, p.name, a.name as actor from public.profiles p, public.profiles a
      where p.id = ${ID.user} and a.id = ${ID.manager}`
    expect([mail?.['recipient'], mail?.['recipient_name'], mail?.['actor_name']]).toEqual([
      person?.['email'],
      person?.['name'],
      person?.['actor'],
    ])
    expect(await take()).toEqual([])
    expect(await left()).toBe(0)
  })

  it('waits a minute for what belongs together, and mails it as one', async () => {
    await arrangeDue({ number: 1, secondsAgo: 50 })
    expect(await take()).toEqual([])
    await arrangeDue({ number: 2, secondsAgo: 70 })
    const newest = await arrangeDue({ number: 3, secondsAgo: 1 })
    expect(await take()).toMatchObject([{ id: newest, amount: 3 }])
    expect(await left()).toBe(0)
  })

  it('takes some people at a time, first those who have waited longest', async () => {
    await arrangeDue({ person: ID.user, secondsAgo: 100 })
    const first = await arrangeDue({ person: ID.viewer, secondsAgo: 200 })
    expect(await take(1)).toMatchObject([{ id: first }])
    expect(await take(1)).toHaveLength(1)
    expect(await take(1)).toEqual([])
  })

  it('mails nothing that was read by then, that is a day old, or that is not wanted by mail any more', async () => {
    await arrangeDue({ number: 1, isRead: true })
    await arrangeDue({ number: 2, secondsAgo: 25 * 3_600 })
    await stage.admin`insert into public.notification_preferences (user_id, email) values (${ID.viewer}, false)`
    await arrangeDue({ person: ID.viewer })
    expect(await take()).toEqual([])
    expect(await left()).toBe(0)
    expect(await stage.admin`select from public.notifications`).toHaveLength(3)
  })

  it('keeps no row that only waited for its mail', async () => {
    await arrangeDue({ inApp: false })
    expect(await take()).toHaveLength(1)
    expect(await stage.admin`select from public.notifications`).toHaveLength(0)
  })

  it('gives two senders different ones, and none waits for the other', async () => {
    await arrangeDue()
    const undone = new Error('undone')
    const sending = stage.auth.begin(async (tx) => {
      expect(await tx`select id from public.take_notification_mails()`).toHaveLength(1)
      expect(await take()).toEqual([])
      throw undone
    })
    await expect(sending).rejects.toBe(undone)
    expect(await left()).toBe(1)
  })
})
