import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { rolledBack } from '../support/own-fields.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.notifications`
  await stage.admin`delete from public.record_history`
  await stage.admin`delete from public.notification_preferences`
  await stage.admin`delete from private.digest_times`
  await stage.admin`delete from public.app_features`
})

/** Rolls a transaction back that went well. */
const UNDONE = new Error('undone')
const unlessUndone = (error: unknown) => {
  if (error !== UNDONE) throw error
}

/** A Monday after the day on which Europe has changed its clocks; all times of these tests are about it. */
const MONDAY = '2027-03-29'

/** Makes a person want the digest, in a zone. Their next one is due on the Monday of these tests. */
async function arrangeReader(person: string, zone: string | null = null): Promise<void> {
  await stage.admin`
    insert into public.notification_preferences (user_id, weekly_digest, time_zone, language)
    values (${person}, true, ${zone}, 'de')`
  await stage.admin`
    update private.digest_times set due_at = private.digest_time(${zone}, null, '2027-03-28T12:00Z')
    where user_id = ${person}`
}

interface Told {
  person?: string
  kind?: string
  at?: string
  isRead?: boolean
  inApp?: boolean
  recordKind?: string
}

/** Adds a notification that concerned a person. */
async function arrangeTold(told: Told = {}): Promise<void> {
  const { person = ID.user, kind = 'owner_assigned', at = '2027-03-26T12:00Z' } = told
  const { isRead = false, inApp = true, recordKind = 'system' } = told
  await stage.admin`
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, in_app, mail_due, created_at,
      read_at
    )
    select
      m.account_id, m.user_id, (select count(*) from public.notifications), ${kind}, ${ID.manager}, ${recordKind},
      ${ID.ledger}, 'Ledger', ${inApp}, false, ${at}, ${isRead ? new Date() : null}
    from public.account_members m where m.user_id = ${person}`
}

interface Taken {
  recipient_id: string
  language: string | null
  concerned: { total: number; unread: number; items: { kind: string; actor_name: string }[] }
  changed: {
    total: number
    items: { record_name: string; actor_name: string; others: number; fields: object[] }[]
  }
}

/** Takes the due digests at a moment, as the auth server does. */
const take = (moment: string, peopleLimit = 100) =>
  stage.auth<Taken[]>`select * from public.take_weekly_digests(${peopleLimit}, ${moment})`
const takers = async (moment: string) => (await take(moment)).map(({ recipient_id }) => recipient_id)

describe('when a digest is due', () => {
  it.each([
    ['America/Los_Angeles', '14:00Z'],
    ['Europe/Berlin', '05:00Z'],
    ['Asia/Kathmandu', '01:15Z'],
    ['Pacific/Apia', '2027-03-28T18:00Z'],
    [null, '07:00Z'],
    ['No/Such_Zone', '07:00Z'],
  ])('is Monday at seven in the morning in %s', async (zone, at) => {
    await arrangeReader(ID.user, zone)
    await arrangeTold()
    const due = Date.parse(at.includes('T') ? at : `${MONDAY}T${at}`)
    const before = new Date(due - 1_000).toISOString()
    expect(await take(before)).toEqual([])
    expect(await takers(new Date(due).toISOString())).toEqual([ID.user])
    expect(await take(new Date(due + 5_000).toISOString())).toEqual([])
  })

  it('is at seven before and after a change of the clocks', async () => {
    const due = async (moment: string) => {
      const [row] = await stage.admin<[{ due: Date }]>`
        select private.digest_time('Europe/Berlin', ${moment}::timestamptz, ${moment}::timestamptz) as due`
      return row.due.toISOString()
    }
    expect(await due('2027-03-22T06:00Z')).toBe('2027-03-29T05:00:00.000Z')
    expect(await due('2027-10-25T05:00Z')).toBe('2027-11-01T06:00:00.000Z')
  })

  it('is due once a week', async () => {
    await arrangeReader(ID.user)
    await arrangeTold()
    await arrangeTold({ at: '2027-04-02T12:00Z' })
    expect(await takers(`${MONDAY}T07:00Z`)).toEqual([ID.user])
    for (const later of [`${MONDAY}T20:00Z`, '2027-03-30T12:00Z', '2027-04-05T06:59Z'])
      expect(await take(later)).toEqual([])
    expect(await takers('2027-04-05T07:00Z')).toEqual([ID.user])
  })

  it('is due once for a person who moves to another time zone on a Monday', async () => {
    await arrangeReader(ID.user, 'Asia/Tokyo')
    await arrangeTold()
    expect(await takers('2027-03-28T22:00Z')).toEqual([ID.user])
    await stage.admin`update public.notification_preferences set time_zone = 'America/Los_Angeles'`
    await stage.admin`
      update private.digest_times set due_at = private.digest_time('America/Los_Angeles', taken_for, '2027-03-28T23:00Z')`
    for (const later of [`${MONDAY}T14:00Z`, '2027-03-30T14:00Z']) expect(await take(later)).toEqual([])
    const [{ due } = { due: null }] = await stage.admin`select due_at as due from private.digest_times`
    expect(due).toEqual(new Date('2027-04-05T14:00Z'))
  })

  it('waits for a server that was down, until the end of Tuesday', async () => {
    await arrangeReader(ID.user, 'Europe/Berlin')
    await arrangeTold()
    expect(await takers('2027-03-30T21:59Z')).toEqual([ID.user])
    await arrangeReader(ID.manager, 'Europe/Berlin')
    await arrangeTold({ person: ID.manager })
    expect(await take('2027-03-30T22:00Z')).toEqual([])
    expect(await takers('2027-04-05T05:00Z')).toEqual([])
    await arrangeTold({ person: ID.manager, at: '2027-04-10T12:00Z' })
    expect(await takers('2027-04-12T05:00Z')).toEqual([ID.manager])
  })

  it('is not years away because a clock was wrong', async () => {
    await arrangeReader(ID.user)
    await stage.admin`update private.digest_times set due_at = '2040-01-02T07:00Z', taken_for = '2039-12-26T07:00Z'`
    await arrangeTold()
    expect(await take('2027-03-28T12:00Z')).toEqual([])
    expect(await takers(`${MONDAY}T07:00Z`)).toEqual([ID.user])
  })

  it('is the next Monday for a person who switches it on, and none for one who switches it off', async () => {
    await arrangeReader(ID.user)
    const due = async () => {
      const [row] = await stage.admin<[{ due: Date | null; ahead: boolean | null }]>`
        select due_at as due, due_at > now() and due_at <= now() + interval '7 days 1 hour' as ahead
        from private.digest_times`
      return row
    }
    await stage.admin`update public.notification_preferences set weekly_digest = false`
    expect((await due()).due).toBeNull()
    expect(await take(`${MONDAY}T07:00Z`)).toEqual([])
    await stage.admin`update public.notification_preferences set weekly_digest = true`
    expect((await due()).ahead).toBe(true)
  })
})

