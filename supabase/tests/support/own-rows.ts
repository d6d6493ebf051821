import type postgres from 'postgres'
import { ID } from './cast.ts'

/** Rows that belong to one person alone, or wait for one: of the same kinds, one of `user` and one of `rival`. */
export const OWN = {
  notification: '00000000-0000-4000-8000-0000000000f1',
  rivalNotification: '00000000-0000-4000-8000-0000000000f2',
  handover: '00000000-0000-4000-8000-0000000000f3',
  rivalHandover: '00000000-0000-4000-8000-0000000000f4',
  act: '00000000-0000-4000-8000-0000000000f5',
  rivalAct: '00000000-0000-4000-8000-0000000000f6',
  suggestion: '00000000-0000-4000-8000-00000000f5a1',
  rivalSuggestion: '00000000-0000-4000-8000-00000000f5a2',
  /** Led by `user`, with `viewer`. */
  team: '00000000-0000-4000-8000-00000000f6a1',
  rivalTeam: '00000000-0000-4000-8000-00000000f6a2',
  tag: '00000000-0000-4000-8000-0000000000f7',
  rivalTag: '00000000-0000-4000-8000-0000000000f8',
  /** The seats of a system: a number. */
  field: '00000000-0000-4000-8000-0000000000f9',
  rivalField: '00000000-0000-4000-8000-0000000000fa',
  /** Of `user` alone: systems that are theirs. */
  view: '00000000-0000-4000-8000-0000000000fb',
  /** Of all members: active systems. */
  sharedView: '00000000-0000-4000-8000-0000000000fc',
  rivalView: '00000000-0000-4000-8000-0000000000fd',
  /** Of systems, with one row. */
  import: '00000000-0000-4000-8000-0000000000fe',
  rivalImport: '00000000-0000-4000-8000-0000000000ff',
  /** Agents, which wait; the source pushes with the key `FOUND_KEY`. */
  found: '00000000-0000-4000-8000-0000000001f1',
  rivalFound: '00000000-0000-4000-8000-0000000001f2',
  foundSource: '00000000-0000-4000-8000-0000000001f3',
  rivalFoundSource: '00000000-0000-4000-8000-0000000001f4',
  /** Ready to be fetched. */
  archive: '00000000-0000-4000-8000-0000000001fe',
  rivalArchive: '00000000-0000-4000-8000-0000000001ff',
  archiveImport: '00000000-0000-4000-8000-000000000100',
  rivalArchiveImport: '00000000-0000-4000-8000-000000000101',
  /** Of `invoices`, which has run once; it is called with `HEARTBEAT_TOKEN`. */
  heartbeat: '00000000-0000-4000-8000-000000000102',
  rivalHeartbeat: '00000000-0000-4000-8000-000000000103',
  /** Waits behind the address of the account. */
  caller: '00000000-0000-4000-8000-000000000104',
  rivalCaller: '00000000-0000-4000-8000-000000000105',
  /** Of `user`, for systems; its secret is `API_TOKEN`. */
  token: '00000000-0000-4000-8000-000000000106',
  rivalToken: '00000000-0000-4000-8000-000000000107',
  /** Of `user`. */
  serviceAccount: '00000000-0000-4000-8000-000000000108',
  rivalServiceAccount: '00000000-0000-4000-8000-000000000109',
  /** Made by `user` when they were admin, and paused; it was sent one delivery. */
  webhook: '00000000-0000-4000-8000-0000000001a1',
  rivalWebhook: '00000000-0000-4000-8000-0000000001a2',
  /** Of `user`; the secret of its address is `CALENDAR_TOKEN`. */
  calendar: '00000000-0000-4000-8000-0000000001b1',
  rivalCalendar: '00000000-0000-4000-8000-0000000001b2',
  /** Of `ledger`, from tomorrow on. */
  maintenance: '00000000-0000-4000-8000-0000000001b3',
  rivalMaintenance: '00000000-0000-4000-8000-0000000001b4',
  /** Gives members of the group finance the level user. */
  groupRule: '00000000-0000-4000-8000-0000000001c1',
  rivalGroupRule: '00000000-0000-4000-8000-0000000001c2',
  webhookDelivery: '00000000-0000-4000-8000-0000000001a3',
  rivalWebhookDelivery: '00000000-0000-4000-8000-0000000001a4',
} as const

/** The key of Acme's source. */
export const FOUND_KEY = 'cairn_src_acme'

/** The secret of Acme's token, with its checksum. */
const API_TOKEN = 'cairn_0123456789abcdef0123456789abcdef01234567993095e6'

/** The secret in the address of a calendar of Acme's. */
const CALENDAR_TOKEN = 'c'.repeat(64)

