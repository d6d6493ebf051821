import { randomUUID } from 'node:crypto'
import type { Message } from './support/raw-http.ts'
import type { TwoAccounts } from './support/two-accounts.ts'

interface TableCase {
  /** The columns that a member may read. */
  columns: string
  /** The column that names the owner of a row. */
  handle: string
  /** The relations that can be embedded along foreign keys. */
  embeds: readonly string[]
  /** The number of own rows of strangers; null where no caller reads. */
  own: { rival: number; unplaced: number } | null
}

const OF_ACCOUNT = { columns: '*', handle: 'account_id', own: { rival: 1, unplaced: 0 } }
/** Tables in which the rival has nothing. */
const WITHOUT_ROWS = { ...OF_ACCOUNT, own: { rival: 0, unplaced: 0 } }
const CLOSED = { columns: '*', embeds: [], own: null }

/** Every table that the data API knows. */
export const TABLES: Record<string, TableCase> = {
  accounts: {
    ...OF_ACCOUNT,
    handle: 'id',
    embeds: [
      'systems!systems_account_id_fkey(name)',
      'app_features(feature_name)',
      'system_experts(expert_id)',
    ],
  },
  profiles: {
    columns: 'id,name,avatar',
    handle: 'id',
    embeds: ['account_members(permission_level)'],
    own: { rival: 1, unplaced: 1 },
  },
  account_members: {
    ...OF_ACCOUNT,
    columns: 'id,account_id,user_id,role,permission_level,knowledge_areas,contribution_count',
    embeds: ['accounts!account_members_account_id_fkey(name)', 'profiles(name)'],
  },
  app_features: { ...OF_ACCOUNT, embeds: ['accounts(name)'] },
  systems: { ...OF_ACCOUNT, embeds: ['accounts!systems_account_id_fkey(name)', 'system_experts(expert_id)'] },
  system_experts: { ...OF_ACCOUNT, embeds: ['systems(name)'] },
  record_experts: { ...OF_ACCOUNT, embeds: ['systems(name)', 'agents(name)'] },
  solutions: { ...WITHOUT_ROWS, embeds: ['accounts!solutions_account_id_fkey(name)', 'agents(name)'] },
  agents: { ...WITHOUT_ROWS, embeds: ['accounts!agents_account_id_fkey(name)', 'solutions(name)'] },
  automations: { ...WITHOUT_ROWS, embeds: ['accounts!automations_account_id_fkey(name)', 'solutions(name)'] },
  solution_agents: { ...WITHOUT_ROWS, embeds: ['solutions(name)', 'agents(name)'] },
  solution_automations: { ...WITHOUT_ROWS, embeds: ['solutions(name)', 'automations(name)'] },
  knowledge_articles: { ...WITHOUT_ROWS, embeds: ['author:profiles(name,avatar)', 'systems(name)'] },
  record_history: { ...WITHOUT_ROWS, own: { rival: 2, unplaced: 0 }, embeds: ['accounts(name)'] },
  account_domains: { ...CLOSED, handle: 'account_id' },
  domain_blacklist: { ...CLOSED, handle: 'domain' },
  login_attempts: { ...CLOSED, handle: 'email' },
}

/**
 * Every way to ask for rows of a table: all of them, counted, headers only, filtered by Acme's values, and embedded.
 */
export function waysToRead(
  table: string,
  { columns, handle, embeds }: TableCase,
  { acme, people }: TwoAccounts,
): Message[] {
  const everything = `${handle}=not.is.null`
  const owned = table === 'profiles' ? people.admin.id : acme.accountId
  const path = (query: string) => `/rest/v1/${table}?select=${columns}&${query}`
  const headers = { prefer: 'count=exact' }
  return [
    { path: path(everything), headers },
    { path: path(everything), headers: { prefer: 'count=planned' } },
    { path: path(everything), headers: { prefer: 'count=estimated' } },
    { method: 'HEAD', path: path(everything), headers },
    { path: path(`or=(${handle}.eq.${owned},${everything.replace('=', '.')})`), headers },
    { path: path(`${handle}=eq.${owned}`), headers },
    { method: 'HEAD', path: path(`${handle}=eq.${owned}`), headers },
    { path: path(`${handle}=in.(${owned})`), headers },
    ...embeds.map((embed) => ({
      path: `/rest/v1/${table}?select=${handle},${embed}&${everything}`,
      headers,
    })),
  ]
}

