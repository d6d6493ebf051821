import type postgres from 'postgres'
import { z } from 'zod'

/** The histories of the migrations themselves, and what the start counts. */
const NOT_COMPARED = ['auth.schema_migrations', 'auth.clock']

/** Tables that come by migrations, and the one whose place such a table takes: compared where both versions have them. */
const NEW = [
  'private.kinds',
  'private.fields',
  'private.languages',
  'private.jobs',
  'private.job_failures',
  // It has the rows of private.bulk_acts.
  'public.acts',
  'private.bulk_acts',
  'public.tags',
  'public.own_fields',
  'private.own_values',
  'public.views',
  'public.view_settings',
  'private.view_contents',
  'private.renewals_told',
  'public.inbox_snoozes',
  'public.inbox_mutes',
  'public.imports',
  'public.import_rows',
  'public.import_matches',
  'public.found_sources',
  'public.found_records',
  'public.heartbeats',
  'public.runs',
  'public.run_days',
  'public.discovered_callers',
  'private.discovery_addresses',
  'private.heartbeat_news',
  'private.answering',
  'private.map_counts',
  'private.counted_groups',
  'private.counted_edges',
  'public.service_accounts',
  'public.api_tokens',
  'private.token_secrets',
  'private.made_secrets',
  'private.ended_tokens',
  'public.api_settings',
  'private.kept_answers',
  'public.suggestions',
  'public.relations',
  'public.maintenance_windows',
  'public.alert_settings',
  'public.deputies',
  'private.open_alerts',
  'public.calendar_addresses',
  'public.teams',
  'public.team_members',
  'public.group_rules',
  'private.levels_of_groups',
  'public.archives',
  'private.archive_parts',
  'public.archive_imports',
  'private.archive_import_parts',
  'public.webhooks',
  'private.webhook_secrets',
  'private.webhook_work',
  'private.webhook_queue',
  'private.webhook_remains',
  'public.webhook_deliveries',
  'private.archive_room',
  'private.awaited_people',
  'private.awaited_lines',
  'private.accounts_to_delete',
  'private.contributions_to_count',
  'auth.known_devices',
  'auth.security_changes',
  'auth.unproven_passwords',
  'auth.oauth_clients',
  'auth.oauth_authorizations',
  'auth.oauth_consents',
  'auth.secret_holders',
  'auth.secret_changes',
  'auth.kept_keys',
  'auth.provider_trials',
]

/** The columns of records of every kind that come by migrations; these and the next ones as the tables. */
const OF_RECORDS = [
  'vendor',
  'criticality',
  'data_class',
  'cost_per_month',
  'cost_currency',
  'renews_on',
  'lifecycle',
  'department',
  'links',
  'tags',
  'own',
  'imported_from',
  'source_id',
]

/** Columns that come by migrations, by table. */
const NEW_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'auth.sessions': ['scopes', 'oauth_client_id', 'oauth_audience'],
  'auth.mail_queue': ['priority', 'error', 'set_aside_at'],
  'private.former_members': ['account_name'],
  'private.fields': ['said_as'],
  'private.kinds': ['other_columns'],
  'public.acts': ['ended_team'],
  'public.archive_imports': ['refusal'],
  'public.calendar_addresses': ['team_id'],
  'public.heartbeats': ['held_since'],
  'public.import_rows': ['unrelated'],
  'public.notification_preferences': ['quiet_from', 'quiet_until'],
  'public.pending_invitations': ['sent_at'],
  'public.profiles': ['chat_url', 'shows_email'],
  'public.team_members': ['rule_id'],
  'public.record_history': ['token_id', 'client_id', 'program'],
}

const KINDS = ['system', 'solution', 'agent', 'automation']

/** Who knows which record, in the tables of earlier versions and of this one. */
const EXPERTS = ['public.record_experts', ...KINDS.map((kind) => `public.${kind}_experts`)]
/** Records, in the tables of earlier versions and in the one of this version. */
const RECORDS = ['private.records', ...KINDS.map((kind) => `public.${kind}s`)]

type Rows = Readonly<Record<string, readonly string[]>>

/**
 * The rows of a version as they are compared with those of another: experts and records by what they say, whichever
 * tables have them, and nothing that migrations have brought between the two.
 */
export function inOneForm(rows: Rows, other: Rows): Record<string, unknown[]> {
  const tables = Object.entries(rows).filter(([name]) => !NEW.includes(name) || name in other)
  return {
    ...Object.fromEntries(
      tables
        .filter(([name]) => !EXPERTS.includes(name) && !RECORDS.includes(name))
        .map(([name, texts]) => [name, withoutNewColumns(name, texts, other[name])]),
    ),
    experts: movedIn(rows, EXPERTS, expertIn).toSorted(),
    records: recordsIn(rows, other),
  }
}

const movedIn = <T>(rows: Rows, tables: readonly string[], one: (text: string, table: string) => T): T[] =>
  tables.flatMap((table) => (rows[table] ?? []).map((text) => one(text, table)))

const namedValues = z.record(z.string(), z.unknown())

