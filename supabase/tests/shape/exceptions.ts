/** Functions of a row that return its related rows: they run with the rights of their caller, and every name has its schema. */
const OF_ROWS = Object.fromEntries(
  [
    'public.agents(record_experts)',
    'public.agents(solution_agents)',
    'public.agents(solutions)',
    'public.automations(record_experts)',
    'public.automations(solution_automations)',
    'public.automations(solutions)',
    'public.knowledge_articles(systems)',
    'public.record_experts(agents)',
    'public.record_experts(automations)',
    'public.record_experts(solutions)',
    'public.record_experts(systems)',
    'public.solution_agents(agents)',
    'public.solution_agents(solutions)',
    'public.solution_automations(automations)',
    'public.solution_automations(solutions)',
    'public.solutions(agents)',
    'public.solutions(automations)',
    'public.solutions(record_experts)',
    'public.solutions(solution_agents)',
    'public.solutions(solution_automations)',
    'public.system_experts(systems)',
    'public.systems(knowledge_articles)',
    'public.systems(record_experts)',
    'public.systems(system_experts)',
  ].map((signature) => [
    signature,
    'Runs with the rights of its caller, and names the schema of everything.',
  ]),
)

/**
 * The exceptions to the rules of shape, each with the reason. A rule also fails for an exception that is not needed any
 * more.
 */
