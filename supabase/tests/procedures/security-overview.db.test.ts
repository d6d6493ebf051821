import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const entrySchema = z.object({
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  action: z.string(),
  source: z.string(),
  resource_id: z.string().nullable(),
})
const overviewSchema = z.object({
  figures: z.object({
    events: z.number(),
    failed_sign_ins: z.number(),
    lock_outs: z.number(),
    level_changes: z.number(),
    by_day: z.array(z.object({ day: z.string(), events: z.number(), failed_sign_ins: z.number() })),
  }),
  newest: z.array(entrySchema),
  level_changes: z.array(entrySchema),
  open_lock_outs: z.array(z.object({ id: z.string(), name: z.string(), locked_until: z.string() })),
  without_second_factor: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  not_seen: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  stale_invitations: z.number(),
})

async function overviewOf(actor: Person): Promise<z.infer<typeof overviewSchema>> {
  const [row] = await stage.as(actor, (tx) => tx`select public.get_security_overview() as overview`)
  return overviewSchema.parse(row?.['overview'])
}

async function attempt(email: string, valid: boolean, ip = '203.0.113.66'): Promise<unknown> {
  const event = JSON.stringify({ user_id: null, valid, metadata: { email, ip_address: ip } })
  const [row] = await stage.auth`select public.password_verification_attempt(${event}::text::jsonb) as answer`
  return row?.['answer']
}

async function lockOut(email: string): Promise<void> {
  for (let time = 0; time < 5; time += 1) await attempt(email, false)
}

const decisionOf = async (email: string) =>
  z.object({ decision: z.string() }).parse(await attempt(email, true)).decision

const release = (actor: Person, id: string) =>
  stage.as(
    actor,
    async (tx) => (await tx`select public.release_lock_out(${id}) as released`)[0]?.['released'],
    {
      keep: true,
    },
  )