function withoutNewColumns(
  table: string,
  texts: readonly string[],
  [other]: readonly string[] = [],
): readonly string[] {
  const columns = NEW_COLUMNS[table]
  if (columns === undefined) return texts
  const known = other === undefined ? {} : namedValues.parse(JSON.parse(other))
  const isNew = (name: string) => columns.includes(name) && !(name in known)
  return texts.map((text) => {
    const row = namedValues.parse(JSON.parse(text))
    return JSON.stringify(Object.entries(row).filter(([name]) => !isNew(name)))
  })
}

/** A row in the order of its columns, without those that say nothing: tables of one kind have not those of others. */
const saidIn = (row: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(row)
    .filter(([, value]) => value !== null)
    .toSorted(([one], [another]) => (one < another ? -1 : 1))

/** An expert with the id of the record, which is in a column of its kind in earlier tables. */
function expertIn(text: string): string {
  const { kind: _, record_id: record, ...rest } = namedValues.parse(JSON.parse(text))
  const ofKind = KINDS.map((kind) => `${kind}_id`)
  const named = Object.fromEntries(Object.entries(rest).filter(([name]) => !ofKind.includes(name)))
  return JSON.stringify(
    saidIn({ ...named, record: record ?? ofKind.map((name) => rest[name]).find(Boolean) }),
  )
}

/** Records with their kind, and with the columns that both versions have. */
function recordsIn(rows: Rows, other: Rows): string[] {
  const known = (of: Rows) =>
    new Set(movedIn(of, RECORDS, (text) => Object.keys(namedValues.parse(JSON.parse(text)))).flat())
  const [here, there] = [known(rows), known(other)]
  const isNew = (name: string) => OF_RECORDS.includes(name) && !(here.has(name) && there.has(name))
  return movedIn(rows, RECORDS, (text, table) => {
    const row = { kind: table.replace(/^public\.(.*)s$/, '$1'), ...namedValues.parse(JSON.parse(text)) }
    return JSON.stringify(saidIn(row).filter(([name]) => !isNew(name)))
  }).toSorted()
}

/** What differs in the rows of a version and those of a later one, in one form: a sentence for each table. */
export function differencesBetween(before: Rows, after: Rows): string[] {
  const [was, is] = [inOneForm(before, after), inOneForm(after, before)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [gone, come] = [rowsWithout(was[name], is[name]), rowsWithout(is[name], was[name])]
    return gone + come === 0 ? [] : [`${name}: ${gone} rows are gone, ${come} have come`]
  })
}

/**
 * What is lost of the rows of a version in those of any later one, by the columns that it had: a sentence for each table.
 * Later versions may have further columns, and further rows of what they count.
 */
export function lostBetween(before: Rows, after: Rows): string[] {
  const [was, is] = [asRows(inOneForm(before, after)), asRows(inOneForm(after, before))]
  return Object.entries(was).flatMap(([name, rows]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const texts = (of: readonly object[] = []) => of.map((row) => JSON.stringify(columnsOf(row, columns)))
    const lost = rowsWithout(texts(rows), texts(is[name]))
    return lost === 0 ? [] : [`${name}: ${lost} of ${rows.length} rows are lost`]
  })
}

const rowSchema = z.union([
  z.record(z.string(), z.unknown()),
  z.array(z.tuple([z.string(), z.unknown()])).transform((entries) => Object.fromEntries(entries)),
])

function asRows(
  tables: Readonly<Record<string, readonly unknown[]>>,
): Record<string, Record<string, unknown>[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => rowSchema.parse(JSON.parse(String(row)))),
    ]),
  )
}

const columnsOf = (row: object, columns: readonly string[]): unknown[] => {
  const values = new Map<string, unknown>(Object.entries(row))
  return columns.map((column) => values.get(column))
}

/** How many rows have none of the others for themselves: of two that are alike, one other answers for one. */
function rowsWithout(rows: readonly unknown[] = [], others: readonly unknown[] = []): number {
  const left = new Map<unknown, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  let without = 0
  for (const row of rows) {
    const alike = left.get(row) ?? 0
    if (alike === 0) without += 1
    else left.set(row, alike - 1)
  }
  return without
}

/** The tables of the product and of the accounts, as `schema.table`. */
async function tablesOf(sql: postgres.ISql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth') and c.relkind = 'r'
    order by 1`
  return tables.map(({ name }) => name)
}

/** How many rows each table has, and a sum over all of them that changes with every value; by `schema.table`. */
export async function checksumsOf(sql: postgres.ISql): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const name of await tablesOf(sql)) {
    const [row] = await sql.unsafe<{ sum: string }[]>(`
      select concat_ws(' ', count(*), md5(string_agg(t.hash, '' order by t.hash))) as sum
      from (select md5(t::text) as hash from ${name} t) t`)
    sums[name] = row?.sum ?? ''
  }
  return sums
}

/** Every row of every table of the product and of the accounts, as text; by `schema.table`. */
export async function rowsOf(sql: postgres.ISql): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const name of (await tablesOf(sql)).filter((table) => !NOT_COMPARED.includes(table))) {
    const found = await sql.unsafe<{ row: string }[]>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