/** Every procedure, with arguments that ask for Acme, and the answers for anonymous, unplaced and rival. */
export const PROCEDURES: Record<
  string,
  { args: (stage: TwoAccounts) => object; answers: readonly [number, number, number] }
> = {
  get_my_profile: { args: () => ({}), answers: [401, 200, 200] },
  get_public_profiles_by_ids: {
    args: ({ people }) => ({ ids: [people.admin.id, people.user.id] }),
    answers: [401, 200, 200],
  },
  get_account_team_member_profiles: { args: () => ({}), answers: [401, 200, 200] },
  get_dashboard_counts: { args: () => ({}), answers: [401, 200, 200] },
  get_first_screen: { args: () => ({}), answers: [401, 200, 200] },
  get_recent_activity: { args: () => ({}), answers: [401, 200, 200] },
  get_deletion_effects: {
    args: ({ acme }) => ({ kind_param: 'system', id_param: acme.systemId }),
    answers: [401, 200, 200],
  },
  search_workspace: { args: () => ({ query: 'Acme' }), answers: [401, 200, 200] },
  find_records: { args: () => ({ kind: 'system', query: 'Acme' }), answers: [401, 200, 200] },
  log_successful_login: { args: () => ({ email_param: 'ada@acme.example' }), answers: [401, 204, 204] },
  check_login_rate_limit: { args: () => ({ email_param: 'ada@acme.example' }), answers: [200, 200, 200] },
  signup_domain_status: { args: () => ({ domain_param: 'acme.example' }), answers: [200, 200, 200] },
  before_user_created: { args: () => ({ event: {} }), answers: [401, 403, 403] },
  password_verification_attempt: {
    args: ({ people }) => ({ event: { user_id: people.admin.id, valid: false } }),
    answers: [401, 403, 403],
  },
}

type Attack = (stage: TwoAccounts, self: string) => Message
const post = (table: string, body: object, headers = {}): Message => ({
  method: 'POST',
  path: `/rest/v1/${table}`,
  body,
  headers,
})
const patch = (path: string, body: object): Message => ({ method: 'PATCH', path: `/rest/v1/${path}`, body })
const remove = (path: string): Message => ({ method: 'DELETE', path: `/rest/v1/${path}` })
const merge = { prefer: 'resolution=merge-duplicates' }