describe('the overview', () => {
  it('[GAP-17] [SEC-01] counts events, failed sign-ins, lock-outs and level changes', async () => {
    const before = (await overviewOf('admin')).figures
    await lockOut('vic@acme.test')
    await stage.as(
      'admin',
      (tx) => tx`update public.account_members set permission_level = 'manager' where user_id = ${ID.user}`,
      { keep: true },
    )
    const after = (await overviewOf('admin')).figures
    expect({ ...after, by_day: [] }).toEqual({
      events: before.events + 7,
      failed_sign_ins: before.failed_sign_ins + 5,
      lock_outs: before.lock_outs + 1,
      level_changes: before.level_changes + 1,
      by_day: [],
    })
    expect(after.by_day.at(-1)).toMatchObject({
      events: after.events,
      failed_sign_ins: after.failed_sign_ins,
    })
  })

  it('[SEC-10] [GAP-17] has 30 days, the last of them today, and knows nothing older', async () => {
    const before = await overviewOf('admin')
    await stage.admin`
      insert into public.security_audit_log (account_id, action, resource_type, created_at) values
        (${ID.acme}, 'failed_login', 'user_account', now() - interval '30 days 1 minute')`
    const after = await overviewOf('admin')
    expect(after.figures).toEqual(before.figures)
    const days = after.figures.by_day.map(({ day }) => day)
    const [today] = await stage.admin`select (now() at time zone 'utc')::date::text as day`
    expect(new Set(days).size).toBe(30)
    expect(days).toEqual(days.toSorted())
    expect(days.at(-1)).toBe(today?.['day'])
  })

  it('[SEC-11] counts all events, and hands out at most 100 of them', async () => {
    const before = (await overviewOf('admin')).figures
    await stage.admin`
      insert into public.security_audit_log (account_id, action, resource_type, source)
      select ${ID.acme}, action, 'user_account', 'server'
      from unnest('{failed_login,permission_updated}'::text[]) action, generate_series(1, 120)`
    const { figures, newest, level_changes: levelChanges } = await overviewOf('admin')
    expect(figures.events).toBe(before.events + 240)
    expect(figures.failed_sign_ins).toBe(before.failed_sign_ins + 120)
    expect(figures.level_changes).toBe(before.level_changes + 120)
    expect(newest.length + levelChanges.length).toBeLessThanOrEqual(100)
    expect(levelChanges).not.toHaveLength(0)
  })

  it('[SEC-12] lists the ten newest entries with names, reports of browsers among them', async () => {
    const report = `insert into public.security_audit_log (action, resource_type)
      select 'profile_viewed', 'profile' from generate_series(1, 12)`
    await stage.as('viewer', (tx) => tx.unsafe(report), { keep: true })
    const { newest } = await overviewOf('admin')
    expect(newest).toHaveLength(10)
    expect(newest[0]).toMatchObject({ action: 'profile_viewed', user_name: 'Vic Viewer', source: 'browser' })
  })

  it('[OPEN-19] lists level changes, open lock-outs and members without a second factor', async () => {
    await lockOut('cleo@acme.test')
    await stage.as(
      'admin',
      (tx) => tx`update public.account_members set permission_level = 'user' where user_id = ${ID.viewer}`,
      { keep: true },
    )
    const seen = await overviewOf('admin')
    expect(seen.level_changes[0]).toMatchObject({ user_name: 'Ada Admin', resource_id: ID.viewer })
    expect(seen.open_lock_outs).toContainEqual(
      expect.objectContaining({ id: ID.colleague, name: 'Cleo Colleague' }),
    )
    const [factors] = await stage.admin`select to_regclass('auth.mfa_factors') is not null as known`
    const names = seen.without_second_factor?.map(({ name }) => name)
    expect(names).toEqual(
      factors?.['known'] === true
        ? ['Ada Admin', 'Cleo Colleague', 'Dan Deputy', 'Mia Manager', 'Uma User', 'Vic Viewer']
        : undefined,
    )
  })

  it('says that second factors are unknown where the auth server does not tell', async () => {
    class Undo extends Error {}
    const withheld = stage.admin.begin(async (tx) => {
      await tx`revoke usage on schema auth from cairn_definer`
      await become(tx, 'admin')
      const [row] = await tx`select public.get_security_overview() as overview`
      const seen = overviewSchema.parse(row?.['overview'])
      expect(seen.without_second_factor).toBeNull()
      expect(seen.not_seen).toBeNull()
      throw new Undo()
    })
    await expect(withheld).rejects.toThrow(Undo)
  })

  it('[SEC-01] counts invitations that nobody answered, and lists who has not been here for 90 days', async () => {
    const before = await overviewOf('admin')
    await stage.admin`
      insert into public.pending_invitations (account_id, email, name, invitation_token, expires_at, declined_at) values
        (${ID.acme}, 'late@new.test', 'Late', 'late', now() - interval '1 minute', null),
        (${ID.acme}, 'no@new.test', 'No', 'no', now() - interval '1 minute', now())`
    await stage.admin`
      update public.account_members set created_at = now() - interval '91 days'
      where user_id in (${ID.deputy}, ${ID.manager})`
    await stage.auth`update auth.users set last_sign_in_at = now() - interval '89 days' where id = ${ID.manager}`
    const after = await overviewOf('admin')
    expect(after.stale_invitations).toBe(before.stale_invitations + 1)
    expect(before.not_seen).toEqual([])
    expect(after.not_seen).toEqual([{ id: ID.deputy, name: 'Dan Deputy' }])
    await stage.admin`update public.account_members set created_at = now() where user_id in (${ID.deputy}, ${ID.manager})`
  })

  it('speaks of no other account', async () => {
    await lockOut('mia@acme.test')
    const seen = JSON.stringify(await overviewOf('rival'))
    for (const id of [ID.admin, ID.manager, ID.user, ID.viewer, ID.colleague]) expect(seen).not.toContain(id)
  })

  it('[SEC-08] is refused to others, who are told who may see it', async () => {
    await expect(overviewOf('manager')).rejects.toMatchObject({
      code: '42501',
      message: 'Security monitoring is only available to administrators.',
    })
  })
})

