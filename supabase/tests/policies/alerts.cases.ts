import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const
const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const ONLY_OWN: Case['expected'] = [NO, 0, 1, 0, 1, 0, 0, 2]

const plan = (record: string) =>
  `insert into public.maintenance_windows (record_id, starts_at, ends_at, note, assigned_by)
    values ('${record}', now() + interval '3 days', now() + interval '4 days', 'Disks', '${ID.admin}')`

/** Windows of every record are added and removed from level user on; settings are an admin's, deputies and calendars one's own. */
export const ALERT_CASES: readonly Case[] = [
  {
    title: 'maintenance: add a window of a record of a colleague',
    statement: plan(ID.ledger),
    expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'maintenance: add a window of a record of the other account',
    statement: plan(ID.rivalSystem),
    expected: [NO, NO, 1, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'maintenance: add a window of what does not exist, all the same',
    statement: plan(ID.nobody),
    expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'maintenance: name the account in the request',
    statement: `insert into public.maintenance_windows (account_id, record_id, ends_at)
      values ('${ID.acme}', '${ID.ledger}', now() + interval '1 hour')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'maintenance: read all',
    statement: 'select * from public.maintenance_windows',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'maintenance: move a window',
    statement: `update public.maintenance_windows set ends_at = ends_at + interval '1 day'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 2],
  },
  {
    title: 'maintenance: remove one',
    statement: `delete from public.maintenance_windows where id = '${OWN.maintenance}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'maintenance: remove one of the other account',
    statement: `delete from public.maintenance_windows where id = '${OWN.rivalMaintenance}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  { title: 'maintenance: truncate', statement: 'truncate public.maintenance_windows', expected: REFUSED },
  {
    title: 'escalation: read the time of both accounts',
    statement: 'select * from public.alert_settings',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'escalation: change the time',
    statement: `update public.alert_settings set escalate_after_hours = 8 where account_id = '${ID.acme}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, NO],
  },
  {
    title: 'escalation: say it for another account',
    statement: `insert into public.alert_settings (account_id) values ('${ID.rivals}')`,
    expected: REFUSED,
  },
  { title: 'escalation: delete the time', statement: 'delete from public.alert_settings', expected: REFUSED },
  { title: 'escalation: truncate', statement: 'truncate public.alert_settings', expected: REFUSED },
  {
    title: 'escalation: read the alerts that are open',
    statement: 'select * from private.open_alerts',
    expected: REFUSED,
  },
  {
    title: 'deputies: read what one can see',
    statement: 'select * from public.deputies',
    expected: ONLY_OWN,
  },
  {
    title: 'deputies: name one past the procedure',
    statement: `insert into public.deputies (account_id, user_id, deputy_id) values ('${ID.acme}', '${ID.viewer}', '${ID.admin}')`,
    expected: REFUSED,
  },
  {
    title: 'deputies: become one of a colleague',
    statement: `update public.deputies set deputy_id = '${ID.manager}'`,
    expected: REFUSED,
  },
  { title: 'deputies: delete', statement: 'delete from public.deputies', expected: REFUSED },
  { title: 'deputies: truncate', statement: 'truncate public.deputies', expected: REFUSED },
  {
    title: 'calendars: read the addresses that one can see',
    statement: 'select id, user_id, view_id, last_used_at from public.calendar_addresses',
    expected: ONLY_OWN,
  },
  {
    title: 'calendars: read the hashes',
    statement: 'select token_hash from public.calendar_addresses',
    expected: REFUSED,
  },
  {
    title: 'calendars: forge an address',
    statement: `insert into public.calendar_addresses (account_id, user_id, token_hash) values ('${ID.acme}', '${ID.admin}', 'x')`,
    expected: REFUSED,
  },
  {
    title: 'calendars: take an address over',
    statement: `update public.calendar_addresses set token_hash = 'x'`,
    expected: REFUSED,
  },
  { title: 'calendars: delete', statement: 'delete from public.calendar_addresses', expected: REFUSED },
  { title: 'calendars: truncate', statement: 'truncate public.calendar_addresses', expected: REFUSED },
  {
    title: 'calendars: read one by its secret',
    statement: `select private.read_calendar('x', '10.0.0.0/24')`,
    expected: REFUSED,
  },
]