/** Every way to attack Acme that needs only a request. `self` is the attacker's own id. */
export const attacks: Record<string, Attack> = {
  'adding a system': ({ acme }) => post('systems', { name: 'Evil', account_id: acme.accountId }),
  'adding a system in another person’s name': ({ acme, people }, self) =>
    post('systems', {
      name: 'Evil',
      account_id: acme.accountId,
      created_by: people.admin.id,
      owner_id: self,
    }),
  'adding a system whose owner is a member': ({ people }) =>
    post('systems', { name: 'Evil', owner_id: people.admin.id }),
  'adding a system under a chosen id': () => post('systems', { id: randomUUID(), name: 'Evil' }),
  'upserting a system': ({ acme }) =>
    post('systems?on_conflict=id', { id: acme.systemId, name: 'Evil' }, merge),
  'upserting a system by account and id': ({ acme }) =>
    post(
      'systems?on_conflict=account_id,id',
      { id: acme.systemId, account_id: acme.accountId, name: 'Evil' },
      merge,
    ),
  'renaming a system': ({ acme }) => patch(`systems?id=eq.${acme.systemId}`, { name: 'Evil' }),
  'renaming all systems of the account': ({ acme }) =>
    patch(`systems?account_id=eq.${acme.accountId}`, { description: 'Evil' }),
  'changing all systems': () => patch('systems', { description: 'Evil' }),
  'moving systems to another account': ({ rivals }) => patch('systems', { account_id: rivals.accountId }),
  'moving systems into the account': ({ acme }) => patch('systems', { account_id: acme.accountId }),
  'deleting a system': ({ acme }) => remove(`systems?id=eq.${acme.systemId}`),
  'naming themselves an expert': ({ acme }, self) =>
    post('system_experts', { system_id: acme.systemId, expert_id: self }),
  'naming a member an expert': ({ rivals, people }) =>
    post('system_experts', { system_id: rivals.systemId, expert_id: people.admin.id }),
  'changing an expert': ({ acme }, self) =>
    patch(`system_experts?system_id=eq.${acme.systemId}`, { expert_id: self }),
  'removing experts': ({ acme }) => remove(`system_experts?system_id=eq.${acme.systemId}`),
  'removing all experts': () => remove('system_experts'),
  'adding a solution that rests on a system': ({ acme }) =>
    post('solutions', { name: 'Evil', account_id: acme.accountId, related_systems: [acme.systemId] }),
  'resting their own solution on a system': ({ acme }) =>
    post('solutions', { name: 'Evil', related_systems: [acme.systemId] }),
  'adding an agent whose owner is a member': ({ people }) =>
    post('agents', { name: 'Evil', platform: 'Other', owner_id: people.admin.id }),
  'adding an automation to the account': ({ acme }) =>
    post('automations', { name: 'Evil', source: 'Other', account_id: acme.accountId }),
  'writing about a system': ({ acme }) =>
    post('knowledge_articles', { title: 'Evil', system_id: acme.systemId }),
  'writing in another person’s name': ({ acme, people }) =>
    post('knowledge_articles', { title: 'Evil', account_id: acme.accountId, author_id: people.admin.id }),
  'forging a line of the history': ({ acme }) =>
    post('record_history', {
      account_id: acme.accountId,
      kind: 'system',
      record_id: acme.systemId,
      record_name: 'Evil',
      action: 'deleted',
    }),
  'clearing the history': () => remove('record_history'),
  'founding an account': () => post('accounts', { name: 'Evil' }),
  'renaming the account': ({ acme }) => patch(`accounts?id=eq.${acme.accountId}`, { name: 'Evil' }),
  'deleting the account': ({ acme }) => remove(`accounts?id=eq.${acme.accountId}`),
  'adding a profile': () => post('profiles', { id: randomUUID(), email: 'evil@acme.example', name: 'Evil' }),
  'renaming a member': ({ people }) => patch(`profiles?id=eq.${people.admin.id}`, { name: 'Evil' }),
  'changing a member’s address': ({ people }) =>
    patch(`profiles?id=eq.${people.admin.id}`, { email: 'evil@x.example' }),
  'deleting a profile': ({ people }) => remove(`profiles?id=eq.${people.admin.id}`),
  'joining the account': ({ acme }, self) =>
    post('account_members', { account_id: acme.accountId, user_id: self, permission_level: 'admin' }),
  'joining by upsert': ({ acme }, self) =>
    post('account_members?on_conflict=user_id', { account_id: acme.accountId, user_id: self }, merge),
  'moving their membership': ({ acme }, self) =>
    patch(`account_members?user_id=eq.${self}`, { account_id: acme.accountId }),
  'demoting the admin': ({ people }) =>
    patch(`account_members?user_id=eq.${people.admin.id}`, { permission_level: 'viewer' }),
  'raising their own level': (_stage, self) =>
    patch(`account_members?user_id=eq.${self}`, { permission_level: 'admin' }),
  'raising all members': () => patch('account_members', { permission_level: 'admin' }),
  'removing a member': ({ people }) => remove(`account_members?user_id=eq.${people.user.id}`),
  'removing all members': () => remove('account_members'),
  'adding a switch': ({ acme }) =>
    post('app_features', { account_id: acme.accountId, feature_name: 'systems', enabled: false }),
  'turning a switch': ({ acme }) => patch(`app_features?account_id=eq.${acme.accountId}`, { enabled: true }),
  'removing switches': () => remove('app_features'),
  'taking the domain': ({ rivals }) =>
    post('account_domains', { domain: 'acme.example', account_id: rivals.accountId }),
  'deleting all domains': () => remove('account_domains'),
  'emptying the blacklist': () => remove('domain_blacklist'),
  'forging a sign-in': () => post('login_attempts', { email: 'ada@acme.example', success: true }),
  'deleting sign-ins': () => remove('login_attempts'),
  // This attack comes last: the rival may delete their own rows.
  'deleting all systems': () => remove('systems'),
}