describe('release_lock_out', () => {
  it('[OPEN-19] lets a member in again, with five tries, and is in the log', async () => {
    await lockOut('dan@acme.test')
    expect(await decisionOf('dan@acme.test')).toBe('reject')
    expect(await release('admin', ID.deputy)).toBe(true)
    const { newest, open_lock_outs: open } = await overviewOf('admin')
    expect(newest[0]).toMatchObject({
      action: 'lock_out_released',
      user_id: ID.admin,
      resource_id: ID.deputy,
      source: 'server',
    })
    expect(open.map(({ id }) => id)).not.toContain(ID.deputy)
    for (let time = 0; time < 4; time += 1) await attempt('dan@acme.test', false)
    expect(await decisionOf('dan@acme.test')).toBe('continue')
  })

  it('releases no member of another account, and does not reveal that they are locked out', async () => {
    await lockOut('uma@acme.test')
    expect(await release('rival', ID.user)).toBe(false)
    expect(await release('rival', ID.nobody)).toBe(false)
    expect(await decisionOf('uma@acme.test')).toBe('reject')
  })

  it('says when there is nothing to release', async () => {
    expect(await release('admin', ID.admin)).toBe(false)
  })
})

describe('remind_of_second_factor', () => {
  const remind = (actor: Person, id: string) =>
    stage.as(
      actor,
      async (tx) => (await tx`select public.remind_of_second_factor(${id}) as told`)[0]?.['told'],
      { keep: true },
    )
  const toldOf = async (id: string) =>
    [
      ...(await stage.admin`select kind, mail_due from public.notifications where user_id = ${id}
      and kind = 'second_factor_wanted'`),
    ].map((row) => ({ ...row }))

  it('[OPEN-19] asks a member by notification and mail, once a day, and is in the log', async () => {
    expect(await remind('admin', ID.colleague)).toBe(true)
    expect(await toldOf(ID.colleague)).toEqual([{ kind: 'second_factor_wanted', mail_due: true }])
    expect(await remind('admin', ID.colleague)).toBe(false)
    expect(await toldOf(ID.colleague)).toHaveLength(1)
    const [last] = (await overviewOf('admin')).newest
    expect(last).toMatchObject({ action: 'second_factor_reminder_sent', resource_id: ID.colleague })
  })

  it('asks nobody of another account, nobody who has one, and not the caller', async () => {
    expect(await remind('rival', ID.user)).toBe(false)
    expect(await remind('admin', ID.admin)).toBe(false)
    await stage.auth`
      insert into auth.mfa_factors (id, user_id, factor_type, status, phone)
      values (gen_random_uuid(), ${ID.user}, 'phone', 'verified', '491700000000')`
    expect(await remind('admin', ID.user)).toBe(false)
    expect(await toldOf(ID.user)).toEqual([])
  })

  it('is refused to others', async () => {
    await expect(remind('manager', ID.user)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('get_my_security_activity', () => {
  const activityOf = (actor: Person) =>
    stage.as(actor, async (tx) =>
      [...(await tx`select action, source, ip_address from public.get_my_security_activity()`)].map(
        (row) => ({
          ...row,
        }),
      ),
    )

  it('[OPEN-20] shows the caller’s own sign-ins and password events, newest first', async () => {
    await attempt('rex@rival.test', false, '198.51.100.5')
    await stage.auth`update auth.users set encrypted_password = 'x' where id = ${ID.rival}`
    expect(await activityOf('rival')).toEqual([
      { action: 'password_changed', source: 'server', ip_address: null },
      { action: 'failed_login', source: 'server', ip_address: '198.51.100.5' },
    ])
  })

  it('shows nothing of others, at any level', async () => {
    expect(await activityOf('admin')).toEqual([])
    expect(await activityOf('unplaced')).toEqual([])
  })
})