/** The token in the address of Acme's heartbeat. */
export const HEARTBEAT_TOKEN = '0123456789abcdef0123456789abcdef'

/** Puts an account's settings, and what people have for themselves, in place by the back door. */
export async function arrangeOwnRows(admin: postgres.Sql): Promise<void> {
  await admin.unsafe(`
    insert into public.appearance_settings (account_id, account_name) values
      ('${ID.acme}', 'Acme'),
      ('${ID.rivals}', 'Rivals');
    insert into public.notification_preferences (user_id) values ('${ID.user}'), ('${ID.rival}');
    insert into public.inbox_snoozes (account_id, user_id, reason, line_id, until) values
      ('${ID.acme}', '${ID.user}', 'renewal', '${ID.archive}', now() + interval '1 day'),
      ('${ID.rivals}', '${ID.rival}', 'renewal', '${ID.rivalSystem}', now() + interval '1 day');
    insert into public.inbox_mutes (account_id, user_id, reason) values
      ('${ID.acme}', '${ID.user}', 'newcomer'),
      ('${ID.rivals}', '${ID.rival}', 'newcomer');
    insert into public.notifications
      (id, account_id, user_id, number, kind, record_kind, record_id, record_name, in_app, mail_due)
    values
      ('${OWN.notification}', '${ID.acme}', '${ID.user}', 1, 'record_changed', 'system', '${ID.billing}', 'Billing',
        true, false),
      ('${OWN.rivalNotification}', '${ID.rivals}', '${ID.rival}', 1, 'record_changed', 'system', '${ID.rivalSystem}',
        'Secret plans', true, false);
    insert into public.handovers (id, account_id, kind, record_id, part, giver_id, giver_name, receiver_id) values
      ('${OWN.handover}', '${ID.acme}', 'system', '${ID.archive}', 'owner', '${ID.former}', 'Fay Former', '${ID.user}'),
      ('${OWN.rivalHandover}', '${ID.rivals}', 'system', '${ID.rivalSystem}', 'owner', '${ID.nobody}', 'Zoe', '${ID.rival}');
    insert into public.suggestions (id, account_id, kind, record_id, field, before, after, suggested_by) values
      ('${OWN.suggestion}', '${ID.acme}', 'system', '${ID.billing}', 'vendor', '""', '"Acme"', '${ID.viewer}'),
      ('${OWN.rivalSuggestion}', '${ID.rivals}', 'system', '${ID.rivalSystem}', 'vendor', '""', '"Rivals"', '${ID.rival}');
    -- The rows are made once for all test files: the windows are open until the last of them.
    insert into public.security_rate_limits (user_id, action_type, window_start) values
      ('${ID.user}', 'password_change', now() + interval '1 day'),
      ('${ID.rival}', 'password_change', now() + interval '1 day');
    insert into public.password_history (user_id, password_hash) values ('${ID.user}', 'x'), ('${ID.rival}', 'x');
    insert into public.security_audit_log (account_id, user_id, action, resource_type) values
      ('${ID.acme}', '${ID.user}', 'profile_viewed', 'profile'),
      ('${ID.rivals}', '${ID.rival}', 'profile_viewed', 'profile');
    insert into public.acts (id, account_id, action, kind, value, parts, records, done_by) values
      ('${OWN.act}', '${ID.acme}', 'status', 'system', 'inactive', '{status}', 2, '${ID.manager}'),
      ('${OWN.rivalAct}', '${ID.rivals}', 'status', 'system', 'inactive', '{status}', 2, '${ID.rival}');
    insert into public.archives (id, account_id, state, made_by, bytes, parts) values
      ('${OWN.archive}', '${ID.acme}', 'ready', '${ID.admin}', 3, 1),
      ('${OWN.rivalArchive}', '${ID.rivals}', 'ready', '${ID.rival}', 6, 1);
    insert into private.archive_parts (account_id, archive_id, place, bytes) values
      ('${ID.acme}', '${OWN.archive}', 1, 'zip'),
      ('${ID.rivals}', '${OWN.rivalArchive}', 1, 'secret');
    insert into public.archive_imports (id, account_id, state, made_by) values
      ('${OWN.archiveImport}', '${ID.acme}', 'done', '${ID.admin}'),
      ('${OWN.rivalArchiveImport}', '${ID.rivals}', 'done', '${ID.rival}');
    insert into public.tags (id, account_id, name, created_by) values
      ('${OWN.tag}', '${ID.acme}', 'finance', '${ID.user}'),
      ('${OWN.rivalTag}', '${ID.rivals}', 'secret', '${ID.rival}');
    insert into public.own_fields (id, account_id, kind, key, name, type) values
      ('${OWN.field}', '${ID.acme}', 'system', 'seats', 'Seats', 'number'),
      ('${OWN.rivalField}', '${ID.rivals}', 'system', 'codename', 'Codename', 'text');
    insert into public.views (id, account_id, kind, person_id, name, address, filter, created_by) values
      ('${OWN.view}', '${ID.acme}', 'system', '${ID.user}', 'Mine', 'owner=me', '{"owners": ["me"]}', '${ID.user}'),
      ('${OWN.sharedView}', '${ID.acme}', 'system', null, 'Active', 'status=active', '{"statuses": ["active"]}',
        '${ID.manager}'),
      ('${OWN.rivalView}', '${ID.rivals}', 'system', null, 'Secret', 'q=secret', '{"query": "secret"}', '${ID.rival}');
    insert into public.view_settings (user_id, view_id, account_id, kind, watched) values
      ('${ID.user}', '${OWN.sharedView}', '${ID.acme}', 'system', true),
      ('${ID.rival}', '${OWN.rivalView}', '${ID.rivals}', 'system', true);
    insert into public.imports (id, account_id, kind, file_name, match_key, started_by) values
      ('${OWN.import}', '${ID.acme}', 'system', 'ours.csv', 'name', '${ID.user}'),
      ('${OWN.rivalImport}', '${ID.rivals}', 'system', 'theirs.csv', 'name', '${ID.rival}');
    insert into public.import_rows (account_id, import_id, row_number, given, match_value, name_key) values
      ('${ID.acme}', '${OWN.import}', 1, '{"name": "Wiki"}', 'wiki', 'wiki'),
      ('${ID.rivals}', '${OWN.rivalImport}', 1, '{"name": "Wiki"}', 'wiki', 'wiki');
    insert into public.import_matches (account_id, kind, heads, matched) values
      ('${ID.acme}', 'system', 'a', '{}'),
      ('${ID.rivals}', 'system', 'a', '{}');
    insert into public.heartbeats (id, account_id, kind, record_id, token_hash, status, last_at, runs, created_by) values
      ('${OWN.heartbeat}', '${ID.acme}', 'automation', '${ID.invoices}',
        encode(sha256('${HEARTBEAT_TOKEN}'), 'hex'), 'up', now(), 1, '${ID.user}'),
      ('${OWN.rivalHeartbeat}', '${ID.rivals}', 'automation', '${ID.rivalAutomation}', 'x', 'up', now(), 1, '${ID.rival}');
    insert into public.runs (heartbeat_id, number, account_id, outcome, ended_at) values
      ('${OWN.heartbeat}', 1, '${ID.acme}', 'success', now()),
      ('${OWN.rivalHeartbeat}', 1, '${ID.rivals}', 'success', now());
    insert into public.run_days (heartbeat_id, day, account_id, successes) values
      ('${OWN.heartbeat}', current_date, '${ID.acme}', 1),
      ('${OWN.rivalHeartbeat}', current_date, '${ID.rivals}', 1);
    insert into public.discovered_callers (id, account_id, name) values
      ('${OWN.caller}', '${ID.acme}', 'Night job'),
      ('${OWN.rivalCaller}', '${ID.rivals}', 'Secret job');
    insert into public.service_accounts (id, account_id, name, owner_id) values
      ('${OWN.serviceAccount}', '${ID.acme}', 'Night job', '${ID.user}'),
      ('${OWN.rivalServiceAccount}', '${ID.rivals}', 'Night job', '${ID.rival}');
    insert into public.api_tokens (id, account_id, owner_id, name, scopes, ending, created_by) values
      ('${OWN.token}', '${ID.acme}', '${ID.user}', 'Script', '{systems:read}', '${API_TOKEN.slice(-4)}', '${ID.user}'),
      ('${OWN.rivalToken}', '${ID.rivals}', '${ID.rival}', 'Secret script', '{systems:read}', 'xxxx', '${ID.rival}');
    insert into private.token_secrets (hash, account_id, token_id) values
      (private.token_hash('${API_TOKEN}'), '${ID.acme}', '${OWN.token}'),
      (private.token_hash('rival'), '${ID.rivals}', '${OWN.rivalToken}');
    insert into public.api_settings (account_id) values ('${ID.acme}'), ('${ID.rivals}');
    insert into public.alert_settings (account_id) values ('${ID.acme}'), ('${ID.rivals}');
    insert into public.deputies (account_id, user_id) values ('${ID.acme}', '${ID.user}'), ('${ID.rivals}', '${ID.rival}');
    insert into public.calendar_addresses (id, account_id, user_id, token_hash) values
      ('${OWN.calendar}', '${ID.acme}', '${ID.user}', private.token_hash('${CALENDAR_TOKEN}')),
      ('${OWN.rivalCalendar}', '${ID.rivals}', '${ID.rival}', private.token_hash('rival'));
    insert into public.found_sources (id, account_id, name, key_hash, created_by) values
      ('${OWN.foundSource}', '${ID.acme}', 'Inventory', private.token_hash('${FOUND_KEY}'), '${ID.manager}'),
      ('${OWN.rivalFoundSource}', '${ID.rivals}', 'Inventory', private.token_hash('cairn_src_rival'), '${ID.rival}');
    insert into public.found_records (id, account_id, kind, source, source_id, name, given) values
      ('${OWN.found}', '${ID.acme}', 'agent', 'Inventory', 'a1', 'Found agent', '{"source_id": "a1", "name": "Found agent"}'),
      ('${OWN.rivalFound}', '${ID.rivals}', 'agent', 'Inventory', 'a1', 'Secret agent',
        '{"source_id": "a1", "name": "Secret agent"}');
    insert into public.webhooks (id, account_id, name, url, format, events, paused, owner_id) values
      ('${OWN.webhook}', '${ID.acme}', 'Chat', 'https://hooks.acme.example/x', 'standard', '{record.created}', 'by_hand',
        '${ID.user}'),
      ('${OWN.rivalWebhook}', '${ID.rivals}', 'Chat', 'https://hooks.rivals.example/x', 'standard', '{record.created}',
        'by_hand', '${ID.rival}');
    insert into private.webhook_work (account_id, webhook_id) values
      ('${ID.acme}', '${OWN.webhook}'),
      ('${ID.rivals}', '${OWN.rivalWebhook}');
    insert into private.webhook_secrets (account_id, webhook_id, number, sealed) values
      ('${ID.acme}', '${OWN.webhook}', 1, 'x'),
      ('${ID.rivals}', '${OWN.rivalWebhook}', 1, 'x');
    insert into public.webhook_deliveries
      (id, account_id, webhook_id, message_id, subject, event, attempt, milliseconds, status, request_headers, request_body)
    values
      ('${OWN.webhookDelivery}', '${ID.acme}', '${OWN.webhook}', gen_random_uuid(), '${ID.billing}', 'record.created', 1, 5,
        200, '{}', '{"type": "record.created"}'),
      ('${OWN.rivalWebhookDelivery}', '${ID.rivals}', '${OWN.rivalWebhook}', gen_random_uuid(), '${ID.rivalAgent}',
        'record.created', 1, 5, 200, '{}', '{"type": "record.created"}');
    insert into public.departed_owners (account_id, kind, record_id, person_id, person_name) values
      ('${ID.acme}', 'automation', '${ID.reminders}', '${ID.former}', 'Fay Former'),
      ('${ID.rivals}', 'agent', '${ID.rivalAgent}', '${ID.former}', 'Fay Former')`)
  // Without lines in the history, as an archive brings them.
  await admin.unsafe(`
    select set_config('cairn.taking_in', 'on', true);
    insert into public.relations (account_id, from_id, to_id, type) values
      ('${ID.acme}', '${ID.oracle}', '${ID.reminders}', 'depends_on'),
      ('${ID.rivals}', '${ID.rivalAgent}', '${ID.rivalAutomation}', 'depends_on');
    insert into public.maintenance_windows (id, account_id, record_id, starts_at, ends_at) values
      ('${OWN.maintenance}', '${ID.acme}', '${ID.ledger}', now() + interval '1 day', now() + interval '2 days'),
      ('${OWN.rivalMaintenance}', '${ID.rivals}', '${ID.rivalSystem}', now() + interval '1 day', now() + interval '2 days');
    insert into public.teams (id, account_id, name, lead_id) values
      ('${OWN.team}', '${ID.acme}', 'Team Finance', '${ID.user}'),
      ('${OWN.rivalTeam}', '${ID.rivals}', 'Team Secret', '${ID.rival}');
    insert into public.group_rules (id, account_id, provider, group_name, level) values
      ('${OWN.groupRule}', '${ID.acme}', 'keycloak', 'finance', 'user'),
      ('${OWN.rivalGroupRule}', '${ID.rivals}', 'keycloak', 'finance', 'admin');
    insert into public.team_members (account_id, team_id, user_id) values
      ('${ID.acme}', '${OWN.team}', '${ID.user}'),
      ('${ID.acme}', '${OWN.team}', '${ID.viewer}'),
      ('${ID.rivals}', '${OWN.rivalTeam}', '${ID.rival}')`)
}
