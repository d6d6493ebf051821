import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const nobodyBut = (service: Case['expected'][7]): Case['expected'] => [NO, NO, NO, NO, NO, NO, NO, service]
/** `user` and `rival` have a row each, and reach that one. */
const ONLY_OWN: Case['expected'] = [NO, 0, 1, 0, 1, 0, 0, 2]
const ONLY_USER: Case['expected'] = [NO, NO, NO, NO, 1, NO, NO, 1]
const TAKEN = { refused: '23505' } as const

const NOTIFICATIONS = `id in ('${OWN.notification}', '${OWN.rivalNotification}')`

const PREFERENCES: readonly Case[] = [
  {
    title: '[CALL-24] preferences: read what one can see',
    statement: 'select * from public.notification_preferences',
    expected: ONLY_OWN,
  },
  {
    title: '[CALL-50] preferences: save for the first time',
    statement: `insert into public.notification_preferences (user_id, email, push, mentions, weekly_digest, updated_at)
      values ('${ID.viewer}', true, true, true, false, now())`,
    expected: [NO, NO, NO, 1, NO, NO, NO, 1],
  },
  {
    title: '[CALL-50] preferences: save again, by upsert',
    statement: `insert into public.notification_preferences (user_id, email) values ('${ID.user}', false)
      on conflict (user_id) do update set user_id = excluded.user_id, email = excluded.email`,
    expected: ONLY_USER,
  },
  {
    title: 'preferences: change, the filter forgotten',
    statement: 'update public.notification_preferences set email = false',
    expected: ONLY_OWN,
  },
  {
    title: 'preferences: give to another person',
    statement: `update public.notification_preferences set user_id = '${ID.admin}'`,
    expected: [NO, 0, NO, 0, NO, 0, 0, TAKEN],
  },
  {
    title: 'preferences: change what follows the user metadata',
    statement: `update public.notification_preferences set language = 'de', time_zone = 'Europe/Berlin'`,
    expected: nobodyBut(2),
  },
  {
    title: 'preferences: delete',
    statement: 'delete from public.notification_preferences',
    expected: nobodyBut(2),
  },
  {
    title: 'preferences: truncate',
    statement: 'truncate public.notification_preferences',
    expected: nobodyBut(NO),
  },
]

/** Members read their own rows; the procedures of the inbox alone write them. */
const INBOX: readonly Case[] = [
  {
    title: 'snoozes: read what one can see',
    statement: 'select * from public.inbox_snoozes',
    expected: ONLY_OWN,
  },
  {
    title: 'snoozes: add',
    statement: `insert into public.inbox_snoozes (account_id, user_id, reason, line_id, until)
      values ('${ID.acme}', '${ID.user}', 'late', 'x', now() + interval '1 day')`,
    expected: nobodyBut(1),
  },
  {
    title: 'snoozes: change',
    statement: 'update public.inbox_snoozes set until = now()',
    expected: nobodyBut(2),
  },
  { title: 'snoozes: delete', statement: 'delete from public.inbox_snoozes', expected: nobodyBut(2) },
  { title: 'snoozes: truncate', statement: 'truncate public.inbox_snoozes', expected: nobodyBut(NO) },
  {
    title: 'mutes: read what one can see',
    statement: 'select * from public.inbox_mutes',
    expected: ONLY_OWN,
  },
  {
    title: 'mutes: add',
    statement: `insert into public.inbox_mutes (account_id, user_id, reason) values ('${ID.acme}', '${ID.user}', 'late')`,
    expected: nobodyBut(1),
  },
  {
    title: 'mutes: change',
    statement: `update public.inbox_mutes set reason = 'late'`,
    expected: nobodyBut(2),
  },
  { title: 'mutes: delete', statement: 'delete from public.inbox_mutes', expected: nobodyBut(2) },
  { title: 'mutes: truncate', statement: 'truncate public.inbox_mutes', expected: nobodyBut(NO) },
]

