import type { Routine, Table } from './catalogue.ts'
import { LEVELS, type Level, type TableRights, VERBS, type Verb } from './rights.ts'

/** Written into every table, and therefore left out of the picture. */
const BOOKKEEPING = new Set([
  'account_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'assigned_by',
])
const DID = { select: 'read', insert: 'add', update: 'change', delete: 'delete' } as const

/** In words, without the name of the procedure: scripts/documents.mjs allows no more than 90 with it. */
const LONGEST_PARAGRAPH = 80

interface Model {
  tables: readonly Table[]
  /** Tables of the schema private. */
  hidden: readonly Table[]
  rights: readonly TableRights[]
  routines: readonly Routine[]
}

/** The page docs/develop/data-model.md. */
export function dataModel({ tables, hidden, rights, routines }: Model): string {
  return `# Data model

Generated from the migrations by \`npm run data-model\`; a test fails when it is out of date.

Everything belongs to an **account**, an organisation. A **profile** is a person, a **membership** (\`account_members\`)
joins the two and carries the level. Every table below has an \`account_id\` unless it belongs to one person or to the
server; keys between tables carry it, so no row can point into another account. Who made and changed a row, and when,
is in \`created_by\`, \`updated_by\`, \`created_at\` and \`updated_at\`, which the database sets itself.

\`\`\`mermaid
erDiagram
${picture(tables)}
\`\`\`

Left out: the columns named above, the lines from them, and the line to \`accounts\` where another one leads there.

## Who may do what

Within their own account; no member reaches a row of another one. *Some* means their own, or what the rules below say. A
dash means that requests have no right at all: the data is reached through procedures, or by the server alone. A token
reaches less: what its scope names of this.

| table | ${VERBS.map((verb) => DID[verb]).join(' | ')} |
|---|---|---|---|---|
${rights.map(rightsLine).join('\n')}

The rules, in the words of the policies:

${rights.map(rules).filter(Boolean).join('\n')}

## Tables

${tables.map(tableSection).join('\n\n')}

## Procedures

${routines
  .filter((routine) => routine.callers.length > 0)
  .map(
    ({ name, parameters, comment, callers }) =>
      `- \`${name}(${parameters.map((one) => one.name).join(', ')})\` – ${inParagraphs(`${comment}${callers.includes('anon') ? ' *Visitors may call it.*' : ''}`)}`,
  )
  .join('\n')}

## Bookkeeping

Tables in the schema \`private\`, which no API exposes and only functions of the database reach.

${hidden.map(({ name, comment }) => `- \`${name}\` – ${comment}`).join('\n')}
`
}

/** The text of a list item, in paragraphs that a document may have. */
function inParagraphs(comment: string): string {
  const paragraphs: string[] = []
  for (const sentence of comment.split(/(?<=[.!?]) (?=[A-Z*])/)) {
    const last = paragraphs.at(-1)
    const longer = `${last} ${sentence}`
    if (last === undefined || longer.split(' ').length > LONGEST_PARAGRAPH) paragraphs.push(sentence)
    else paragraphs[paragraphs.length - 1] = longer
  }
  return paragraphs.join('\n\n  ')
}

function picture(tables: readonly Table[]): string {
  const boxes = tables.map(({ name, columns }) => {
    const shown = columns.filter((column) => !BOOKKEEPING.has(column.name))
    const lines = shown.map(
      (column) =>
        `    ${column.isArray ? `${column.type}_list` : column.type} ${column.name}${column.isKey ? ' PK' : ''}`,
    )
    return `  ${name} {\n${lines.join('\n')}\n  }`
  })
  const lines = tables.flatMap(({ name, foreignKeys, columns }) => {
    const keys = foreignKeys.filter((key) => !BOOKKEEPING.has(key.columns.at(-1) ?? ''))
    const shown =
      keys.length > 0
        ? keys
        : foreignKeys.filter((key) => key.columns.join() === 'account_id' && key.target === 'accounts')
    return shown.map((key) => {
      const column = key.columns.at(-1) ?? ''
      const required = columns.find((one) => one.name === column)?.notNull === true
      return `  ${key.target} ${required ? '||' : '|o'}--${key.isOneToOne ? 'o|' : 'o{'} ${name} : ${column}`
    })
  })
  return [...boxes, ...new Set(lines)].join('\n')
}

function rightsLine({ table, reach, anonymous }: TableRights): string {
  const cells = VERBS.map((verb) => (anonymous[verb] ? 'visitors and members' : who(reach[verb])))
  return `| \`${table}\` | ${cells.join(' | ')} |`
}

/** In words: the lowest level that reaches everything, and the levels below it that reach some. */
function who(reach: TableRights['reach'][Verb]): string {
  const all = LEVELS.filter((level) => reach[level] === 'all')
  const some = LEVELS.filter((level) => reach[level] === 'some')
  const parts = [
    ...(some.length > 0 ? [`${levels(some)}: some`] : []),
    ...(all.length > 0 ? [some.length > 0 ? `${levels(all)}: all` : levels(all)] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : '–'
}

function levels(of: readonly Level[]): string {
  if (of.length === LEVELS.length) return 'every member'
  const [lowest = ''] = of
  return of.at(-1) === 'admin' && of.length > 1 ? `from ${lowest}` : of.join(', ')
}

function rules({ table, policies }: TableRights): string {
  const said = [...new Set(VERBS.flatMap((verb) => policies[verb]))]
  return said.length === 0 ? '' : `- \`${table}\`: ${said.join('; ')}.`
}

function tableSection({ name, comment, columns }: Table): string {
  const lines = columns.map(
    (column) =>
      `| \`${column.name}\` | ${column.type}${column.isArray ? '[]' : ''} | ${verbsOf(column)} | ${column.comment ?? ''} |`,
  )
  return `### ${name}

${comment}

| column | type | requests | |
|---|---|---|---|
${lines.join('\n')}`
}

function verbsOf(column: Table['columns'][number]): string {
  const may = (['select', 'insert', 'update'] as const)
    .filter((verb) => column[verb])
    .map((verb) => DID[verb])
  return may.length > 0 ? may.join(', ') : '–'
}
