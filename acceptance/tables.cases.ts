import { randomUUID } from 'node:crypto'
import { ID } from '../supabase/tests/support/cast.ts'
import { OWN } from '../supabase/tests/support/own-rows.ts'
import { type Expected, NO, type Outcome } from './support/matrix.ts'

/** The outcomes for each caller with the rows of Acme, and with those of the other account. */
interface Both {
  acme: Expected
  rivals: Expected
}

/** Everything that a request can do with a table. */
export interface TableCase {
  /** The columns that a member may read. */
  columns: string
  /** A column, and its value in the rows of either account. */
  where: { column: string; acme: string; rivals: string }
  /** A new row for either account. */
  row: (account: 'acme' | 'rivals') => object
  /** The values written into existing rows. */
  change: object
  select: Both
  insert: Both
  update: Both
  delete: Both
}

const REFUSED: Expected = [NO, NO, NO, NO, NO, NO, NO]
const CLOSED = { acme: REFUSED, rivals: REFUSED } as const
const OF_ACCOUNT = { column: 'account_id', acme: ID.acme, rivals: ID.rivals }

/** The outcome for rows that only the rival reaches: so many of the other account. */
const RIVALS = (rows: Outcome): Expected => [NO, 0, 0, 0, 0, 0, rows]
/** The outcome of a table that every member reads. */
const read = (acme: number, rivals: number): Both => ({
  acme: [NO, 0, acme, acme, acme, acme, 0],
  rivals: RIVALS(rivals),
})
/** The imports of the user: they and admins read them. */
const IMPORTS: Both = { acme: [NO, 0, 0, 1, 0, 1, 0], rivals: RIVALS(1) }
const account = { acme: ID.acme, rivals: ID.rivals }

const CLOSED_TABLE = { select: CLOSED, insert: CLOSED, update: CLOSED, delete: CLOSED }