export const EXCEPTIONS = {
  /** Tables without a policy: only helper functions read or write them. */
  closedTables: {
    'private.own_values': 'Copies of what records say in their column own, for functions that filter lists.',
    'private.accounts_to_delete': 'What operators have arranged; the server alone asks, through functions.',
    'private.answering':
      'One row: since when the server answers calls; it alone asks, when it looks for what is late.',
    'private.archive_parts': 'Files of archives; admins fetch them through a function.',
    'private.archive_import_parts':
      'Files of archives that are taken in; the server reads them through a function.',
    'private.awaited_lines': 'What waits for people who came by an archive; the server alone asks.',
    'private.archive_room': 'How much of archives can be brought at once; the server sets it.',
    'private.awaited_people': 'People who came by an archive; the server alone asks.',
    'private.bin_time': 'One row: for how many days bins keep records; a function says it with the bin.',
    'private.coverage_accounts': 'What the server has counted already; it alone asks.',
    'private.coverage_weeks': 'Members see the sums through a function.',
    'private.map_counts': 'Members see the map through a function.',
    'private.counted_groups': 'Members see the map through a function.',
    'private.counted_edges': 'Members see the map through a function.',
    'private.counted_records': 'As what each record counts; the figures of gaps come through functions.',
    'private.discovery_addresses':
      'Hashes of addresses of accounts; admins learn through a function whether there is one.',
    'private.heartbeat_news': 'What the server is still to tell; it alone asks.',
    'private.contributions_to_count': 'Parts of counts of contributions, which come through functions.',
    'private.digest_times': 'When the server mails; the preferences, which people see, decide whether.',
    'private.fields': 'What the product knows of a record: the functions that look past row security ask.',
    'private.former_members': 'Who left: only the functions that admit somebody ask.',
    'private.job_failures': 'What fails of the server’s jobs: the operator sees it through a function.',
    'private.jobs': 'When the server’s jobs are due; it alone asks, through functions.',
    'private.kept_answers': 'Answers to writes by their key: the two functions of the data API ask.',
    'private.levels_of_groups': 'What rules about groups gave; the hook of a sign-in alone asks.',
    'private.languages': 'The languages of the product: keys and functions ask.',
    'private.kinds': 'What a record can be: the functions that look past row security ask.',
    'private.past_addresses': 'Only the functions that admit somebody ask.',
    'private.public_mail_list':
      'One row that says which lists the blacklist follows; the start alone asks, by a function.',
    'private.record_counts': 'Sums for the figures of gaps, which come through functions.',
    'private.records_to_count': 'Marks of changed records, for the figures of gaps.',
    'private.renewals_told': 'What the server has told of already; it alone asks.',
    'private.secrets': 'Keys that functions sign with. Nobody else may see them.',
    'private.sign_in_locks': 'The lock-out: who could read it could learn which addresses exist.',
    'private.ended_tokens': 'Hashes of ended tokens; the server alone tells of their use.',
    'private.open_alerts': 'Whom the server has told, and when.',
    'private.made_secrets': 'What people have made; the server alone tells them.',
    'private.token_secrets': 'Hashes of tokens: who had one could look a leaked token up.',
    'private.turns': 'Counts calls, those of strangers too.',
    'private.view_contents': 'What watched views held when the server compared them last; it alone asks.',
    'private.waiting_newcomers': 'Admins see them through a function, which checks that they are admins.',
    'private.webhook_queue': 'What the server is still to send; it alone asks, through functions.',
    'private.webhook_remains': 'What the server is still to sweep; it alone asks.',
    'private.webhook_secrets': 'Keys that the server signs with. Nobody else may see them.',
    'private.webhook_work': 'How deliveries go; admins see it with the webhooks through a function.',
    'public.binned_records': 'Whole rows of deleted records; members see what lists need through a function.',
    'public.found_sources': 'Keys of sources, as hashes; members ask for their names through a function.',
    'public.import_matches': 'How files were matched; members ask through functions, one file at a time.',
    'public.account_domains': 'Who could read it could learn which companies use Cairn.',
    'public.domain_blacklist':
      'Asked about one domain at a time, through a function that counts the questions.',
  },
  /** Indexes on the time of the last change, of rows that change seldom. */
  indexesOfChanges: {
    account_members_by_change_idx:
      'News ask every few seconds. What changes often, the count of contributions, leaves the time alone.',
    knowledge_articles_by_change_idx:
      'The list of articles is in this order; an article is read, not changed.',
    profiles_by_change_idx: 'News ask every few seconds; a profile changes seldom.',
  },
  /** Foreign keys to people, who exist apart from accounts: the account of a profile mirrors the membership. */
  keysAcrossAccounts: {
    account_members_user_id_fkey: 'It is what puts a person into an account.',
    knowledge_articles_author_profile_fkey:
      'For the name of the author. That they are of the account is checked by the key beside it.',
    waiting_newcomers_user_id_fkey: 'They belong to no account yet.',
  },
  /** Functions that Postgres must inline into the statement, which it does only without settings. */
  searchPaths: {
    'auth.email()': 'Runs with the rights of its caller, and has Postgres’ own functions only.',
    'auth.jwt()': 'Runs with the rights of its caller, and has Postgres’ own functions only.',
    'auth.role()': 'Runs with the rights of its caller, and has Postgres’ own functions only.',
    'auth.uid()': 'Runs with the rights of its caller, and has Postgres’ own functions only.',
    'private.folded(text)': 'Runs with the rights of its caller, and has Postgres’ own functions only.',
    ...OF_ROWS,
  },
  /** Statements with a name beside JSON. */
  namesOutOfJson: {
    'private.archive_page(uuid, text, jsonb, integer, integer)':
      'Only values are taken out, and quoted as such: the key of the last line.',
    'public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb)':
      'The JSON is the row of the kind, which migrations write.',
  },
  /** Functions that look past row security, with names in statements that no kind and no trigger gives as they stand. */
  namesInStatements: {
    'private.archive_page(uuid, text, jsonb, integer, integer)':
      'Names are those of private.archived_tables.',
    'private.archived_tables()': 'Names are those of kinds.',
    'private.awaited_columns(uuid, text, text[], text[])': 'Names are those of private.archived_tables.',
    'private.choices_without_default(text)': 'Names are those of kinds; it reads the catalog alone.',
    'private.columns_of_people(regclass)': 'Names are those of kinds; it reads the catalog alone.',
    'private.columns_to_restore(regclass, text[], jsonb)':
      'Names are those of the catalog: a line only says which of them it has.',
    'private.count_view(uuid, text, jsonb, uuid)':
      'The table is that of the kind; fields of a filter are looked up among those there are.',
    'private.field_group(uuid, text, text)': 'The field is one that private.fields has, or a value.',
    'private.field_order(uuid, text, text)': 'The field is one that private.fields has, or a value.',
    'private.filter_field(uuid, text, text)': 'The field is one that private.fields has, or a value.',
    'private.found_fields(uuid, text)': 'Names are those of kinds; it reads the catalog alone.',
    'private.assign_awaited(uuid, uuid, uuid)':
      'Names are those of private.archived_tables; a column is one with a key to members.',
    'private.ids_of_view(uuid, text, jsonb, uuid, integer)':
      'The table is that of the kind; fields of a filter are looked up among those there are.',
    'private.import_columns(text, text[])': 'Names are those of the catalog, for the table of the kind.',
    'private.matching_records(uuid, text, text, integer, text, text[])':
      'Functions name the columns, each as a constant.',
    'private.match_rows_to_records(imports, integer[])':
      'The table is that of the kind; what records are met by is one of a list, or a value.',
    'private.first_ids_by_field(uuid, text, text, boolean, integer)':
      'The field is one that private.field_order knows.',
    'private.restore_former_fields(jsonb)':
      'The field is one that private.is_field_key knows; the account is put over.',
    'private.restore_former_values(jsonb)': 'The table is that of the kind; the columns stand there.',
    'private.reinsert_records_of_kind(text, jsonb)': 'Table and columns are those of the kind.',
    'private.record_summaries(uuid, text, uuid[])': 'The table is that of the kind; gaps are one of a list.',
    'private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb)':
      'The table is that of the kind; fields of a filter are looked up among those there are.',
    'private.near_renewals(uuid, date)': 'The table is that of each kind in turn.',
    'private.tagged_matches(uuid[], integer)': 'The table is that of each kind in turn.',
    'private.restore_lines(uuid, uuid, text, jsonb)':
      'Names are those of private.archived_tables and of the catalog; the account is put over.',
    'private.value_in_record(text)': 'The field is one that private.field_in_bulk knows.',
    'private.text_condition(uuid, text, text)': 'The table is that of the kind; the text is a value.',
    'private.stored_form_of_value(uuid, text, uuid, text, jsonb)':
      'The field is one of private.fields that can be suggested: its only caller refuses others.',
    'public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb)':
      'The table is that of the kind; orders and fields are looked up among those there are.',
    'public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb)':
      'The table is that of the kind; orders and fields are looked up among those there are.',
    'public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb)':
      'The table is that of the kind; fields are looked up among those there are.',
  },
  /** Functions that look past row security and take a row as JSON. */
  rowsAsJson: {
    'private.compare_import_row(jsonb, jsonb, jsonb)':
      'A definition of a field, read by the server; nothing is written.',
    'private.fields_in_bulk(text, text)':
      'Values of fields that were judged one by one, for their checks; nothing is written.',
    'private.reinsert_records_of_kind(text, jsonb)':
      'A record out of the bin: its caller puts account and id over it, and keys carry the account.',
    'private.restore_ended_team(acts)':
      'A team that its end has written: columns are listed, and the account is that of the act.',
    'private.sanitized_record(text, jsonb)': 'It leaves out what the kind has not; nothing is written.',
    'private.restore_group_rules_of_team(acts)':
      'Rules that the end of their team has written: columns are listed, and the account is that of the act.',
    'private.restore_lines(uuid, uuid, text, jsonb)':
      'Columns are listed, and the account stands beside the row.',
    'private.stored_form_of_value(uuid, text, uuid, text, jsonb)':
      'One field, which can be suggested; nothing stays written.',
    'private.with_awaited_lines(uuid, text, regclass)':
      'What waits is read with the account over it; nothing is written.',
  },
  /** Functions that look past row security and insert without a list of columns. */
  insertsOfWholeRows: {
    'private.recount_account(uuid)': 'Another function of the server gives the rows, by their type.',
    'private.count_marked(uuid, integer, text[])':
      'Another function of the server gives the rows, by their type.',
    'private.keep_own_values()': 'Another function of the server gives the rows, by their type.',
    'private.refill_own_values(own_fields)': 'Another function of the server gives the rows, by their type.',
  },
  /** Functions that name three kinds or more. */
  functionsOfSomeKinds: {
    'private.archived_tables()': 'Lists links: each table of them joins two certain kinds.',
    'private.link_rows(uuid, text, uuid)': 'Reads links: each table of them joins two certain kinds.',
    'private.repoint_link_rows(uuid, text, uuid[], uuid)':
      'Moves links: each table of them joins two certain kinds.',
    'private.restore_link_rows(uuid, uuid[])': 'Writes links: each table of them joins two certain kinds.',
    'private.table_scopes()': 'Lists tables of links: each of them belongs to a certain kind.',
    'public.get_dashboard_counts()': 'Four specified figures, of which two count what is active alone.',
    'public.get_deletion_effects(text, uuid)': 'Counts links: each table of them joins two certain kinds.',
  },
  /** The functions that change the role of their caller, or its claims. */
  changesOfRole: {
    'private.hold_to_scope()': 'Gives a token behind PostgREST its role; a session is left as it is.',
  },
  /** The functions that anonymous callers may call. */
  callsOfAnon: {
    'private.hold_to_scope()':
      'What comes before requests of PostgREST, whoever sends them; it reads nothing.',
    'private.holds(boolean, text, text)': 'Checks of the table of sign-in notes use it; it reads nothing.',
    'public.check_login_rate_limit(text, text)': 'Before a sign-in: for how long the address is locked.',
    'public.is_invited_by_single_sign_on(text)':
      'Who has the token of an invitation learns how its person signs in; counted.',
    'public.ping(text, text, uuid, text, text)':
      'Scripts report their runs with the token of an address, and learn nothing; counted.',
    'public.push_found(text, text, jsonb)':
      'Scripts push what they find with the key of a source, and learn counts alone; counted.',
    'public.signup_domain_status(text)': 'Before a sign-up: one question about one domain, counted.',
    'public.validate_invitation(text)': 'Who has the token of an invitation learns whose it is.',
  },
  /** The rights of anonymous callers to tables. */
  tablesOfAnon: {
    'public.login_attempts: insert': 'The browser’s note of a failed sign-in, which decides nothing.',
  },
} satisfies Record<string, Readonly<Record<string, string>>>

/** A list of exceptions. */
export type Exceptions = keyof typeof EXCEPTIONS
