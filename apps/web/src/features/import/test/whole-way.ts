import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { LANGUAGES, textsOf } from '@cairn/workspace/languages/languages'
import {
  IMPORT_PART,
  type ImportPlan,
  type ImportsPart,
  type PlannedRow,
} from '@cairn/workspace/port/imports'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import type { Workspace } from '@cairn/workspace/port/workspace'
import i18next from 'i18next'
import postgres from 'postgres'
import { vi } from 'vitest'
import { builtInFields, ownField } from '@/catalogue/fields/field.ts'
import { startTranslations } from '@/i18n/setup.ts'
import { createServiceClient } from '@/workspace/supabase/client/client.ts'
import { createWorkspace } from '@/workspace/supabase/workspace.ts'
import { firstMapping, headsOf, matchOf } from '../matching/first-mapping.ts'
import { importTargets } from '../matching/import-targets.ts'
import type { Mapping } from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'
import { createTableSession, type Source } from '../reading/table-session.ts'
import { sumText } from '../words/effect.ts'

/** The folder with the files of others. */
const INPUTS = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'test', 'field', 'inputs')

/** Reads a file of others, by its path below `test/field/inputs`. */
export const inputFile = (path: string): Source => ({
  name: basename(path),
  bytes: new Uint8Array(readFileSync(join(INPUTS, path))),
})

/** An account that nothing was changed in but what a test names. */
interface Untouched {
  members?: readonly string[]
  fields?: readonly { name: string; type: FieldType; choices?: readonly string[] }[]
}

/** The way of a file as a person sees it, and its records. */
export interface Way {
  preview: Preview
  mapping: Mapping
  /** The field of each column by its head; null for one that is left out. */
  columns: Readonly<Record<string, string | null>>
  /** The plan as it was checked at first. */
  plan: ImportPlan
  rows: readonly PlannedRow[]
  /** The sentence that says that no row was lost. */
  sum: string
  done: ImportPlan
  /** The records after the plan was applied, by name, with names of people and tags. */
  records: readonly Record<string, unknown>[]
}

/** The steps of a person on the way of a file. */
interface Steps {
  /** Changes how columns and words are matched. */
  match?: (mapping: Mapping) => Mapping
  /** Decides on rows and people of the checked plan. */
  decide?: (imports: ImportsPart, plan: ImportPlan) => Promise<unknown>
  /** Leaves the import before it is applied. */
  isLeft?: boolean
}

/** An account of a running Cairn, as its admin Ann Example uses it. */
export interface UsedAccount {
  workspace: Workspace
  importFile(source: Source, kind: CatalogueKind, steps?: Steps): Promise<Way>
}

/** A running Cairn in which files go the whole way, each in an account that nobody has used. */
export interface Field {
  openAccount(account?: Untouched): Promise<UsedAccount>
  importFile(
    source: Source,
    kind: CatalogueKind,
    account?: Untouched,
    mapping?: Partial<Mapping>,
  ): Promise<Way>
  close(): Promise<void>
}

/** Starts a Cairn. A file goes from its bytes to records as the screen would bring it there, with nothing changed. */
export async function openField(): Promise<Field> {
  // The official client looks for one when it is created; nothing here opens it.
  vi.stubGlobal('WebSocket', class {})
  await startTranslations()
  const texts = await Promise.all(LANGUAGES.map(textsOf))
  const namesOf = (phrase: string) => [...new Set([phrase, ...texts.flatMap((of) => of[phrase] ?? [])])]
  const server = await startServerProcess()
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  let accounts = 0
  async function openAccount({ members = [], fields = [] }: Untouched = {}): Promise<UsedAccount> {
    accounts += 1
    const domain = `orchard-${accounts}.example`
    const workspace = await signedIn(server, database, domain, members)
    let isNew = true
    return {
      workspace,
      async importFile(source, kind, steps = {}) {
        if (isNew) for (const field of fields) await workspace.ownFields.add(kind, newField(field))
        isNew = false
        const way = await wayOf(workspace, namesOf, { source, kind, steps })
        return { ...way, records: await recordsOf(database, kind, domain) }
      },
    }
  }
  return {
    openAccount,
    async importFile(source, kind, account = {}, changes = {}) {
      const { importFile } = await openAccount(account)
      return importFile(source, kind, { match: (mapping) => ({ ...mapping, ...changes }) })
    },
    async close() {
      await database.end()
      await server.dispose()
    },
  }
}