/** The outcomes of records: members read, users have those they made or own, managers have all of them. */
const RECORDS = (rows: { all: number; own: number }) => {
  const change: Both = { acme: [NO, 0, 0, rows.own, rows.all, rows.all, 0], rivals: RIVALS(1) }
  return {
    columns: '*',
    where: OF_ACCOUNT,
    select: read(rows.all, 1),
    insert: { acme: [NO, NO, NO, 1, 1, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: change,
    delete: change,
  } as const
}

/** Links between a solution and another record: a member who may change the solution may change them. */
const LINKS = {
  columns: '*',
  where: OF_ACCOUNT,
  change: { assigned_by: ID.user },
  select: read(1, 1),
  update: CLOSED,
  delete: { acme: [NO, 0, 0, 1, 1, 1, 0], rivals: RIVALS(1) },
} as const

/** The experts of a record of each account. A stranger's id is refused like one that does not exist. */
const EXPERTS = (column: string, acme: string, rivals: string): TableCase => ({
  columns: '*',
  where: OF_ACCOUNT,
  row: (of) =>
    of === 'acme' ? { [column]: acme, expert_id: ID.user } : { [column]: rivals, expert_id: ID.rival },
  change: { expert_id: ID.user },
  ...CLOSED_TABLE,
  select: read(1, 1),
  // The rival's only member is an expert already.
  insert: {
    acme: [NO, NO, NO, 1, 1, 1, '23503'],
    rivals: [NO, NO, NO, '23503', '23503', '23503', '23505'],
  },
  delete: { acme: [NO, 0, 0, 1, 1, 1, 0], rivals: RIVALS(1) },
})

/** A table for each pattern of grants and policies. */
export const TABLES = {
  accounts: {
    columns: '*',
    where: { column: 'id', ...account },
    row: () => ({ name: 'Mine' }),
    change: { name: 'Mine' },
    ...CLOSED_TABLE,
    select: read(1, 1),
  },
  account_domains: {
    columns: '*',
    where: { column: 'domain', acme: 'acme.test', rivals: 'rival.test' },
    row: (of) => ({ domain: 'mine.test', account_id: account[of] }),
    change: { domain: 'mine.test' },
    ...CLOSED_TABLE,
  },
  login_attempts: {
    columns: '*',
    where: { column: 'email', acme: 'ada@acme.test', rivals: 'rex@rival.test' },
    row: (of) => ({ email: of === 'acme' ? 'ada@acme.test' : 'rex@rival.test', success: false }),
    change: { success: true },
    ...CLOSED_TABLE,
    // A note about a failure has no effect, so every member may write one.
    insert: { acme: [1, 1, 1, 1, 1, 1, 1], rivals: [1, 1, 1, 1, 1, 1, 1] },
  },
  profiles: {
    columns: 'id,name,avatar',
    where: { column: 'id', acme: ID.user, rivals: ID.rival },
    row: () => ({ id: randomUUID(), email: 'new@acme.test', name: 'New' }),
    change: { name: 'Renamed' },
    ...CLOSED_TABLE,
    select: read(1, 1),
    update: { acme: [NO, 0, 0, 1, 1, 1, 0], rivals: RIVALS(1) },
  },
  account_members: {
    columns: 'id,account_id,user_id,role,permission_level,knowledge_areas,contribution_count',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({ account_id: account[of], user_id: ID.unplaced, permission_level: 'admin' }),
    change: { knowledge_areas: ['sql'] },
    ...CLOSED_TABLE,
    select: read(1, 1),
    update: { acme: [NO, 0, 0, 0, 1, 1, 0], rivals: RIVALS(1) },
    // The rival is the last admin. Members leave by remove_member.
    delete: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS('LA001') },
  },
  pending_invitations: {
    columns: '*',
    where: OF_ACCOUNT,
    row: (of) => ({ email: 'nina@new.test', name: 'Nina', account_id: account[of] }),
    change: { declined_at: new Date().toISOString() },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 0, 0, 2, 0], rivals: RIVALS(1) },
    insert: { acme: [NO, NO, NO, NO, NO, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 0, 0, 2, 0], rivals: RIVALS(1) },
  },
  app_features: {
    columns: '*',
    where: OF_ACCOUNT,
    row: (of) => ({ account_id: account[of], feature_name: 'solutions', enabled: false }),
    change: { enabled: false },
    ...CLOSED_TABLE,
    select: read(1, 1),
    insert: { acme: [NO, NO, NO, NO, NO, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  systems: {
    ...RECORDS({ all: 3, own: 2 }),
    row: (of) => ({ name: 'New', account_id: account[of] }),
    change: { description: 'Changed' },
  },
  tags: {
    columns: '*',
    where: OF_ACCOUNT,
    row: (of) => ({ name: 'new', account_id: account[of] }),
    change: { color: 'red' },
    select: read(1, 1),
    insert: { acme: [NO, NO, NO, 1, 1, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 0, 1, 1, 0], rivals: RIVALS(1) },
    delete: { acme: [NO, 0, 0, 0, 1, 1, 0], rivals: RIVALS(1) },
  },
  own_fields: {
    columns: '*',
    where: OF_ACCOUNT,
    row: (of) => ({
      account_id: account[of],
      kind: 'system',
      key: 'contract',
      name: 'Contract',
      type: 'text',
    }),
    change: { help: 'Where the paper is' },
    ...CLOSED_TABLE,
    select: read(1, 1),
    insert: { acme: [NO, NO, NO, NO, NO, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  views: {
    columns: '*',
    where: { column: 'id', acme: OWN.view, rivals: OWN.rivalView },
    row: (of) => ({
      account_id: account[of],
      kind: 'system',
      person_id: null,
      name: 'New',
      address: 'q=new',
    }),
    change: { icon: 'star' },
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    insert: { acme: [NO, NO, NO, NO, 1, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    delete: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  view_settings: {
    columns: '*',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({
      user_id: of === 'acme' ? ID.viewer : ID.rival,
      view_id: of === 'acme' ? OWN.sharedView : OWN.rivalView,
    }),
    change: { is_default: true },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    insert: { acme: [NO, NO, 1, NO, NO, NO, NO], rivals: [NO, NO, NO, NO, NO, NO, '23505'] },
    update: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  system_experts: EXPERTS('system_id', ID.billing, ID.rivalSystem),
  solution_automations: {
    ...LINKS,
    row: (of) => ({
      solution_id: of === 'acme' ? ID.portal : ID.rivalSolution,
      automation_id: of === 'acme' ? ID.reminders : ID.rivalAutomation,
    }),
    insert: { acme: [NO, NO, NO, 1, 1, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, '23505'] },
  },
  security_audit_log: {
    columns: '*',
    where: { column: 'action', acme: 'profile_viewed', rivals: 'profile_viewed' },
    row: (of) => ({ account_id: account[of], action: 'profile_viewed', resource_type: 'profile' }),
    change: { action: 'logout' },
    ...CLOSED_TABLE,
    // Both accounts have one such entry; each admin sees that of their own.
    select: { acme: [NO, 0, 0, 0, 0, 1, 1], rivals: [NO, 0, 0, 0, 0, 1, 1] },
    insert: { acme: [NO, NO, 1, 1, 1, 1, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
  },
  notifications: {
    columns: '*',
    where: { column: 'id', acme: OWN.notification, rivals: OWN.rivalNotification },
    row: (of) => ({
      account_id: account[of],
      user_id: of === 'acme' ? ID.user : ID.rival,
      number: 9,
      kind: 'level_changed',
      in_app: true,
      mail_due: true,
    }),
    change: { read_at: new Date().toISOString() },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    update: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    delete: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  inbox_snoozes: {
    columns: '*',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({
      account_id: account[of],
      user_id: of === 'acme' ? ID.user : ID.rival,
      reason: 'late',
      line_id: 'x',
      until: new Date().toISOString(),
    }),
    change: { until: new Date().toISOString() },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  inbox_mutes: {
    columns: '*',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({ account_id: account[of], user_id: of === 'acme' ? ID.user : ID.rival, reason: 'late' }),
    change: { reason: 'late' },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  notification_preferences: {
    columns: '*',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({ user_id: of === 'acme' ? ID.viewer : ID.rival, email: false }),
    change: { email: false },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    insert: { acme: [NO, NO, 1, NO, NO, NO, NO], rivals: [NO, NO, NO, NO, NO, NO, '23505'] },
    update: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  heartbeats: {
    columns: 'id,kind,status,late_at',
    where: OF_ACCOUNT,
    row: () => ({ kind: 'agent', record_id: ID.helper }),
    change: { status: 'up' },
    ...CLOSED_TABLE,
    select: read(1, 1),
  },
  password_history: {
    columns: 'id,created_at',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({ user_id: of === 'acme' ? ID.user : ID.rival, password_hash: 'x' }),
    change: { password_hash: 'y' },
    ...CLOSED_TABLE,
    insert: { acme: [NO, NO, NO, 1, NO, NO, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
  },
  security_rate_limits: {
    columns: '*',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    row: (of) => ({ user_id: of === 'acme' ? ID.user : ID.rival, action_type: 'password_change' }),
    change: { attempts: 2 },
    ...CLOSED_TABLE,
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    insert: { acme: [NO, NO, NO, 1, NO, NO, NO], rivals: [NO, NO, NO, NO, NO, NO, 1] },
    update: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
    delete: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
} as const satisfies Record<string, TableCase>

/** A table with the grants and policies of one of `TABLES`. The policy tests show their effect, verb by verb. */
export interface AlikeCase extends Pick<TableCase, 'where' | 'select'> {
  like: keyof typeof TABLES
}

/** Every other table of the exposed schema. */
export const ALIKE: Record<string, AlikeCase> = {
  domain_blacklist: {
    like: 'account_domains',
    where: { column: 'domain', acme: 'gmail.com', rivals: 'gmail.com' },
    select: CLOSED,
  },
  // Only procedures read it.
  binned_records: { like: 'account_domains', where: OF_ACCOUNT, select: CLOSED },
  record_history: {
    like: 'accounts',
    where: { column: 'record_id', acme: ID.helper, rivals: ID.rivalAgent },
    // The rival's agent also has an expert.
    select: read(1, 2),
  },
  departed_owners: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  acts: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  imports: { like: 'accounts', where: OF_ACCOUNT, select: IMPORTS },
  import_rows: { like: 'accounts', where: OF_ACCOUNT, select: IMPORTS },
  found_sources: { like: 'account_domains', where: OF_ACCOUNT, select: CLOSED },
  found_records: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 1, 1, 1, 0], rivals: RIVALS(1) },
  },
  runs: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  run_days: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  discovered_callers: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  service_accounts: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  api_tokens: { like: 'accounts', where: OF_ACCOUNT, select: IMPORTS },
  webhooks: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 1, 0, 1, 0], rivals: RIVALS(1) },
  },
  webhook_deliveries: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 1, 0, 1, 0], rivals: RIVALS(1) },
  },
  import_matches: { like: 'account_domains', where: OF_ACCOUNT, select: CLOSED },
  archive_imports: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  archives: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  suggestions: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  handovers: { like: 'accounts', where: OF_ACCOUNT, select: read(1, 1) },
  record_experts: { like: 'system_experts', where: OF_ACCOUNT, select: read(4, 4) },
  relations: { like: 'system_experts', where: OF_ACCOUNT, select: read(1, 1) },
  group_rules: {
    like: 'accounts',
    where: OF_ACCOUNT,
    select: { acme: [NO, 0, 0, 0, 0, 1, 0], rivals: RIVALS(1) },
  },
  teams: { like: 'tags', where: OF_ACCOUNT, select: read(1, 1) },
  team_members: { like: 'tags', where: OF_ACCOUNT, select: read(2, 1) },
  solutions: { like: 'systems', where: OF_ACCOUNT, select: read(2, 1) },
  agents: { like: 'systems', where: OF_ACCOUNT, select: read(2, 1) },
  automations: { like: 'systems', where: OF_ACCOUNT, select: read(2, 1) },
  knowledge_articles: { like: 'systems', where: OF_ACCOUNT, select: read(2, 1) },
  solution_agents: { like: 'solution_automations', where: OF_ACCOUNT, select: read(1, 1) },
  appearance_settings: { like: 'app_features', where: OF_ACCOUNT, select: read(1, 1) },
  maintenance_windows: { like: 'system_experts', where: OF_ACCOUNT, select: read(1, 1) },
  alert_settings: { like: 'app_features', where: OF_ACCOUNT, select: read(1, 1) },
  deputies: {
    like: 'inbox_mutes',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    select: { acme: [NO, 0, 0, 1, 0, 0, 0], rivals: RIVALS(1) },
  },
  // A hash is no one's to read, and so neither are all columns.
  calendar_addresses: {
    like: 'inbox_mutes',
    where: { column: 'user_id', acme: ID.user, rivals: ID.rival },
    select: CLOSED,
  },
  api_settings: { like: 'app_features', where: OF_ACCOUNT, select: read(1, 1) },
}
