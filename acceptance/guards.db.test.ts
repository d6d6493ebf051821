import { PASSWORD } from '@cairn/testing/people'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../supabase/tests/support/cast.ts'
import { type OnlineCast, openCast } from './support/cast.ts'

let online: OnlineCast
beforeAll(async () => {
  online = await openCast()
})
afterAll(() => online?.cairn.close())

const LOOPBACK = /^(127\.0\.0\.1|::1|::\/64)$/

/** The newest entries of an action in the log, as an admin of Acme reads them. */
async function logged(action: string): Promise<Record<string, unknown>[]> {
  const { data, error } = await online.clients.admin
    .from('security_audit_log')
    .select('*')
    .eq('account_id', ID.acme)
    .eq('action', action)
    .order('created_at', { ascending: false })
    .limit(100)
  expect(error).toBeNull()
  return data ?? []
}

describe('the audit log', () => {
  it('[DATA-42] has signed-in people with the address that the server saw', async () => {
    await online.cairn.signedIn({ email: 'mia@acme.test' })
    expect((await logged('login_successful'))[0]).toMatchObject({
      user_id: ID.manager,
      source: 'server',
      ip_address: expect.stringMatching(LOOPBACK),
    })
  })

  it('[DATA-42] has failed sign-ins of members, and none of strangers', async () => {
    const browser = online.cairn.browser()
    for (const email of ['dan@acme.test', 'nobody@acme.test'])
      await browser.auth.signInWithPassword({ email, password: 'Wrong-Horse-9' })
    const entries = await logged('failed_login')
    expect(entries).toMatchObject([{ user_id: ID.deputy, source: 'server' }])
  })

  it('[CALL-56] keeps a report as what it is, whatever it claims', async () => {
    const { error } = await online.clients.viewer.from('security_audit_log').insert({
      account_id: ID.acme,
      user_id: ID.admin,
      action: 'logout',
      resource_type: 'user_account',
      resource_id: ID.admin,
      details: {},
      user_agent: 'Forged',
    })
    expect(error).toBeNull()
    const [entry] = await logged('logout')
    expect(entry).toMatchObject({ user_id: ID.viewer, source: 'browser' })
    expect(entry?.['user_agent']).not.toBe('Forged')
  })

  it('[CALL-73] takes reports of a password change by name', async () => {
    const { error } = await online.clients.viewer.rpc('log_security_event_enhanced', {
      p_action: 'password_change_attempted',
      p_resource_type: 'user_account',
      p_severity: 'medium',
    })
    expect(error).toBeNull()
    expect(await logged('password_change_attempted')).toMatchObject([
      { user_id: ID.viewer, details: { severity: 'medium' } },
    ])
  })

  it('[GAP-17] adds up to an overview for admins', async () => {
    const { data } = await online.clients.admin.rpc('get_security_overview')
    expect(data).toMatchObject({ figures: { events: expect.any(Number) }, newest: expect.any(Array) })
    const refused = await online.clients.manager.rpc('get_security_overview')
    expect(refused.error).toMatchObject({
      code: '42501',
      message: 'Security monitoring is only available to administrators.',
    })
  })
})

describe('settings', () => {
  const preferences = (client: SupabaseClient) =>
    client.from('notification_preferences').select('email, push, mentions, weekly_digest').maybeSingle()

  it('[CALL-24] [CALL-50] preferences: none, then saved by upsert, twice', async () => {
    const { viewer } = online.clients
    expect((await preferences(viewer)).data).toBeNull()
    for (const weekly of [true, false]) {
      const row = { user_id: ID.viewer, email: false, push: true, mentions: true, weekly_digest: weekly }
      const { error } = await viewer
        .from('notification_preferences')
        .upsert({ ...row, updated_at: new Date().toISOString() }, { onConflict: 'user_id' })
      expect(error).toBeNull()
      expect((await preferences(viewer)).data).toMatchObject({ email: false, weekly_digest: weekly })
    }
    expect((await preferences(online.clients.user)).data).toMatchObject({ email: true })
  })

  it('[CALL-25] [CALL-51] appearance: saved by an admin, read by a viewer, refused to a manager', async () => {
    const save = (client: SupabaseClient, name: string) =>
      client.from('appearance_settings').upsert(
        {
          account_id: ID.acme,
          account_name: name,
          description: '',
          logo_url: '',
          updated_at: new Date().toISOString(),
        },
        { onConflict: 'account_id' },
      )
    expect((await save(online.clients.admin, 'Acme Works')).error).toBeNull()
    expect((await save(online.clients.manager, 'Mine')).error).toMatchObject({ code: '42501' })
    const { data } = await online.clients.viewer
      .from('appearance_settings')
      .select('account_name')
      .eq('account_id', ID.acme)
      .maybeSingle()
    expect(data).toEqual({ account_name: 'Acme Works' })
  })
})

