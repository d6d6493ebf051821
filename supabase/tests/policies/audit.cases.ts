import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** The database computes the column: it refuses the statement before it checks rights. */
const COMPUTED = { refused: '428C9' } as const

const nobodyBut = (service: Case['expected'][7]): Case['expected'] => [NO, NO, NO, NO, NO, NO, NO, service]

const report = (columns: string, values: string) =>
  `insert into public.security_audit_log (action, resource_type${columns}) values ('profile_viewed', 'profile'${values})`

/** The rights to the audit log. Each account has one entry of the action profile_viewed. */
export const AUDIT_CASES: readonly Case[] = [
  {
    title: '[SEC-04] audit log: read what one can see',
    statement: `select * from public.security_audit_log where action = 'profile_viewed'`,
    expected: [NO, 0, 1, 0, 0, 0, 1, 2],
  },
  {
    title: '[CALL-27] audit log: read that of Acme',
    statement: `select * from public.security_audit_log where account_id = '${ID.acme}' and action = 'profile_viewed'
      order by created_at desc limit 100`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: '[CALL-28] audit log: read that of the last 30 days',
    statement: `select * from public.security_audit_log
      where created_at >= now() - interval '30 days' and action = 'profile_viewed' order by created_at desc limit 100`,
    expected: [NO, 0, 1, 0, 0, 0, 1, 2],
  },
  {
    title: 'audit log: read the caller’s own entries',
    statement: `select * from public.security_audit_log where user_id = '${ID.user}' and action = 'profile_viewed'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: '[CALL-56] [DATA-45] audit log: report to Acme',
    statement: report(
      ', account_id, user_id, resource_id, details, user_agent',
      `, '${ID.acme}', '${ID.user}', '${ID.viewer}', '{"viewed_profile_id": "${ID.viewer}"}', 'Browser'`,
    ),
    expected: [NO, NO, NO, 1, 1, 1, 1, 1],
  },
  {
    title: '[CALL-57] audit log: report a failure, the account left out',
    statement: `insert into public.security_audit_log (action, resource_type, details)
      values ('team_data_access_failed', 'team_profiles', '{"security_context": "protected_profile_access"}')`,
    expected: [NO, NO, 1, 1, 1, 1, 1, { refused: '23502' }],
  },
  {
    title: 'audit log: report to the other account',
    statement: report(', account_id', `, '${ID.rivals}'`),
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  ...(
    [
      ['source', `'server'`],
      ['ip_address', `'198.51.100.1'`],
      ['created_at', `now() - interval '1 year'`],
      ['id', `'${ID.nobody}'`],
    ] as const
  ).map(
    ([column, value]): Case => ({
      title: `audit log: forge ${column}`,
      statement: report(`, account_id, ${column}`, `, '${ID.acme}', ${value}`),
      expected: nobodyBut(1),
    }),
  ),
  {
    title: 'audit log: change',
    statement: `update public.security_audit_log set action = 'logout'`,
    expected: nobodyBut(NO),
  },
  { title: 'audit log: delete', statement: 'delete from public.security_audit_log', expected: nobodyBut(NO) },
  { title: 'audit log: truncate', statement: 'truncate public.security_audit_log', expected: nobodyBut(NO) },
  {
    title: '[SEC-08] [PERM-28] [PERM-29] security overview',
    statement: 'select public.get_security_overview()',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[SEC-04] [SEC-08] audit log: a page of it',
    statement: `select * from public.get_audit_log(action_param => 'profile_viewed')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[SEC-08] audit log: what it can be filtered by',
    statement: 'select public.get_audit_filters()',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'audit log: forge the severity',
    statement: report(', severity', `, 'low'`),
    expected: [COMPUTED, COMPUTED, COMPUTED, COMPUTED, COMPUTED, COMPUTED, COMPUTED, COMPUTED],
  },
  {
    title: '[OPEN-19] release a lock-out',
    statement: `select public.release_lock_out('${ID.user}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[OPEN-19] remind a member of the second factor',
    statement: `select public.remind_of_second_factor('${ID.user}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[CALL-73] report a password event',
    statement: `select public.log_security_event_enhanced('password_changed', 'user_account', 'high')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'audit log: clean up without the procedure that asks for the level',
    statement: 'select private.clean_audit_log()',
    expected: nobodyBut(NO),
  },
  {
    title: 'audit log: write in the name of the server',
    statement: `select private.write_audit('${ID.acme}', null, 'login_successful', 'user_account', null)`,
    expected: nobodyBut(NO),
  },
]
