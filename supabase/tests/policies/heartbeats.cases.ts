import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { HEARTBEAT_TOKEN, OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MEMBERS_READ: Case['expected'] = [NO, 0, 0, 1, 1, 1, 1, 1]
const MISSING = { refused: 'PT404' } as const
/** The actors who may change the automation: `user`, who made it, and managers. */
const WHO_MAY_CHANGE: Case['expected'] = [NO, MISSING, MISSING, NO, 1, 1, 1, NO]
const ADMINS: Case['expected'] = [NO, NO, 1, NO, NO, NO, 1, NO]

/**
 * The rights to heartbeats: members read states and runs, and nobody the hash of an address; a member who may change a
 * record makes its address.
 */
export const HEARTBEAT_CASES: readonly Case[] = [
  {
    title: 'heartbeats: read one',
    statement: `select id, status, late_at from public.heartbeats where id = '${OWN.heartbeat}'`,
    expected: MEMBERS_READ,
  },
  {
    title: 'heartbeats: read one of the other account',
    statement: `select id from public.heartbeats where id = '${OWN.rivalHeartbeat}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'heartbeats: read the hash of an address',
    statement: `select token_hash from public.heartbeats where id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  {
    title: 'heartbeats: read the hash of a former address',
    statement: `select former_hash from public.heartbeats where id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  {
    title: 'heartbeats: forge one',
    statement: `insert into public.heartbeats (account_id, kind, record_id) values ('${ID.acme}', 'agent', '${ID.helper}')`,
    expected: REFUSED,
  },
  {
    title: 'heartbeats: change one',
    statement: `update public.heartbeats set status = 'up' where id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  {
    title: 'heartbeats: delete one',
    statement: `delete from public.heartbeats where id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  { title: 'heartbeats: truncate', statement: 'truncate public.heartbeats', expected: REFUSED },
  {
    title: 'runs: read one',
    statement: `select * from public.runs where heartbeat_id = '${OWN.heartbeat}'`,
    expected: MEMBERS_READ,
  },
  {
    title: 'runs: forge one',
    statement: `insert into public.runs (heartbeat_id, number, account_id, outcome)
      values ('${OWN.heartbeat}', 2, '${ID.acme}', 'success')`,
    expected: REFUSED,
  },
  {
    title: 'runs: change one',
    statement: `update public.runs set outcome = 'failure' where heartbeat_id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  {
    title: 'runs: delete one',
    statement: `delete from public.runs where heartbeat_id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  { title: 'runs: truncate', statement: 'truncate public.runs', expected: REFUSED },
  {
    title: 'sums of runs: read one',
    statement: `select * from public.run_days where heartbeat_id = '${OWN.heartbeat}'`,
    expected: MEMBERS_READ,
  },
  {
    title: 'sums of runs: forge one',
    statement: `insert into public.run_days (heartbeat_id, day, account_id) values ('${OWN.heartbeat}', '2026-01-01', '${ID.acme}')`,
    expected: REFUSED,
  },
  {
    title: 'sums of runs: change one',
    statement: `update public.run_days set successes = 9 where heartbeat_id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  {
    title: 'sums of runs: delete one',
    statement: `delete from public.run_days where heartbeat_id = '${OWN.heartbeat}'`,
    expected: REFUSED,
  },
  { title: 'sums of runs: truncate', statement: 'truncate public.run_days', expected: REFUSED },
  {
    title: 'callers: read one',
    statement: `select * from public.discovered_callers where id = '${OWN.caller}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'callers: forge one',
    statement: `insert into public.discovered_callers (account_id, name) values ('${ID.acme}', 'B')`,
    expected: REFUSED,
  },
  {
    title: 'callers: change one',
    statement: `update public.discovered_callers set state = 'refused' where id = '${OWN.caller}'`,
    expected: REFUSED,
  },
  {
    title: 'callers: delete one',
    statement: `delete from public.discovered_callers where id = '${OWN.caller}'`,
    expected: REFUSED,
  },
  { title: 'callers: truncate', statement: 'truncate public.discovered_callers', expected: REFUSED },
  {
    title: 'ping',
    statement: `select from (select public.ping('${HEARTBEAT_TOKEN}') as answer) p where answer = '"OK"'`,
    expected: [1, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'give_heartbeat',
    statement: `select public.give_heartbeat('agent', '${ID.helper}')`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'rotate_heartbeat',
    statement: `select public.rotate_heartbeat('${OWN.heartbeat}')`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'revoke_heartbeat',
    statement: `select public.revoke_heartbeat('${OWN.heartbeat}')`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'pause_heartbeat',
    statement: `select public.pause_heartbeat('${OWN.heartbeat}', true)`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'silence_heartbeat',
    statement: `select public.silence_heartbeat('${OWN.heartbeat}', now() + interval '1 hour')`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'expect_of_heartbeat',
    statement: `select public.expect_of_heartbeat('${OWN.heartbeat}', 'interval', 600, 3600)`,
    expected: WHO_MAY_CHANGE,
  },
  {
    title: 'give_heartbeats',
    statement: `select from jsonb_array_elements(public.give_heartbeats('agent', '{${ID.helper}}'))`,
    expected: [NO, 0, 0, 0, 1, 1, 1, NO],
  },
  {
    title: 'pause_heartbeats',
    statement: `select from (select public.pause_heartbeats('automation', '{${ID.invoices}}', true) as n) p where n > 0`,
    expected: [NO, 0, 0, 0, 1, 1, 1, NO],
  },
  {
    title: 'get_heartbeats',
    statement: `select from jsonb_array_elements(public.get_heartbeats('automation', '{${ID.invoices}}'))`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_runs',
    statement: `select from jsonb_array_elements(public.get_runs('${OWN.heartbeat}'))`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_run_days',
    statement: `select from public.get_run_days('${OWN.heartbeat}')`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_heartbeat_counts',
    statement: `select from (select to_json(public.get_heartbeat_counts()) as c) s where c ->> 'on_time' = '1'`,
    expected: [NO, 0, 1, 1, 1, 1, 1, NO],
  },
  { title: 'make_discovery_address', statement: 'select public.make_discovery_address()', expected: ADMINS },
  {
    title: 'revoke_discovery_address',
    statement: 'select public.revoke_discovery_address()',
    expected: ADMINS,
  },
  {
    title: 'get_discovered',
    statement: `select from jsonb_array_elements(public.get_discovered() -> 'items')`,
    expected: ADMINS,
  },
  {
    title: 'join_discovered',
    statement: `select public.join_discovered('${OWN.caller}', 'automation', '${ID.invoices}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'register_discovered',
    statement: `select public.register_discovered('${OWN.caller}', 'automation', 'Night job', 'Other')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'refuse_discovered',
    statement: `select from (select public.refuse_discovered('{${OWN.caller}}') as done) d where done > 0`,
    expected: [NO, NO, 0, NO, NO, NO, 1, NO],
  },
]