describe('notifications', () => {
  it('[OPEN-02] reach the owner of what another person changed, and are read one by one or all at once', async () => {
    const { user, manager } = online.clients
    await user.rpc('mark_all_notifications_read')
    await manager.from('systems').update({ description: 'New' }).eq('id', ID.archive)
    await manager.from('agents').update({ description: 'New' }).eq('id', ID.helper)
    expect((await user.rpc('unread_notification_count')).data).toBe(2)
    const { data: list } = await user.rpc('get_my_notifications', { result_limit: 2 })
    expect(list).toMatchObject([
      { kind: 'record_changed', actor_name: 'Mia Manager', record_name: 'Helper', read_at: null },
      { kind: 'record_changed', actor_name: 'Mia Manager', record_name: 'Archive', read_at: null },
    ])
    await user
      .from('notifications')
      .update({ read_at: new Date().toISOString() })
      .eq('record_id', ID.archive)
      .is('read_at', null)
    expect((await user.rpc('unread_notification_count')).data).toBe(1)
    expect((await user.rpc('mark_all_notifications_read')).data).toBe(1)
  })
})

describe('password records', () => {
  it('[CALL-52] [CALL-71] are written and compared, and no caller reads them', async () => {
    const { user } = online.clients
    const hash = 'a'.repeat(64)
    expect(
      (await user.from('password_history').insert({ user_id: ID.user, password_hash: hash })).error,
    ).toBeNull()
    const ask = (value: string) =>
      user.rpc('check_password_history', { user_id_param: ID.user, new_password_hash: value })
    expect((await ask(hash)).data).toBe(false)
    expect((await ask('b'.repeat(64))).data).toBe(true)
    expect((await user.from('password_history').select('password_hash')).error).toMatchObject({
      code: '42501',
    })
  })

  it('[CALL-26] [CALL-53] [CALL-54] [CALL-55] a window is begun, counted, found and reset', async () => {
    const { viewer } = online.clients
    const mine = { user_id: ID.viewer, action_type: 'password_change' }
    const since = new Date(Date.now() - 15 * 60_000).toISOString()
    const find = () =>
      viewer
        .from('security_rate_limits')
        .select('*')
        .match(mine)
        .gte('window_start', since)
        .order('window_start', { ascending: false })
        .limit(1)
    const begun = { ...mine, attempts: 1, window_start: new Date().toISOString() }
    expect((await viewer.from('security_rate_limits').insert(begun)).error).toBeNull()
    await viewer.from('security_rate_limits').update({ attempts: 2 }).match(mine)
    expect((await find()).data).toMatchObject([{ attempts: 2 }])
    await viewer.from('security_rate_limits').delete().match(mine)
    expect((await find()).data).toEqual([])
  })
})

it('[DATA-42] a changed password is in the log, with the server as its source', async () => {
  const { client } = await online.cairn.signedIn({ email: 'cleo@acme.test' })
  const before = await logged('password_changed')
  const { error } = await client.auth.updateUser({ password: `${PASSWORD}-and-more!` })
  expect(error).toBeNull()
  const [entry, ...others] = await logged('password_changed')
  expect(entry).toMatchObject({ user_id: ID.colleague, source: 'server' })
  expect(others).toEqual(before)
})
