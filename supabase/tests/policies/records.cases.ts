import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const everyActor = (service: Case['expected'][7]): Case['expected'] => [NO, NO, NO, NO, NO, NO, NO, service]

/** Tables that belong to the server: closed to every caller, the service role apart where it stands in public. */
const CLOSED: readonly Case[] = [
  ['public.account_domains', `(domain, account_id) values ('new.test', '${ID.acme}')`, 'domain = domain'],
  ['public.domain_blacklist', `(domain) values ('new.test')`, 'domain = domain'],
].flatMap(([table, values, assignment]): Case[] => [
  {
    title: `${table}: read`,
    statement: `select domain from ${table} where domain in ('acme.test', 'gmail.com')`,
    expected: everyActor(1),
  },
  { title: `${table}: add`, statement: `insert into ${table} ${values}`, expected: everyActor(1) },
  {
    title: `${table}: change`,
    statement: `update ${table} set ${assignment} where domain in ('acme.test', 'gmail.com')`,
    expected: everyActor(1),
  },
  {
    title: `${table}: delete`,
    statement: `delete from ${table} where domain in ('acme.test', 'gmail.com')`,
    expected: everyActor(1),
  },
  { title: `${table}: truncate`, statement: `truncate ${table}`, expected: everyActor(NO) },
])

/** Bookkeeping in the schema private: no caller reaches it, not even the service role. Their functions are tested elsewhere. */
const PRIVATE: readonly Case[] = [
  'private.digest_times',
  'private.answering',
  'private.discovery_addresses',
  'private.kept_answers',
  'private.heartbeat_news',
  'private.former_members',
  'private.own_values',
  'private.past_addresses',
  'private.renewals_told',
  'private.waiting_newcomers',
  'private.public_mail_list',
  'private.sign_in_locks',
  'private.token_secrets',
  'private.made_secrets',
  'private.ended_tokens',
  'private.turns',
  'private.view_contents',
  'private.webhook_queue',
  'private.webhook_remains',
  'private.webhook_secrets',
  'private.webhook_work',
].flatMap((table) =>
  [
    `select * from ${table}`,
    `insert into ${table} default values`,
    `delete from ${table}`,
    `truncate ${table}`,
  ].map((statement) => ({ title: statement, statement, expected: everyActor(NO) })),
)

/** Notes about sign-ins, feature switches and what no caller reaches. */
export const RECORD_CASES: readonly Case[] = [
  ...CLOSED,
  ...PRIVATE,
  {
    title: '[CALL-31] [AUTH-61] sign-in attempts: note a failure',
    statement: `insert into public.login_attempts (email, success, attempted_at) values ('Ada@acme.test', false, now())`,
    expected: [1, 1, 1, 1, 1, 1, 1, { refused: '23514' }],
  },
  {
    title: 'sign-in attempts: note a success',
    statement: `insert into public.login_attempts (email, success, attempted_at) values ('ada@acme.test', true, now())`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'sign-in attempts: speak for the server',
    statement: `insert into public.login_attempts (email, success, source) values ('ada@acme.test', false, 'server')`,
    expected: everyActor(1),
  },
  {
    title: 'sign-in attempts: read',
    statement: 'select * from public.login_attempts',
    expected: everyActor(0),
  },
  {
    title: 'sign-in attempts: change',
    statement: 'update public.login_attempts set success = true',
    expected: everyActor(0),
  },
  {
    title: 'sign-in attempts: delete',
    statement: 'delete from public.login_attempts',
    expected: everyActor(0),
  },
  {
    title: 'sign-in attempts: truncate',
    statement: 'truncate public.login_attempts',
    expected: everyActor(NO),
  },
  {
    title: '[DIS-06] [CALL-23] features: read the switches that one can see',
    statement: 'select feature_name, enabled from public.app_features',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'features: read those of the other account',
    statement: `select enabled from public.app_features where account_id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: '[PERM-29] [CALL-48] features: add a switch',
    statement: `insert into public.app_features (account_id, feature_name, enabled, updated_by)
      values ('${ID.acme}', 'solutions', false, '${ID.admin}')`,
    expected: [NO, NO, NO, NO, NO, NO, 1, 1],
  },
  {
    title: 'features: add a switch to the other account',
    statement: `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.rivals}', 'solutions', false)`,
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: '[PERM-29] [CALL-49] features: turn a switch',
    statement: `update public.app_features set enabled = false, updated_by = '${ID.admin}', updated_at = now()
      where account_id = '${ID.acme}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'features: turn every switch, the filter forgotten',
    statement: 'update public.app_features set enabled = false',
    expected: [NO, 0, 1, 0, 0, 0, 1, 2],
  },
  {
    title: '[SET-23] features: add one that is not known',
    statement: `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'processes', true)`,
    expected: [NO, NO, NO, NO, NO, NO, { refused: '23514' }, { refused: '23514' }],
  },
  {
    title: '[SET-29] features: switch on one that stays off',
    statement: `insert into public.app_features (account_id, feature_name, enabled) values ('${ID.acme}', 'q_and_a', true)`,
    expected: [NO, NO, NO, NO, NO, NO, { refused: '23514' }, { refused: '23514' }],
  },
  {
    title: 'features: delete a switch',
    statement: 'delete from public.app_features',
    expected: everyActor(2),
  },
  { title: 'features: truncate', statement: 'truncate public.app_features', expected: everyActor(NO) },
]
