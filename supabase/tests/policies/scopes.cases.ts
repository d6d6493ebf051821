/** The scopes of a token that open a table: for reading, and for adding, changing and deleting. */
export interface Reach {
  read: Rule
  write: Rule
  /** The condition of the rows that remain where the scope does not include people. */
  withoutPeople?: string
  /** The columns that name kinds, where it is not `kind`: the scope needs all of them. */
  kinds?: readonly string[]
}

/**
 * A list opens with any of its scopes; `by kind` opens the rows of the kinds that the scope has, `any kind` all rows
 * with the scope of one kind, and `never` is for people who have signed in.
 */
type Rule = readonly string[] | 'by kind' | 'any kind' | 'never'

const ofKind = (catalogue: string): Reach => ({
  read: [`${catalogue}:read`, `${catalogue}:write`],
  write: [`${catalogue}:write`],
})
const readBy = (read: Rule): Reach => ({ read, write: 'never' })
const CLOSED: Reach = { read: 'never', write: 'never' }
/** Rows about automations and agents without their kind: the scope needs both. */
const RUNS: Reach = { read: [], write: 'never' }

/** All tables and views; a test fails when one is missing. */
export const REACHES: Readonly<Record<string, Reach>> = {
  account_domains: CLOSED,
  account_members: readBy(['people:read']),
  accounts: readBy('any kind'),
  acts: CLOSED,
  agents: ofKind('agents'),
  alert_settings: CLOSED,
  api_settings: CLOSED,
  api_tokens: CLOSED,
  app_features: CLOSED,
  appearance_settings: CLOSED,
  archive_imports: CLOSED,
  archives: CLOSED,
  automations: ofKind('automations'),
  binned_records: CLOSED,
  calendar_addresses: CLOSED,
  departed_owners: { ...readBy('by kind'), withoutPeople: 'false' },
  deputies: CLOSED,
  discovered_callers: CLOSED,
  domain_blacklist: CLOSED,
  found_records: CLOSED,
  found_sources: CLOSED,
  handovers: { ...readBy('by kind'), withoutPeople: 'false' },
  heartbeats: readBy('by kind'),
  import_matches: CLOSED,
  import_rows: CLOSED,
  imports: CLOSED,
  inbox_mutes: CLOSED,
  inbox_snoozes: CLOSED,
  knowledge_articles: CLOSED,
  login_attempts: CLOSED,
  maintenance_windows: { read: 'by kind', write: 'by kind' },
  notification_preferences: CLOSED,
  notifications: CLOSED,
  own_fields: readBy('any kind'),
  password_history: CLOSED,
  pending_invitations: CLOSED,
  profiles: readBy(['people:read']),
  record_experts: { read: 'by kind', write: 'by kind' },
  record_history: {
    ...readBy('by kind'),
    withoutPeople: `field is null or field not in ('experts', 'handover')
      and not (field = 'owner_id' and 'object' in (coalesce(jsonb_typeof(before), ''), coalesce(jsonb_typeof(after), '')))`,
  },
  relations: { read: 'by kind', write: 'by kind', kinds: ['from_kind', 'to_kind'] },
  run_days: RUNS,
  runs: RUNS,
  security_audit_log: readBy(['audit:read']),
  security_rate_limits: CLOSED,
  service_accounts: CLOSED,
  solution_agents: ofKind('solutions'),
  solution_automations: ofKind('solutions'),
  solutions: ofKind('solutions'),
  suggestions: readBy('by kind'),
  system_experts: ofKind('systems'),
  systems: ofKind('systems'),
  group_rules: CLOSED,
  team_members: readBy(['people:read']),
  teams: readBy(['people:read']),
  tags: { read: 'any kind', write: 'any kind' },
  view_settings: CLOSED,
  views: CLOSED,
  webhook_deliveries: CLOSED,
  webhooks: CLOSED,
}

export type Opening = 'all' | 'kinds' | 'none'

/** Whether a scope opens a table for a verb: all that the person may, only rows of some kinds, or nothing. */
export function openingOf(
  { read, write }: Reach,
  verb: 'select' | 'insert' | 'update' | 'delete',
  scopes: readonly string[],
): Opening {
  const rule = verb === 'select' ? read : write
  const has = (subject: string, way: 'read' | 'write') =>
    scopes.includes(`${subject}:write`) || (way === 'read' && scopes.includes(`${subject}:read`))
  const way = verb === 'select' ? 'read' : 'write'
  const kinds = ['systems', 'automations', 'agents', 'solutions'].filter((subject) => has(subject, way))
  if (rule === 'never') return 'none'
  if (rule === 'any kind') return kinds.length > 0 ? 'all' : 'none'
  if (rule === 'by kind') return kinds.length === 0 ? 'none' : 'kinds'
  if (rule.length === 0) return has('automations', way) && has('agents', way) ? 'all' : 'none'
  return rule.some((scope) => scopes.includes(scope)) ? 'all' : 'none'
}
