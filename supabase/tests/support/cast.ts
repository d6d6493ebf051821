import type postgres from 'postgres'

/** The people of the policy tests. All but `anonymous` and `service` are signed in. */
export const ACTORS = [
  'anonymous',
  /** Has a confirmed address at a public mail provider, and so no account. */
  'unplaced',
  /** Was a member of Acme until their membership was ended. */
  'former',
  /** Admin of the other account. */
  'rival',
  'viewer',
  'user',
  'manager',
  'admin',
  /** The server's own functions: the control that shows that a refused statement would work. */
  'service',
] as const
export type Actor = (typeof ACTORS)[number]

/** Fixed ids, so that statements can be read as plain SQL. */
export const ID = {
  admin: '00000000-0000-4000-8000-0000000000a1',
  manager: '00000000-0000-4000-8000-0000000000a2',
  user: '00000000-0000-4000-8000-0000000000a3',
  viewer: '00000000-0000-4000-8000-0000000000a4',
  /** A second admin of the account, who never acts. */
  deputy: '00000000-0000-4000-8000-0000000000a5',
  /** A second person of level user, who made and owns the records that `user` did not. */
  colleague: '00000000-0000-4000-8000-0000000000a6',
  rival: '00000000-0000-4000-8000-0000000000b1',
  unplaced: '00000000-0000-4000-8000-0000000000c1',
  former: '00000000-0000-4000-8000-0000000000c2',
  acme: '00000000-0000-4000-8000-00000000ac00',
  rivals: '00000000-0000-4000-8000-00000000b000',
  /** Made by `user`, without an owner. */
  billing: '00000000-0000-4000-8000-0000000005a1',
  /** Made by `colleague`, without an owner; `viewer` is its expert. */
  ledger: '00000000-0000-4000-8000-0000000005a2',
  /** Made by `colleague`, owned by `user`. */
  archive: '00000000-0000-4000-8000-0000000005a3',
  /** In the other account. */
  rivalSystem: '00000000-0000-4000-8000-0000000005b1',
  /** Sent by `admin` to a person without a user. */
  invitation: '00000000-0000-4000-8000-00000001a001',
  /** Sent by `admin` to `unplaced`. */
  invitationOfUnplaced: '00000000-0000-4000-8000-00000001a002',
  /** Sent by `rival`. */
  rivalInvitation: '00000000-0000-4000-8000-00000001b001',
  /** A solution made by `user`; rests on Billing and Ledger, has Invoices and Helper. */
  portal: '00000000-0000-4000-8000-0000000006a1',
  /** A solution made by `colleague`; `viewer` is its expert. */
  intranet: '00000000-0000-4000-8000-0000000006a2',
  rivalSolution: '00000000-0000-4000-8000-0000000006b1',
  /** An agent made by `user`. */
  helper: '00000000-0000-4000-8000-0000000007a1',
  /** An agent made by `colleague`; `viewer` is its expert. */
  oracle: '00000000-0000-4000-8000-0000000007a2',
  rivalAgent: '00000000-0000-4000-8000-0000000007b1',
  /** An automation made by `user`; it is active. */
  invoices: '00000000-0000-4000-8000-0000000008a1',
  /** An automation made by `colleague`; `viewer` is its expert. */
  reminders: '00000000-0000-4000-8000-0000000008a2',
  rivalAutomation: '00000000-0000-4000-8000-0000000008b1',
  /** An article by `user` about Ledger. */
  handbook: '00000000-0000-4000-8000-0000000009a1',
  /** An article by `colleague`. */
  news: '00000000-0000-4000-8000-0000000009a2',
  rivalArticle: '00000000-0000-4000-8000-0000000009b1',
  nobody: '00000000-0000-4000-8000-000000000000',
} as const