describe('the recipients of a digest', () => {
  it('get it once, though two servers ask at the same time', async () => {
    await arrangeReader(ID.user)
    await arrangeTold()
    const sending = stage.auth.begin(async (tx) => {
      const taken = await tx`select from public.take_weekly_digests(100, ${`${MONDAY}T07:00Z`})`
      expect(taken).toHaveLength(1)
      expect(await take(`${MONDAY}T07:00Z`)).toEqual([])
      throw UNDONE
    })
    await expect(sending).rejects.toBe(UNDONE)
    // The next server finds the digests that another did not finish.
    expect(await takers(`${MONDAY}T07:00:05Z`)).toEqual([ID.user])
  })

  it('exclude people without anything to read, without an account, who have left or do not want it', async () => {
    await arrangeReader(ID.user)
    await arrangeTold({ inApp: false })
    await arrangeTold({ at: '2027-03-20T12:00Z' })
    await arrangeReader(ID.viewer)
    await arrangeTold({ person: ID.viewer })
    await arrangeReader(ID.unplaced)
    await stage.admin
      .begin(async (tx) => {
        await tx`delete from public.account_members where user_id = ${ID.viewer}`
        expect(await tx`select from public.take_weekly_digests(100, ${`${MONDAY}T07:00Z`})`).toHaveLength(0)
        throw UNDONE
      })
      .catch(unlessUndone)
    await stage.admin`delete from public.notification_preferences where user_id = ${ID.viewer}`
    expect(await take(`${MONDAY}T07:00Z`)).toEqual([])
  })

  it('are taken in batches', async () => {
    for (const person of [ID.user, ID.manager, ID.viewer]) {
      await arrangeReader(person)
      await arrangeTold({ person })
    }
    expect(await take(`${MONDAY}T07:00Z`, 2)).toHaveLength(2)
    expect(await take(`${MONDAY}T07:00Z`, 2)).toHaveLength(1)
  })
})

