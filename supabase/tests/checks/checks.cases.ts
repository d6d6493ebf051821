import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'

/** A statement that breaks a check constraint, and the sentence that a person then reads. */
export interface CheckCase {
  table: string
  constraint: string
  statement: string
  sentence: string
}

const NAME = 'Name must have 1 to 120 characters.'
const DESCRIPTION = 'Description must have at most 2,000 characters.'
const LEVEL = 'Level must be viewer, user, manager or admin.'
const JOB_ROLE = 'Job role must have at most 120 characters.'
const DEPARTMENT = 'Department must have at most 120 characters.'
const DETAILS = 'Details must be a JSON object of at most 200,000 bytes.'
const DOMAIN = 'Domain must have 1 to 253 characters, in lower case.'

/** Cases that change one row of a table: constraint, assignment, sentence. */
/** Callers know records by the views of their kinds. */
export const qualified = (table: string) => `${table === 'records' ? 'private' : 'public'}.${table}`

const changing = (
  table: string,
  where: string,
  cases: readonly (readonly [constraint: string, assignment: string, sentence: string])[],
): CheckCase[] =>
  cases.map(([constraint, assignment, sentence]) => ({
    table,
    constraint,
    statement: `update ${qualified(table)} set ${assignment} where ${where}`,
    sentence,
  }))

/** Cases that add a row: constraint, columns and values, sentence. */
const adding = (
  table: string,
  cases: readonly (readonly [constraint: string, row: string, sentence: string])[],
): CheckCase[] =>
  cases.map(([constraint, row, sentence]) => ({
    table,
    constraint,
    statement: `insert into public.${table} ${row}`,
    sentence,
  }))

const field = (columns: string, values: string) =>
  `(account_id, kind, key, name, type${columns}) values ('${ID.acme}', ${values})`

const history = (kind: string, action: string, field: string) =>
  `(account_id, kind, record_id, record_name, action, field)
   values ('${ID.acme}', '${kind}', '${ID.billing}', 'Billing', '${action}', ${field})`

const binned = (kind: string, reason: string) =>
  `(account_id, kind, record_id, name, record, reason)
   values ('${ID.acme}', '${kind}', '${ID.nobody}', 'Deleted', '{}', ${reason})`

const WORD = (field: string) => `${field} must be a word of at most 64 small letters, digits and underscores.`
const audit = (values: string) =>
  `(account_id, action, resource_type, resource_id, details, source) values ('${ID.acme}', ${values})`

/** The fields that the records of every catalogue share. */
const FIELDS = (table: string) =>
  [
    [
      `${table}_built_in_fields`,
      `lifecycle = 'gone'`,
      'Lifecycle must be planned, active, phasing_out or retired.',
    ],
    [`${table}_own_object`, `own = '[]'`, 'Own fields must be a JSON object of at most 200,000 bytes.'],
    [
      `${table}_tags_count`,
      `tags = array(select gen_random_uuid() from generate_series(1, 51))`,
      'A record has at most 50 tags.',
    ],
    [
      `${table}_source_length`,
      `source_id = repeat('x', 201)`,
      'A source has 1 to 120 characters, and the id of a record there 1 to 200.',
    ],
  ] as const

const ONE_OWNER = (table: string) =>
  [
    `${table}_one_owner`,
    `owner_id = '${ID.user}', invited_owner_id = '${ID.invitation}'`,
    'The owner is a member or an invited person, not both.',
  ] as const

const KIND = 'Kind must be system, solution, agent or automation.'

const act = (action: string, kind: string, undoes: string) =>
  `(id, account_id, action, kind, parts, records, undoes)
   values ('${ID.nobody}', '${ID.acme}', '${action}', ${kind}, '{}', 2, ${undoes})`

const rule = (values: string) =>
  `(account_id, provider, claim, group_name, level) values ('${ID.acme}', ${values})`