const NOTIFICATION_CASES: readonly Case[] = [
  {
    title: '[OPEN-02] notifications: read what one can see',
    statement: `select * from public.notifications where ${NOTIFICATIONS}`,
    expected: ONLY_OWN,
  },
  {
    title: 'notifications: write one to a person',
    statement: `insert into public.notifications (account_id, user_id, number, kind, in_app, mail_due)
      values ('${ID.acme}', '${ID.user}', 2, 'level_changed', true, true)`,
    expected: nobodyBut(1),
  },
  {
    title: '[OPEN-02] notifications: mark as read',
    statement: `update public.notifications set read_at = now() where ${NOTIFICATIONS}`,
    expected: ONLY_OWN,
  },
  {
    title: 'notifications: change what was said',
    statement: `update public.notifications set record_name = 'Other' where ${NOTIFICATIONS}`,
    expected: nobodyBut(2),
  },
  {
    title: 'notifications: delete',
    statement: `delete from public.notifications where ${NOTIFICATIONS}`,
    expected: ONLY_OWN,
  },
  {
    title: 'notifications: truncate',
    statement: 'truncate public.notifications',
    expected: nobodyBut(NO),
  },
  {
    title: 'notifications: list, count and mark all',
    statement: `select * from public.mark_all_notifications_read(), public.unread_notification_count()`,
    expected: [NO, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'notifications: take those that are to be mailed',
    // The query takes notifications that have waited for a day: within a minute, the usual time, these tests may still
    // be running.
    statement: 'select * from public.take_notification_mails(20, 86400)',
    expected: nobodyBut(0),
  },
  {
    title: 'digests: take those that are due',
    statement: 'select * from public.take_weekly_digests()',
    expected: nobodyBut(0),
  },
  {
    title: 'renewals: tell of those that are due',
    statement: 'select public.tell_of_renewals()',
    expected: nobodyBut(1),
  },
  {
    title: 'mails: stop those of another person',
    statement: `select public.stop_mails('${ID.admin}', 'email')`,
    expected: nobodyBut(1),
  },
  {
    title: 'jobs: try anew what failed',
    statement: 'select * from public.list_jobs(), public.retry_failed_jobs()',
    expected: nobodyBut(0),
  },
  ...['jobs', 'job_failures', 'accounts_to_delete'].map((name) => ({
    title: `jobs: read ${name}`,
    statement: `select * from private.${name}`,
    expected: nobodyBut(NO),
  })),
  {
    title: 'jobs: lease',
    statement: `select private.lease_jobs(array['count'], array[5], gen_random_uuid(), 5)`,
    expected: nobodyBut(NO),
  },
  {
    title: 'expiry: delete what is too old',
    statement: `select * from public.delete_expired('history', 36500) as deleted where deleted > 0`,
    expected: nobodyBut(0),
  },
  {
    title: 'notifications: write in the name of the server',
    statement: `select private.notify('${ID.acme}', '${ID.user}', 'level_changed')`,
    expected: nobodyBut(NO),
  },
]

const PASSWORD_CASES: readonly Case[] = [
  {
    title: 'password history: read',
    statement: 'select id from public.password_history',
    expected: nobodyBut(NO),
  },
  {
    title: '[CALL-52] password history: record one',
    statement: `insert into public.password_history (user_id, password_hash) values ('${ID.user}', 'x')`,
    expected: [NO, NO, NO, NO, 1, NO, NO, NO],
  },
  {
    title: 'password history: record one and read it back',
    statement: `insert into public.password_history (user_id, password_hash) values ('${ID.user}', 'x') returning id`,
    expected: nobodyBut(NO),
  },
  {
    title: 'password history: change',
    statement: `update public.password_history set password_hash = 'y'`,
    expected: nobodyBut(NO),
  },
  {
    title: 'password history: delete',
    statement: 'delete from public.password_history',
    expected: nobodyBut(NO),
  },
  {
    title: 'password history: truncate',
    statement: 'truncate public.password_history',
    expected: nobodyBut(NO),
  },
  {
    title: '[CALL-71] password history: ask about those of a person',
    statement: `select public.check_password_history('${ID.user}', 'x')`,
    expected: [NO, NO, NO, NO, 1, NO, NO, NO],
  },
  {
    title: '[CALL-26] rate limits: read what one can see',
    statement: `select * from public.security_rate_limits
      where action_type = 'password_change' and window_start >= now() - interval '15 minutes'
      order by window_start desc`,
    expected: ONLY_OWN,
  },
  {
    title: '[CALL-53] rate limits: begin a window',
    statement: `insert into public.security_rate_limits (user_id, action_type, attempts, window_start)
      values ('${ID.user}', 'password_change', 1, now())`,
    expected: ONLY_USER,
  },
  {
    title: '[CALL-54] rate limits: count, the filter forgotten',
    statement: `update public.security_rate_limits set attempts = 2, blocked_until = now()`,
    expected: ONLY_OWN,
  },
  {
    title: 'rate limits: give to another person',
    statement: `update public.security_rate_limits set user_id = '${ID.admin}'`,
    expected: nobodyBut(2),
  },
  {
    title: '[CALL-55] rate limits: reset, the filter forgotten',
    statement: 'delete from public.security_rate_limits',
    expected: ONLY_OWN,
  },
  {
    title: 'rate limits: truncate',
    statement: 'truncate public.security_rate_limits',
    expected: nobodyBut(NO),
  },
]

const APPEARANCE_CASES: readonly Case[] = [
  {
    title: '[CALL-25] [GAP-21] appearance: read what one can see',
    statement: 'select * from public.appearance_settings',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'appearance: read that of the other account',
    statement: `select * from public.appearance_settings where account_id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: '[CALL-51] [PERM-29] appearance: save by upsert',
    statement: `insert into public.appearance_settings (account_id, account_name, description, logo_url, updated_at, updated_by)
      values ('${ID.acme}', 'Acme Works', 'Tools', 'https://acme.test/logo.png', now(), '${ID.admin}')
      on conflict (account_id) do update set account_id = excluded.account_id, account_name = excluded.account_name`,
    expected: [NO, NO, NO, NO, NO, NO, 1, 1],
  },
  {
    title: 'appearance: change, the filter forgotten',
    statement: `update public.appearance_settings set account_name = 'Mine'`,
    expected: [NO, 0, 1, 0, 0, 0, 1, 2],
  },
  {
    title: 'appearance: move to the other account',
    statement: `update public.appearance_settings set account_id = '${ID.acme}' where account_id = '${ID.rivals}'`,
    expected: [NO, 0, NO, 0, 0, 0, 0, TAKEN],
  },
  {
    title: 'appearance: delete',
    statement: 'delete from public.appearance_settings',
    expected: nobodyBut(2),
  },
  {
    title: 'appearance: truncate',
    statement: 'truncate public.appearance_settings',
    expected: nobodyBut(NO),
  },
]

/** The rights to rows of one person, or of one account: preferences, notifications, password records, appearance. */
export const OWN_CASES: readonly Case[] = [
  ...PREFERENCES,
  ...INBOX,
  ...NOTIFICATION_CASES,
  ...PASSWORD_CASES,
  ...APPEARANCE_CASES,
]