describe('the contents of a digest', () => {
  /** The digest of `user` on the Monday. */
  const digest = async () => (await take(`${MONDAY}T07:00Z`))[0]

  /** Notes a change of a record by a person. */
  const arrangeChange = (
    record: string,
    by: string | null,
    at = '2027-03-25T12:00Z',
    action = 'updated',
  ) => stage.admin`
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at
    )
    select
      s.account_id, 'system', s.id, s.name, ${action}, ${action === 'updated' ? 'status' : null}, null, null, ${by}, ${at}
    from public.systems s where s.id = ${record}`

  it('are the notifications of the last week, read or not, but not mere changes', async () => {
    await arrangeReader(ID.user)
    await arrangeTold({ isRead: true })
    await arrangeTold({ kind: 'level_changed', at: '2027-03-28T12:00Z' })
    await arrangeTold({ kind: 'record_changed' })
    const told = await digest()
    expect(told).toMatchObject({ language: 'de', concerned: { total: 2, unread: 1 }, changed: { total: 0 } })
    expect(told?.concerned.items.map(({ kind }) => kind)).toEqual(['level_changed', 'owner_assigned'])
  })

  it('have ten lines at most, and count all', async () => {
    await arrangeReader(ID.user)
    for (let number = 0; number < 12; number += 1) await arrangeTold()
    const told = await digest()
    expect([told?.concerned.total, told?.concerned.items.length]).toEqual([12, 10])
  })

  it('are the changes by others of records that the person owns or is expert of', async () => {
    await arrangeReader(ID.user)
    await stage.admin`update public.systems set owner_id = null where account_id = ${ID.acme}`
    await stage.admin`delete from public.system_experts`
    await stage.admin`delete from public.record_history`
    await stage.admin`delete from public.notifications`
    await arrangeChange(ID.ledger, ID.manager)
    expect(await digest()).toBeUndefined()

    await stage.admin`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
    await stage.admin`delete from public.record_history`
    await stage.admin`delete from public.notifications`
    await stage.admin`update private.digest_times set due_at = '2027-03-29T07:00Z', taken_for = null`
    await arrangeChange(ID.ledger, ID.manager)
    await arrangeChange(ID.ledger, ID.admin, '2027-03-26T12:00Z')
    await arrangeChange(ID.ledger, ID.user, '2027-03-27T12:00Z')
    await arrangeChange(ID.ledger, ID.viewer, '2027-03-21T12:00Z')
    const told = await digest()
    const [admin] = await stage.admin<
      [{ name: string }]
    >`select name from public.profiles where id = ${ID.admin}`
    expect(told?.changed).toMatchObject({ total: 1, items: [{ actor_name: admin.name, others: 1 }] })
  })

  it('name the changed fields, custom ones by their names, also after their deletion', async () => {
    await arrangeReader(ID.user)
    await stage.admin`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
    await stage.admin`delete from public.record_history`
    await stage.admin`delete from public.notifications`
    await arrangeChange(ID.ledger, ID.manager)
    await rolledBack(stage, async (tx) => {
      await tx`update public.own_fields set deleted_at = now() where key = 'seats'`
      await tx`
        insert into public.record_history (
          account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at
        )
        select h.account_id, h.kind, h.record_id, h.record_name, h.action, k.field, null, '1', h.changed_by, h.changed_at
        from public.record_history h, unnest(array['own.seats', 'own.gone', 'vendor', 'vendor']) as k (field)
        where h.record_id = ${ID.ledger}`
      const [told] = await tx<Taken[]>`select * from public.take_weekly_digests(100, ${`${MONDAY}T07:00Z`})`
      expect(told?.changed.items[0]?.fields).toEqual([
        { key: 'own.gone', name: null },
        { key: 'own.seats', name: 'Seats' },
        { key: 'status', name: null },
        { key: 'vendor', name: null },
      ])
    })
  })

  it('leave out features that are switched off, and deleted records', async () => {
    await arrangeReader(ID.user)
    await stage.admin`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
    await stage.admin`delete from public.record_history`
    await stage.admin`delete from public.notifications`
    await arrangeChange(ID.ledger, ID.manager)
    await arrangeTold()
    await stage.admin`
      insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'systems', false)`
    expect(await digest()).toBeUndefined()

    await stage.admin`delete from public.app_features`
    await stage.admin`update private.digest_times set due_at = '2027-03-29T07:00Z', taken_for = null`
    expect(await digest()).toMatchObject({ changed: { total: 1 }, concerned: { total: 1 } })

    // The history of the record stays, without an owner.
    await stage.admin`delete from public.notifications`
    await stage.admin`update private.digest_times set due_at = '2027-03-29T07:00Z', taken_for = null`
    await stage.admin
      .begin(async (tx) => {
        await tx`delete from public.systems where id = ${ID.ledger}`
        await tx`delete from public.notifications`
        expect(await tx`select from public.take_weekly_digests(100, ${`${MONDAY}T07:00Z`})`).toHaveLength(0)
        throw UNDONE
      })
      .catch(unlessUndone)
  })
})

describe('stopping mails', () => {
  it('switches one kind off, also of whoever never said what they want', async () => {
    const stop = (mails: string) => stage.auth`select public.stop_mails(${ID.user}, ${mails})`
    const wants = async () =>
      (
        await stage.admin`
        select email, push, mentions, weekly_digest from public.notification_preferences where user_id = ${ID.user}`
      )[0]
    await stop('weekly_digest')
    expect(await wants()).toEqual({ email: true, push: true, mentions: true, weekly_digest: false })
    await stage.admin`update public.notification_preferences set weekly_digest = true`
    await stop('email')
    expect(await wants()).toEqual({ email: false, push: true, mentions: true, weekly_digest: true })
    await stop('weekly_digest')
    expect(await wants()).toEqual({ email: false, push: true, mentions: true, weekly_digest: false })
    await stage.auth`select public.stop_mails(gen_random_uuid(), 'email')`
    await expect(stop('push')).rejects.toThrow('Mails must be email or weekly_digest.')
  })
})
