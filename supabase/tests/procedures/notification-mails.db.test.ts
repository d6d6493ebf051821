import { randomUUID } from 'node:crypto'
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
  const { person = ID.user, kind = 'heartbeat_late', number = 1, secondsAgo = 90 } = due
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
    expect(mail).toMatchObject({ id, amount: 1, kind: 'heartbeat_late', record_name: 'Ledger' })
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

  it('lists the ten newest, with what the sentence of each needs', async () => {
    for (let number = 1; number <= 12; number++) await arrangeDue({ number, kind: 'renewal_due' })
    await arrangeDue({ number: 13 })
    const [mail] = await stage.auth<{ amount: number; events: { kind: string }[] }[]>`
      select amount, events from public.take_notification_mails()`
    expect(mail?.amount).toBe(13)
    expect(mail?.events.map(({ kind }) => kind)).toEqual([
      'heartbeat_late',
      ...Array.from({ length: 9 }, () => 'renewal_due'),
    ])
    const record = { record_kind: 'system', record_id: ID.ledger, record_name: 'Ledger' }
    expect(mail?.events[0]).toMatchObject({ ...record, actor_name: expect.any(String), payload: {} })
  })

  it.each(['owner_assigned', 'expert_assigned', 'record_deleted', 'handed_over', 'suggestion_made'])(
    'leaves out what was undone or answered by then: %s',
    async (kind) => {
      // Ledger is there, and is no longer theirs.
      await arrangeDue({ person: ID.colleague, kind })
      expect(await take()).toEqual([])
      expect(await left()).toBe(0)
    },
  )

  it('leaves out what an undone act did to many records, and mails the same of an act that stands', async () => {
    const act = randomUUID()
    await stage.admin`
      insert into public.acts (id, account_id, action, kind, value, parts, records)
      values (${act}, ${ID.acme}, 'owner', 'system', ${ID.user}, '{owner_id}', 2)`
    const ofAct = async () => {
      const id = await arrangeDue({ kind: 'owner_assigned' })
      await stage.admin`
        update public.notifications
        set record_id = null, record_name = null, payload = ${stage.admin.json({ amount: 2, act })}
        where id = ${id}`
    }
    await ofAct()
    expect(await take()).toHaveLength(1)
    await stage.admin`
      insert into public.acts (id, account_id, action, kind, undoes, parts, records)
      values (${randomUUID()}, ${ID.acme}, 'undo', 'system', ${act}, '{owner_id}', 2)`
    await stage.admin`delete from public.notifications`
    await ofAct()
    expect(await take()).toEqual([])
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
