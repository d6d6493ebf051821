import type { SchemaFile } from './schema-files.ts'

/** The subject of a statement of the schemas. */
export interface ObjectStatement {
  text: string
  /** create: makes it; default, rights, comment: sets that of it. */
  part: 'create' | 'default' | 'rights' | 'comment' | 'row security'
  kind: 'function' | 'view' | 'trigger' | 'policy' | 'relation'
  /** Qualified, without parameters but for a function of a row; a trigger or policy by its own name. */
  name: string
  /** The table of a trigger or policy. */
  relation: string | null
}

type Reading = Omit<ObjectStatement, 'text'>

const unquoted = (name: string | undefined): string => (name ?? '').replace(/^"(.*)"$/, '$1')
/** A function of a row: there are several of one name, each for the rows of another table. */
export const OF_A_ROW = /^public\.\w+\(public\.\w+\)$/
const listed = (names: string | undefined): string[] =>
  [...(names ?? '').matchAll(/([\w.]+)\s*(?:\([^)]*\))?/g)].map(([whole, name = '']) =>
    OF_A_ROW.test(whole) ? whole : name,
  )

/** The beginnings of the statements of supabase/schemas, with the subject of each. */
const FORMS: readonly [RegExp, (groups: Record<string, string>) => Reading[]][] = [
  [
    /^create function (?<name>public\.\w+\(public\.\w+\)|[\w.]+)/,
    ({ name }) => [{ part: 'create', kind: 'function', name: unquoted(name), relation: null }],
  ],
  [
    /^create view (?<name>[\w.]+)/,
    ({ name }) => [{ part: 'create', kind: 'view', name: unquoted(name), relation: null }],
  ],
  [
    /^create trigger (?<name>"[^"]+"|\w+)\s[\s\S]*? on (?<relation>[\w.]+)/,
    ({ name, relation }) => [
      { part: 'create', kind: 'trigger', name: unquoted(name), relation: unquoted(relation) },
    ],
  ],
  [
    /^create policy (?<name>"[^"]+"|\w+) on (?<relation>[\w.]+)/,
    ({ name, relation }) => [
      { part: 'create', kind: 'policy', name: unquoted(name), relation: unquoted(relation) },
    ],
  ],
  [
    /^alter view (?<name>[\w.]+) alter column \w+ set default /,
    ({ name }) => [{ part: 'default', kind: 'view', name: unquoted(name), relation: null }],
  ],
  [
    /^comment on (?<kind>function|view) (?<name>public\.\w+\(public\.\w+\)|[\w.]+)/,
    ({ kind, name }) => [
      { part: 'comment', kind: kind === 'view' ? 'view' : 'function', name: unquoted(name), relation: null },
    ],
  ],
  [
    /^comment on (?<kind>trigger|policy) (?<name>"[^"]+"|\w+) on (?<relation>[\w.]+)/,
    ({ kind, name, relation }) => [
      {
        part: 'comment',
        kind: kind === 'policy' ? 'policy' : 'trigger',
        name: unquoted(name),
        relation: unquoted(relation),
      },
    ],
  ],
  [
    /^comment on table (?<name>[\w.]+)/,
    ({ name }) => [{ part: 'comment', kind: 'relation', name: unquoted(name), relation: null }],
  ],
  [
    /^comment on column (?<name>\w+\.\w+)\./,
    ({ name }) => [{ part: 'comment', kind: 'relation', name: unquoted(name), relation: null }],
  ],
  [
    /^alter table (?<name>[\w.]+) (?:enable|force) row level security/,
    ({ name }) => [{ part: 'row security', kind: 'relation', name: unquoted(name), relation: null }],
  ],
  [
    /^grant\s[\s\S]+? on function (?<names>[\s\S]+) to [\w, \n]+;?$/,
    ({ names }) => listed(names).map((name) => ({ part: 'rights', kind: 'function', name, relation: null })),
  ],
  [
    /^grant\s[\s\S]+? on (?!schema|function|all)(?:table )?(?<names>[\w., \n]+?) to [\w, \n]+;?$/,
    ({ names }) => listed(names).map((name) => ({ part: 'rights', kind: 'relation', name, relation: null })),
  ],
]

/** The subjects of the statements of the schemas; statements about tables, types and roles are left out. */
export function statementsOf(files: readonly SchemaFile[]): ObjectStatement[] {
  return files.flatMap(({ statements }) => statements.flatMap(({ text }) => readingsOf(text)))
}

function readingsOf(text: string): ObjectStatement[] {
  for (const [form, read] of FORMS) {
    const groups = form.exec(text)?.groups
    if (groups !== undefined) return read(groups).map((reading) => ({ text, ...reading }))
  }
  return []
}