const MEMBERS = [
  { id: ID.admin, email: 'ada@acme.test', name: 'Ada Admin', level: 'admin' },
  { id: ID.manager, email: 'mia@acme.test', name: 'Mia Manager', level: 'manager' },
  { id: ID.user, email: 'uma@acme.test', name: 'Uma User', level: 'user' },
  { id: ID.viewer, email: 'vic@acme.test', name: 'Vic Viewer', level: 'viewer' },
  { id: ID.deputy, email: 'dan@acme.test', name: 'Dan Deputy', level: 'admin' },
  { id: ID.colleague, email: 'cleo@acme.test', name: 'Cleo Colleague', level: 'user' },
  { id: ID.rival, email: 'rex@rival.test', name: 'Rex Rival', level: 'admin' },
  { id: ID.unplaced, email: 'lou@gmail.com', name: 'Lou Loner', level: null },
  { id: ID.former, email: 'fay@acme.test', name: 'Fay Former', level: 'manager' },
] as const

/**
 * Adds the cast directly to the database: two accounts, their people with their levels, and some records of each kind.
 */
export async function arrangeCast(admin: postgres.Sql): Promise<void> {
  await admin.unsafe(`
    insert into public.accounts (id, name) values ('${ID.acme}', 'Acme'), ('${ID.rivals}', 'Rivals');
    insert into public.account_domains (domain, account_id)
    values ('acme.test', '${ID.acme}'), ('rival.test', '${ID.rivals}')`)
  for (const { id, email, name, level } of MEMBERS) {
    await confirmPerson(admin, { id, email, metadata: { name } })
    if (level !== null)
      await admin`update public.account_members set permission_level = ${level} where user_id = ${id}`
  }
  await admin`delete from public.account_members where user_id = ${ID.former}`
  await admin.unsafe(`
    insert into public.systems (id, account_id, name, created_by, owner_id) values
      ('${ID.billing}', '${ID.acme}', 'Billing', '${ID.user}', null),
      ('${ID.ledger}', '${ID.acme}', 'Ledger', '${ID.colleague}', null),
      ('${ID.archive}', '${ID.acme}', 'Archive', '${ID.colleague}', '${ID.user}'),
      ('${ID.rivalSystem}', '${ID.rivals}', 'Secret plans', '${ID.rival}', '${ID.rival}');
    insert into public.system_experts (account_id, system_id, expert_id) values
      ('${ID.acme}', '${ID.ledger}', '${ID.viewer}'),
      ('${ID.rivals}', '${ID.rivalSystem}', '${ID.rival}');
    insert into public.app_features (account_id, feature_name, enabled) values
      ('${ID.acme}', 'agents', true),
      ('${ID.rivals}', 'agents', true);
    insert into public.pending_invitations (id, account_id, email, name, job_role, department, permission_level, invited_by)
    values
      ('${ID.invitation}', '${ID.acme}', 'ivy@else.test', 'Ivy Invited', 'Designer', 'Design', 'user', '${ID.admin}'),
      ('${ID.invitationOfUnplaced}', '${ID.acme}', 'lou@gmail.com', 'Lou', 'Analyst', 'Data', 'manager', '${ID.admin}'),
      ('${ID.rivalInvitation}', '${ID.rivals}', 'zed@else.test', 'Zed', 'Spy', 'Plans', 'admin', '${ID.rival}')`)
  await admin.unsafe(`
    insert into public.solutions (id, account_id, name, created_by, related_systems) values
      ('${ID.portal}', '${ID.acme}', 'Portal', '${ID.user}', '{${ID.billing},${ID.ledger}}'),
      ('${ID.intranet}', '${ID.acme}', 'Intranet', '${ID.colleague}', '{}'),
      ('${ID.rivalSolution}', '${ID.rivals}', 'Secret portal', '${ID.rival}', '{${ID.rivalSystem}}');
    insert into public.agents (id, account_id, name, platform, created_by) values
      ('${ID.helper}', '${ID.acme}', 'Helper', 'OpenAI', '${ID.user}'),
      ('${ID.oracle}', '${ID.acme}', 'Oracle', 'Anthropic', '${ID.colleague}'),
      ('${ID.rivalAgent}', '${ID.rivals}', 'Secret agent', 'Custom', '${ID.rival}');
    insert into public.automations (id, account_id, name, source, status, created_by) values
      ('${ID.invoices}', '${ID.acme}', 'Invoices', 'Zapier', 'active', '${ID.user}'),
      ('${ID.reminders}', '${ID.acme}', 'Reminders', 'Make.com', 'inactive', '${ID.colleague}'),
      ('${ID.rivalAutomation}', '${ID.rivals}', 'Secret automation', 'Other', 'active', '${ID.rival}');
    insert into public.solution_automations (account_id, solution_id, automation_id) values
      ('${ID.acme}', '${ID.portal}', '${ID.invoices}'),
      ('${ID.rivals}', '${ID.rivalSolution}', '${ID.rivalAutomation}');
    insert into public.solution_agents (account_id, solution_id, agent_id) values
      ('${ID.acme}', '${ID.portal}', '${ID.helper}'),
      ('${ID.rivals}', '${ID.rivalSolution}', '${ID.rivalAgent}');
    insert into public.record_experts (account_id, kind, record_id, expert_id) values
      ('${ID.acme}', 'solution', '${ID.intranet}', '${ID.viewer}'),
      ('${ID.rivals}', 'solution', '${ID.rivalSolution}', '${ID.rival}');
    insert into public.record_experts (account_id, kind, record_id, expert_id) values
      ('${ID.acme}', 'agent', '${ID.oracle}', '${ID.viewer}'),
      ('${ID.rivals}', 'agent', '${ID.rivalAgent}', '${ID.rival}');
    insert into public.record_experts (account_id, kind, record_id, expert_id) values
      ('${ID.acme}', 'automation', '${ID.reminders}', '${ID.viewer}'),
      ('${ID.rivals}', 'automation', '${ID.rivalAutomation}', '${ID.rival}');
    insert into public.knowledge_articles (id, account_id, title, author_id, system_id) values
      ('${ID.handbook}', '${ID.acme}', 'Handbook', '${ID.user}', '${ID.ledger}'),
      ('${ID.news}', '${ID.acme}', 'News', '${ID.colleague}', null),
      ('${ID.rivalArticle}', '${ID.rivals}', 'Secret article', '${ID.rival}', '${ID.rivalSystem}')`)
}