interface Taken {
  source: Source
  kind: CatalogueKind
  steps: Steps
}

/** Brings a file the way that the screens bring it, and remembers afterwards what they remember. */
async function wayOf(
  { imports, ownFields, team }: Workspace,
  namesOf: (phrase: string) => readonly string[],
  { source, kind, steps: { match = (mapping) => mapping, decide, isLeft = false } }: Taken,
): Promise<Omit<Way, 'records'>> {
  const own = (await ownFields.list())
    .filter((field) => field.kind === kind && field.deletedAt === null)
    .map(ownField)
  const people = (await team.members()).map(({ id, name }) => ({ id, name }))
  const targets = importTargets(kind, [...builtInFields(i18next.t), ...own], {
    t: i18next.t,
    namesOf,
    people,
  })
  const session = createTableSession(() => undefined)
  const preview = await session.read(source, {}, kind)
  const heads = headsOf(preview)
  const [matches, remembered, words] = await Promise.all([
    session.match(targets),
    imports.matchOf(kind, heads),
    imports.wordsOf(kind),
  ])
  const mapping = match(firstMapping(preview, targets, matches, remembered, words))
  const id = await imports.start({
    ...{ kind, fileName: preview.name, key: mapping.key },
    source: mapping.source?.trim() || null,
  })
  for (let from = 0; from < preview.rowCount; from += IMPORT_PART)
    await imports.addRows(id, await session.rows(mapping, targets, from, IMPORT_PART))
  const check = () =>
    repeated(
      () => imports.check(id),
      ({ checked, total }) => checked === total,
    )
  const plan = await check()
  const { items: rows } = await imports.rows(id, { effect: null, skip: 0 })
  await decide?.(imports, plan)
  let done = await check()
  if (!isLeft) {
    done = await repeated(
      () => imports.apply(id),
      ({ state }) => state === 'done',
    )
    await imports.rememberMatch(kind, heads, matchOf(preview, mapping), id)
  }
  const unsent = preview.oddRows.filter(({ isKept }) => !isKept).length
  const names = preview.head ?? []
  const columns = Object.fromEntries(
    mapping.columns.map((use, at) => [names[at] ?? String(at), use.use === 'field' ? use.key : null]),
  )
  return { preview, mapping, columns, plan, rows, sum: sumText(plan, unsent, i18next.t), done }
}

/** Founds an account, with its founder Ann Example and other members, and signs Ann in. */
async function signedIn(
  server: ServerProcess,
  database: postgres.Sql,
  domain: string,
  members: readonly string[],
): Promise<Workspace> {
  const addressOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@${domain}`
  for (const name of ['Ann Example', ...members])
    await arrangePerson(database, { email: addressOf(name), name })
  const client = createServiceClient({ url: server.url, key: server.publishableKey })
  const { error } = await client.supabase.auth.signInWithPassword({
    email: addressOf('Ann Example'),
    password: PASSWORD,
  })
  if (error !== null) throw error
  return createWorkspace(async () => client, server.url)
}

const newField = ({ name, type, choices = [] }: NonNullable<Untouched['fields']>[number]) => ({
  ...{ name, type, help: '', unit: '', required: false, defaultValue: null, section: '' },
  choices: choices.map((word) => ({ id: '', name: word, color: 'gray' as const })),
  recordKind: null,
})

async function recordsOf(database: postgres.Sql, kind: CatalogueKind, domain: string) {
  return database`
    select
      to_jsonb(r) - '{id,account_id,owner_id,tags,created_at,updated_at,created_by,updated_by,details}'::text[]
        || jsonb_build_object(
          'owner', p.name,
          'tags', coalesce((
            select jsonb_agg(t.name order by t.name) from public.tags t where t.id = any (r.tags)
          ), '[]'),
          'experts', coalesce((
            select jsonb_agg(e.name order by e.name)
            from public.record_experts x join public.profiles e on e.id = x.expert_id
            where x.record_id = r.id
          ), '[]')
        ) as record
    from public.${database(CATALOGUES[kind].table)} r
    join public.account_domains d on d.account_id = r.account_id and d.domain = ${domain}
    left join public.profiles p on p.id = r.owner_id
    order by r.name`.then((rows) => rows.map(({ record }) => record))
}

async function repeated(
  part: () => Promise<ImportPlan>,
  isDone: (plan: ImportPlan) => boolean,
): Promise<ImportPlan> {
  const plan = await part()
  return isDone(plan) ? plan : repeated(part, isDone)
}