/** A case for each check constraint of the exposed tables; a test fails when one is missing. */
export const CHECK_CASES: readonly CheckCase[] = [
  ...changing('accounts', `id = '${ID.acme}'`, [['accounts_name_length', `name = ''`, NAME]]),
  ...changing('profiles', `id = '${ID.user}'`, [
    ['profiles_permission_level_known', `permission_level = 'root'`, LEVEL],
    ['profiles_name_length', `name = ''`, NAME],
    [
      'profiles_avatar_is_web_address',
      `avatar = 'javascript:alert(1)'`,
      'Avatar must be a web address (https or http) of at most 2,048 characters.',
    ],
    ['profiles_bio_length', `bio = repeat('b', 2001)`, 'Bio must have at most 2,000 characters.'],
    ['profiles_job_role_length', `job_role = repeat('j', 121)`, JOB_ROLE],
    ['profiles_department_length', `department = repeat('d', 121)`, DEPARTMENT],
    [
      'profiles_chat_url_is_web_address',
      `chat_url = 'slack://user?id=U1'`,
      'A chat link must begin with https:// or http://, with at most 2,000 characters.',
    ],
  ]),
  ...changing('account_members', `user_id = '${ID.user}'`, [
    ['account_members_role_known', `role = 'chief'`, 'Role must be owner or member.'],
    ['account_members_permission_level_known', `permission_level = 'root'`, LEVEL],
    ['account_members_department_length', `department = repeat('d', 121)`, DEPARTMENT],
    [
      'account_members_knowledge_areas_size',
      `knowledge_areas = (select array_agg('area ' || n) from generate_series(1, 101) n)`,
      'Knowledge areas must be at most 100 and not longer than 10,000 bytes together.',
    ],
    [
      'account_members_contribution_count_positive',
      'contribution_count = -1',
      'Contribution count must not be negative.',
    ],
  ]),
  ...adding('account_domains', [
    ['account_domains_domain_lower_case', `(domain, account_id) values ('ACME.test', '${ID.acme}')`, DOMAIN],
  ]),
  ...adding('domain_blacklist', [
    ['domain_blacklist_domain_lower_case', `(domain) values ('ACME.test')`, DOMAIN],
    [
      'domain_blacklist_source_known',
      `(domain, source) values ('new.test', 'rumour')`,
      'Source must be operator or list.',
    ],
    [
      'domain_blacklist_lists_allow_nothing',
      `(domain, source, allowed) values ('new.test', 'list', true)`,
      'Only a row of the operator can allow a domain.',
    ],
  ]),
  ...changing('suggestions', `id = '${OWN.suggestion}'`, [
    ['suggestions_why_length', `why = repeat('x', 501)`, 'The reason has at most 500 characters.'],
    [
      'suggestions_state_known',
      `state = 'accepted'`,
      'State must be open, accepted or dismissed, decided at a moment.',
    ],
  ]),
  ...changing('handovers', `account_id = '${ID.acme}'`, [
    ['handovers_kind_known', `kind = 'article'`, KIND],
    ['handovers_part_known', `part = 'reader'`, 'Part must be owner or expert.'],
    [
      'handovers_state_known',
      `state = 'lost', answered_at = now()`,
      'State must be pending, accepted, passed_on or withdrawn.',
    ],
    [
      'handovers_answered_once',
      `state = 'accepted'`,
      'A handover that is no longer pending says since when.',
    ],
    ['handovers_one_receiver', `invitation_id = '${ID.invitation}'`, 'A pending handover has one receiver.'],
  ]),
  ...changing('record_experts', `record_id = '${ID.ledger}'`, [
    ['record_experts_kind_known', `kind = 'article'`, KIND],
  ]),
  ...changing('relations', `from_id = '${ID.oracle}'`, [
    [
      'relations_type_known',
      `type = 'likes'`,
      'Type must be depends_on, feeds_data_to, runs_in, replaces or part_of.',
    ],
    ['relations_two_records', 'to_id = from_id', 'A record cannot have a relation to itself.'],
    ['relations_note_length', `note = repeat('x', 501)`, 'A note must have at most 500 characters.'],
  ]),
  ...changing('maintenance_windows', `id = '${OWN.maintenance}'`, [
    ['maintenance_windows_order', 'ends_at = starts_at', 'A maintenance window must end after its start.'],
    [
      'maintenance_windows_length',
      `ends_at = starts_at + interval '367 days'`,
      'A maintenance window must last a year at most.',
    ],
    [
      'maintenance_windows_note_length',
      `note = repeat('x', 501)`,
      'A note must have at most 500 characters.',
    ],
  ]),
  ...changing('alert_settings', `account_id = '${ID.acme}'`, [
    [
      'alert_settings_escalate_after_hours',
      'escalate_after_hours = 169',
      'Alerts are passed on after 1 to 168 hours, or 0 for never.',
    ],
  ]),
  ...changing('deputies', `user_id = '${ID.user}'`, [
    ['deputies_two_people', 'deputy_id = user_id', 'Choose another member as your deputy.'],
    ['deputies_absence', 'away_from = now()', 'An absence must end after its start.'],
  ]),
  ...changing('notification_preferences', `user_id = '${ID.user}'`, [
    [
      'notification_preferences_quiet_hours',
      `quiet_from = '22:00'`,
      'Quiet hours must have a start and another end.',
    ],
  ]),
  ...adding('group_rules', [
    [
      'group_rules_provider_length',
      rule(`'', 'groups', 'staff', 'user'`),
      'The name of a provider must have 1 to 64 characters.',
    ],
    [
      'group_rules_claim_length',
      rule(`'saml', '', 'staff', 'user'`),
      'The name of a claim must have 1 to 256 characters.',
    ],
    [
      'group_rules_group_length',
      rule(`'saml', 'groups', '', 'user'`),
      'The name of a group must have 1 to 256 characters.',
    ],
    [
      'group_rules_level_known',
      rule(`'saml', 'groups', 'staff', 'owner'`),
      'The level must be viewer, user, manager or admin.',
    ],
    [
      'group_rules_gives_something',
      rule(`'saml', 'groups', 'staff', null`),
      'A rule must name a team or a level.',
    ],
  ]),
  ...changing('teams', `id = '${OWN.team}'`, [
    ['teams_name_length', `name = ' '`, 'Name must have 1 to 120 characters.'],
    ['teams_lead_and_deputy', 'deputy_id = lead_id', 'Lead and deputy are two members.'],
    ['teams_mail_address', `mail = 'us'`, 'The e-mail of a team must be an e-mail address.'],
    ['teams_web_addresses', `chat_url = 'chat'`, 'A link of a team must begin with http:// or https://.'],
    ['teams_notices_known', `notices = 'nobody'`, 'Notices go to lead or to all.'],
  ]),
  ...changing('departed_owners', `account_id = '${ID.acme}'`, [
    ['departed_owners_kind_known', `kind = 'article'`, KIND],
  ]),
  ...adding('binned_records', [
    ['binned_records_kind_known', binned('article', `''`), KIND],
    [
      'binned_records_reason_length',
      binned('system', `repeat('r', 501)`),
      'A reason must have at most 500 characters.',
    ],
  ]),
  ...adding('login_attempts', [
    [
      'login_attempts_email_lower_case',
      `(email, success) values ('Ada@acme.test', false)`,
      'E-mail must have at most 320 characters, in lower case.',
    ],
    [
      'login_attempts_source_known',
      `(email, success, source) values ('ada@acme.test', false, 'guess')`,
      'Source must be server or browser.',
    ],
  ]),
  ...changing('pending_invitations', `id = '${ID.invitation}'`, [
    ['pending_invitations_email_valid', `email = 'Ivy@else.test'`, 'Please enter a valid email address.'],
    ['pending_invitations_name_length', `name = ''`, NAME],
    ['pending_invitations_job_role_length', `job_role = repeat('j', 121)`, JOB_ROLE],
    ['pending_invitations_department_length', `department = repeat('d', 121)`, DEPARTMENT],
    [
      'pending_invitations_permission_level_known',
      `permission_level = 'root'`,
      'Please select a valid permission level.',
    ],
    [
      'pending_invitations_ends_once',
      'accepted_at = now(), declined_at = now()',
      'An invitation is accepted or revoked, not both.',
    ],
  ]),
  ...adding('app_features', [
    [
      'app_features_feature_name_known',
      `(account_id, feature_name, enabled) values ('${ID.acme}', 'processes', true)`,
      'Feature must be systems, automations, agents, solutions, knowledge_base or q_and_a.',
    ],
    [
      'app_features_announced_stay_off',
      `(account_id, feature_name, enabled) values ('${ID.acme}', 'q_and_a', true)`,
      'Knowledge base and Q&A cannot be switched on yet.',
    ],
  ]),
  ...adding('record_history', [
    [
      'record_history_kind_known',
      history('person', 'created', 'null'),
      'Kind must be system, solution, agent, automation or article.',
    ],
    [
      'record_history_action_known',
      history('system', 'seen', 'null'),
      'Action must be created, updated, deleted or restored.',
    ],
    [
      'record_history_field_of_updates',
      history('system', 'updated', 'null'),
      'Field must be named for updates, and only for them.',
    ],
  ]),
  ...changing('appearance_settings', `account_id = '${ID.acme}'`, [
    [
      'appearance_settings_account_name_length',
      `account_name = ' '`,
      'Account name must have 1 to 120 characters.',
    ],
    [
      'appearance_settings_description_length',
      `description = repeat('d', 501)`,
      'Description must have at most 500 characters.',
    ],
    [
      'appearance_settings_logo_url_is_web_address',
      `logo_url = 'javascript:alert(1)'`,
      'Logo must be a web address (https or http) of at most 2,048 characters.',
    ],
  ]),
  ...adding('inbox_mutes', [
    [
      'inbox_mutes_of_one_thing',
      `(account_id, user_id) values ('${ID.acme}', '${ID.user}')`,
      'Mute a reason or a record.',
    ],
  ]),
  ...adding('notifications', [
    [
      'notifications_kind_known',
      `(account_id, user_id, number, kind, in_app, mail_due)
       values ('${ID.acme}', '${ID.user}', 1, 'greeting', true, false)`,
      'Kind must be one of the known kinds of notifications.',
    ],
  ]),
  ...adding('security_audit_log', [
    [
      'security_audit_log_action_word',
      audit(`'Log in', 'user_account', '1', '{}', 'server'`),
      WORD('Action'),
    ],
    [
      'security_audit_log_resource_type_word',
      audit(`'login', '', '1', '{}', 'server'`),
      WORD('Resource type'),
    ],
    [
      'security_audit_log_resource_id_length',
      audit(`'login', 'user_account', repeat('1', 201), '{}', 'server'`),
      'Resource id must have at most 200 characters.',
    ],
    [
      'security_audit_log_details_object',
      audit(`'login', 'user_account', '1', '[]', 'server'`),
      'Details must be a JSON object of at most 8,000 bytes.',
    ],
    [
      'security_audit_log_source_known',
      audit(`'login', 'user_account', '1', '{}', 'guess'`),
      'Source must be server or browser.',
    ],
  ]),
  ...changing('security_rate_limits', `user_id = '${ID.user}'`, [
    ['security_rate_limits_action_type_known', `action_type = 'anything'`, 'Action must be password_change.'],
    ['security_rate_limits_attempts_range', 'attempts = -1', 'Attempts must be 0 to 1,000.'],
  ]),
  ...changing('records', `id = '${ID.billing}'`, [
    ONE_OWNER('records'),
    [
      'records_team_or_person',
      `owner_id = '${ID.user}', team_id = '${OWN.team}'`,
      'The owner is a team or a person, not both.',
    ],
    ...FIELDS('records'),
    ['records_name_length', `name = repeat('n', 121)`, NAME],
    ['records_description_length', `description = repeat('d', 2001)`, DESCRIPTION],
    [
      'records_status_of_systems',
      `status = 'retired'`,
      'Status must be active, inactive, maintenance or deprecated.',
    ],
    ['records_details_object', `details = '[1]'`, DETAILS],
    ['records_kind_known', `kind = 'server', details = null`, KIND],
    ['records_a_kind_has_its_columns', `platform = 'OpenAI'`, 'A record has only columns of its kind.'],
  ]),
  ...changing('records', `id = '${ID.portal}'`, [
    [
      'records_status_of_solutions',
      `status = 'maintenance'`,
      'Status must be active, inactive, development or deprecated.',
    ],
    [
      'records_use_cases_size',
      `use_cases = array[repeat('u', 201)]`,
      'Use cases must be at most 100, of at most 200 characters each.',
    ],
    [
      'records_users_size',
      `users = array(select n::text from generate_series(1, 101) n)`,
      'Users must be at most 100, of at most 200 characters each.',
    ],
    [
      'records_related_systems_size',
      `related_systems = array(select gen_random_uuid() from generate_series(1, 101))`,
      'Related systems must be at most 100.',
    ],
  ]),
  ...changing('knowledge_articles', `id = '${ID.handbook}'`, [
    ['knowledge_articles_title_length', `title = repeat('t', 201)`, 'Title must have 1 to 200 characters.'],
    [
      'knowledge_articles_excerpt_length',
      `excerpt = repeat('e', 2001)`,
      'Excerpt must have at most 2,000 characters.',
    ],
    [
      'knowledge_articles_content_length',
      `content = repeat('c', 100001)`,
      'Content must not be longer than 100,000 bytes.',
    ],
    [
      'knowledge_articles_category_length',
      `category = repeat('c', 121)`,
      'Category must have at most 120 characters.',
    ],
  ]),
  ...changing('records', `id = '${ID.helper}'`, [
    ['records_platform_known', `platform = 'openai'`, 'Platform must be OpenAI, Anthropic, Custom or Other.'],
    ['records_status_of_agents', `status = 'deployed'`, 'Status must be active, training or inactive.'],
  ]),
  ...changing('records', `id = '${ID.invoices}'`, [
    ['records_source_known', `source = 'Make'`, 'Source must be Zapier, Make.com, Power Automate or Other.'],
    ['records_status_of_automations', `status = 'training'`, 'Status must be active or inactive.'],
    [
      'records_webhook_url_is_https',
      `webhook_url = 'javascript:alert(1)'`,
      'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.',
    ],
  ]),
  ...adding('acts', [
    [
      'acts_action_known',
      act('rename', `'system'`, 'null'),
      'Action must be owner, status, expert, add_tag, remove_tag, field, delete, restore, handover, import, undo, delete_team or merge_team.',
    ],
    ['acts_kind_known', act('delete', `'server'`, 'null'), KIND],
    [
      'acts_undo_of_an_act',
      act('delete', `'system'`, `'${ID.nobody}'`),
      'An undo, and only an undo, names the act that it undoes.',
    ],
  ]),
  ...changing('archives', `id = '${OWN.archive}'`, [
    ['archives_state_known', `state = 'lost'`, 'State must be waiting, working, ready or failed.'],
  ]),
  ...changing('archive_imports', `id = '${OWN.archiveImport}'`, [
    [
      'archive_imports_state_known',
      `state = 'lost'`,
      'State must be uploading, waiting, working, done or failed.',
    ],
  ]),
  ...changing('tags', `id = '${OWN.tag}'`, [
    ['tags_name_length', `name = repeat('n', 41)`, 'A tag must have 1 to 40 characters.'],
    ['tags_name_characters', `name = 'a,b'`, 'A tag has no # and no comma.'],
    [
      'tags_color_known',
      `color = 'black'`,
      'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.',
    ],
  ]),
  ...adding('own_fields', [
    ['own_fields_kind_known', field('', `'server', 'k', 'K', 'text'`), KIND],
    [
      'own_fields_key_shape',
      field('', `'system', '9', 'K', 'text'`),
      'A key has up to 60 small letters, digits and underscores, and begins with a letter.',
    ],
    [
      'own_fields_name_length',
      field('', `'system', 'k', '', 'text'`),
      'The name of a field must have 1 to 60 characters.',
    ],
    [
      'own_fields_type_known',
      field('', `'system', 'k', 'K', 'money'`),
      'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.',
    ],
    [
      'own_fields_help_length',
      field(', help', `'system', 'k', 'K', 'text', repeat('h', 301)`),
      'Help must have at most 300 characters.',
    ],
    [
      'own_fields_unit_length',
      field(', unit', `'system', 'k', 'K', 'number', repeat('u', 21)`),
      'A unit must have at most 20 characters.',
    ],
    [
      'own_fields_section_length',
      field(', section', `'system', 'k', 'K', 'text', repeat('s', 61)`),
      'The name of a group must have at most 60 characters.',
    ],
    [
      'own_fields_record_kind_given',
      field('', `'system', 'k', 'K', 'record'`),
      'A field of the type record, and only such a field, says of which kind.',
    ],
    [
      'own_fields_record_kind_known',
      field(', record_kind', `'system', 'k', 'K', 'record', 'server'`),
      'The records of a field must be of kind system, solution, agent or automation.',
    ],
  ]),
  ...changing('views', `id = '${OWN.view}'`, [
    ['views_kind_known', `kind = 'server'`, KIND],
    ['views_name_length', `name = repeat('n', 61)`, 'The name of a view must have 1 to 60 characters.'],
    ['views_icon_known', `icon = 'skull'`, 'A view has one of the icons that are offered.'],
    [
      'views_address_shape',
      `address = 'q=bill&id=7'`,
      'The address of a view has at most 8,000 characters, and no id, view or saved.',
    ],
    [
      'views_filter_shape',
      `filter = '[]'`,
      'The filter of a view must be a JSON object of at most 32,000 bytes.',
    ],
  ]),
  ...changing('heartbeats', `id = '${OWN.heartbeat}'`, [
    ['heartbeats_kind_known', `kind = 'system'`, 'Only automations and agents have a heartbeat.'],
    [
      'heartbeats_expectation',
      `expects = 'interval', every_seconds = 59`,
      'Expect nothing, an interval of a minute to a year, or a schedule.',
    ],
    ['heartbeats_grace', 'grace_seconds = 59', 'The grace must be a minute to a year.'],
    ['heartbeats_status_known', `status = 'down'`, 'Status must be new, up or failing.'],
    ['heartbeats_trouble_known', `trouble = 'late'`, 'Trouble must be late or failing, since a moment.'],
  ]),
  ...changing('runs', `heartbeat_id = '${OWN.heartbeat}'`, [
    [
      'runs_outcome_known',
      `outcome = 'lost'`,
      'Outcome must be running, success, failure, unfinished or log.',
    ],
    ['runs_note_length', `note = repeat('x', 10001)`, 'A note has at most 10,000 bytes.'],
  ]),
  ...changing('service_accounts', `id = '${OWN.serviceAccount}'`, [
    ['service_accounts_name_length', `name = ''`, 'Name must have 1 to 120 characters.'],
    [
      'service_accounts_purpose_length',
      `purpose = repeat('x', 501)`,
      'The purpose has at most 500 characters.',
    ],
  ]),
  ...changing('api_tokens', `id = '${OWN.token}'`, [
    ['api_tokens_have_one_owner', 'owner_id = null', 'A token is a member’s or a service account’s.'],
    ['api_tokens_name_length', `name = ''`, 'Name must have 1 to 120 characters.'],
    [
      'api_tokens_scopes_known',
      `scopes = '{systems}'`,
      'Choose what the token may, among the scopes that there are.',
    ],
    ['api_tokens_ending_length', `ending = 'abc'`, 'The end of a token has four characters.'],
  ]),
  ...changing('discovered_callers', `id = '${OWN.caller}'`, [
    ['discovered_callers_name_length', `name = ''`, 'Name must have 1 to 120 characters.'],
    ['discovered_callers_note_length', `note = repeat('x', 10001)`, 'A note has at most 10,000 bytes.'],
    [
      'discovered_callers_state_known',
      `state = 'joined'`,
      'A caller waits, is joined to a record, or is refused.',
    ],
  ]),
  ...changing('webhooks', `id = '${OWN.webhook}'`, [
    ['webhooks_name_length', `name = ''`, 'A webhook needs a name of at most 100 characters.'],
    [
      'webhooks_url_of_the_web',
      `url = 'ftp://hooks.acme.example'`,
      'The address of a webhook must begin with https:// and have at most 2,000 characters.',
    ],
    ['webhooks_format_known', `format = 'xml'`, 'Format must be standard, slack, teams or discord.'],
    ['webhooks_events_known', `events = '{}'`, 'Choose at least one event, and only known ones.'],
    [
      'webhooks_filters_within',
      `tags = array_fill(gen_random_uuid(), array[51])`,
      'A webhook filters by at most 50 tags and 100 fields.',
    ],
    ['webhooks_paused_known', `paused = 'tired'`, 'Paused must be by_hand, gone or failing.'],
  ]),
  ...changing('found_sources', `id = '${OWN.foundSource}'`, [
    ['found_sources_name_length', `name = ''`, 'The source must have 1 to 120 characters.'],
  ]),
  ...changing('found_records', `id = '${OWN.found}'`, [
    ['found_records_kind_known', `kind = 'server'`, KIND],
    [
      'found_records_source_length',
      `source_id = repeat('x', 201)`,
      'A source has 1 to 120 characters, and the id of a record there 1 to 200.',
    ],
    ['found_records_name_length', `name = ''`, 'Name must have 1 to 120 characters.'],
    [
      'found_records_given_object',
      `given = '[]'`,
      'What was found must be a JSON object of at most 100,000 bytes.',
    ],
    ['found_records_state_known', `state = 'lost'`, 'State must be waiting, registered or ignored.'],
  ]),
  ...changing('imports', `id = '${OWN.import}'`, [
    ['imports_kind_known', `kind = 'server'`, KIND],
    ['imports_file_name_length', `file_name = ''`, 'The name of the file must have 1 to 200 characters.'],
    ['imports_source_length', `source = repeat('x', 121)`, 'The source must have 1 to 120 characters.'],
    [
      'imports_match_key_known',
      `match_key = 'vendor'`,
      'Rows meet records by name, id, source or an own field.',
    ],
  ]),
  ...changing('import_rows', `import_id = '${OWN.import}'`, [
    [
      'import_rows_effect_known',
      `effect = 'deleted'`,
      'Effect must be new, changed, same, duplicate, error or gone.',
    ],
    ['import_rows_outcome_known', `outcome = 'left'`, 'Outcome must be done or refused.'],
  ]),
]