/** A person whose address has just been confirmed, as the auth server would write it, and who has just signed in. */
export async function confirmPerson(
  sql: postgres.ISql,
  person: { id: string; email: string; metadata: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${person.id}, ${person.email}, now(), ${JSON.stringify(person.metadata)}::text::jsonb)`
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at) values (${person.id}, ${person.id}, 'epoch', 'epoch')`
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values (${person.id}, 'password', 'infinity', 'infinity')`
}

/** Many members of Acme who never act: rows without users, for confirming hundreds of addresses takes a minute. */
export async function addMembers(admin: postgres.Sql, ids: readonly string[]): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into public.account_members (account_id, user_id)
      select ${ID.acme}, p.id from unnest(${`{${ids}}`}::uuid[]) as p (id)`
  })
}

/** The claims in the token of a person's session, which has the id of the person. */
const claimsOf = (id: string) => JSON.stringify({ role: 'authenticated', sub: id, session_id: id })

/** A person of the cast, or another one with a confirmed address. */
export type Person = Actor | { id: string }

/** Role and claims with which a person's requests run. */
export function callerOf(actor: Person): { role: string; claims: string } {
  if (typeof actor === 'object') return { role: 'authenticated', claims: claimsOf(actor.id) }
  if (actor === 'anonymous') return { role: 'anon', claims: JSON.stringify({ role: 'anon' }) }
  if (actor === 'service') return { role: 'service_role', claims: JSON.stringify({ role: 'service_role' }) }
  return { role: 'authenticated', claims: claimsOf(ID[actor]) }
}
