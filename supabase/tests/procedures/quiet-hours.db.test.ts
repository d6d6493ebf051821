import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('quiet hours', () => {
  it.each<[string, string, string, string, boolean]>([
    ['begin at their start', 'Europe/Madrid', '22:00-07:00', '2026-07-01T20:00Z', true],
    ['have not begun a second before', 'Europe/Madrid', '22:00-07:00', '2026-07-01T19:59:59Z', false],
    ['last over midnight', 'Europe/Madrid', '22:00-07:00', '2026-07-02T04:59:59Z', true],
    ['end at their end', 'Europe/Madrid', '22:00-07:00', '2026-07-02T05:00Z', false],
    ['follow the clock into winter', 'Europe/Madrid', '22:00-07:00', '2026-10-25T05:30Z', true],
    ['end an hour later by UTC in winter', 'Europe/Madrid', '22:00-07:00', '2026-10-25T06:00Z', false],
    ['follow the clock into summer', 'Europe/Madrid', '22:00-07:00', '2026-03-29T05:00Z', false],
    ['include an hour that comes twice', 'Europe/Madrid', '02:30-03:00', '2026-10-25T01:45Z', true],
    ['skip an hour that does not come', 'Europe/Madrid', '02:00-03:00', '2026-03-29T01:00Z', false],
    ['can be of a day', 'Europe/Madrid', '09:00-17:00', '2026-07-01T10:00Z', true],
    ['of a day end on that day', 'Europe/Madrid', '09:00-17:00', '2026-07-01T20:00Z', false],
    ['are at UTC without a time zone', '', '22:00-07:00', '2026-07-01T21:59Z', false],
    ['reach across the date line', 'Pacific/Kiritimati', '22:00-07:00', '2026-07-01T08:00Z', true],
  ])('%s', async (_, zone, hours, moment, quiet) => {
    const [from = '', until = ''] = hours.split('-')
    const [row] = await stage.admin<{ quiet: boolean }[]>`
      select private.is_quiet(jsonb_populate_record(null::public.notification_preferences, jsonb_build_object(
        'time_zone', nullif(${zone}::text, ''), 'quiet_from', ${from}::text, 'quiet_until', ${until}::text
      )), ${moment}) as quiet`
    expect(row?.quiet).toBe(quiet)
  })
})

describe('a mail about an alert', () => {
  beforeEach(async () => {
    await stage.admin`delete from public.notifications`
    await stage.admin`
      update public.notification_preferences
      set time_zone = null, quiet_from = (now() at time zone 'utc')::time - interval '1 hour',
        quiet_until = (now() at time zone 'utc')::time + interval '1 hour'
      where user_id = ${ID.user}`
  })

  let number = 0
  const arrange = async (kind: string, hoursAgo = 1) => {
    number += 1
    await stage.admin`
      insert into public.notifications (account_id, user_id, number, kind, in_app, mail_due, created_at)
      values (${ID.acme}, ${ID.user}, ${number}, ${kind}, true, true, now() - make_interval(hours => ${hoursAgo}))`
  }
  const take = async () =>
    (
      await stage.auth<{ kind: string; amount: number }[]>`
      select kind, amount from public.take_notification_mails()`
    ).map((row) => ({ ...row }))
  const ask = async () => ({
    accounts: (await stage.auth`select private.accounts_to_mail()`).length,
    due: (await stage.auth`select id from private.notifications_to_mail(${ID.acme}, '{}'::uuid[], 20)`)
      .length,
  })
  const endQuietHours = () =>
    stage.admin`update public.notification_preferences
      set quiet_from = quiet_until, quiet_until = quiet_until + interval '1 hour' where user_id = ${ID.user}`

  it('waits for the end of the quiet hours, stands in the list at once, and is not lost', async () => {
    await arrange('heartbeat_late', 1)
    await arrange('heartbeat_back', 30)
    expect([await ask(), await take()]).toEqual([{ accounts: 0, due: 0 }, []])
    expect(
      await stage.as(
        'user',
        (tx) => tx`select from public.get_my_notifications() where kind like 'heartbeat%'`,
      ),
    ).toHaveLength(2)
    await endQuietHours()
    expect([await ask(), await take()]).toEqual([
      { accounts: 1, due: 2 },
      [{ kind: 'heartbeat_back', amount: 2 }],
    ])
  })

  it('keeps no other mail waiting', async () => {
    await arrange('heartbeat_failing')
    await arrange('level_changed')
    expect([await ask(), await take()]).toEqual([
      { accounts: 1, due: 1 },
      [{ kind: 'level_changed', amount: 1 }],
    ])
    await endQuietHours()
    expect(await take()).toEqual([{ kind: 'heartbeat_failing', amount: 1 }])
  })

  it('goes at once to whoever has no quiet hours', async () => {
    await stage.admin`update public.notification_preferences set quiet_from = null, quiet_until = null`
    await arrange('heartbeat_late')
    expect(await take()).toEqual([{ kind: 'heartbeat_late', amount: 1 }])
  })
})
