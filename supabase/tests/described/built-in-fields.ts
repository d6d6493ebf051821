import type postgres from 'postgres'
import { z } from 'zod'

const choice = z.object({ id: z.string(), name: z.string(), color: z.string() })

const field = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  longest: z.number().nullable(),
  choices: z.array(choice),
  in_words: z.boolean(),
  uses: z.array(z.string()),
})
type Field = z.infer<typeof field>

/** The fields that the product gives to records, in their order. */
export async function fieldsOf(sql: postgres.Sql): Promise<readonly Field[]> {
  const rows = await sql`
    select f.key, f.label, f.type, f.longest, f.choices, f.in_words, to_json(f.uses) as uses
    from private.fields f order by f.place`
  return z.array(field).parse(rows)
}

const usedTo = (fields: readonly Field[], use: string) => fields.filter(({ uses }) => uses.includes(use))
const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
const words = (text: string) => `phrase(${quoted(text)})`

/** The built-in fields with their words, as TypeScript; formatting is left to the formatter. */
export function wordsOfFields(fields: readonly Field[]): string {
  const lines = usedTo(fields, 'bulk').map(({ key, label, type, longest, choices }) => {
    const listed = choices.map(
      ({ id, name, color }) => `{ id: ${quoted(id)}, name: ${words(name)}, color: ${quoted(color)} },`,
    )
    return `${key}: {
      label: ${words(label)}, type: ${quoted(type)},${longest === null ? '' : ` maxLength: ${longest},`}
      ${listed.length === 0 ? '' : `choices: [${listed.join('\n')}],`}
    },`
  })
  return `import { phrase } from '../../lib/phrase.ts'

/** Generated from private.fields by \`npm run types\`: the fields that the records of every catalogue have. */
export const BUILT_IN_FIELDS = { ${lines.join('\n')} } as const
`
}

/** The keys of the fields for each use, as TypeScript. */
export function usesOfFields(fields: readonly Field[]): string {
  const types = usedTo(fields, 'filter').map(({ key, type }) => `${key}: ${quoted(type)},`)
  const keys = (use: string) => usedTo(fields, use).map(({ key }) => `${quoted(key)},`)
  return `/** Generated from private.fields by \`npm run types\`: the types of the fields by which lists filter. */
export const TYPES_TO_FILTER = { ${types.join('\n')} } as const

/** The keys of the fields for each use. */
export const FIELDS_FOR = {
  ${['order', 'group', 'suggest'].map((use) => `${use}: [${keys(use).join('\n')}],`).join('\n')}
} as const
`
}

const READ: Readonly<Record<string, string>> = {
  ...{ text: 'text', long_text: 'text', choice: 'text', date: 'text', address: 'text' },
  number: 'number',
}

/** The columns of the built-in fields, as TypeScript. */
export function columnsOfFields(fields: readonly Field[]): string {
  const columns = usedTo(fields, 'bulk').map(({ key, type, in_words }) => {
    const read = READ[type]
    if (read === undefined) throw new Error(`Rows have no built-in field of the type ${type} yet: ${key}.`)
    return {
      key,
      read,
      written: read === 'number' ? 'enteredNumber' : in_words ? 'enteredText' : 'enteredOrNone',
    }
  })
  return `import { z } from 'zod/mini'
import { enteredNumber, enteredOrNone, enteredText, number, text } from './entered.ts'

/** Generated from private.fields by \`npm run types\`: the columns of built-in fields, as requests read them. */
export const BUILT_IN_COLUMNS = { ${columns.map(({ key, read }) => `${key}: ${read},`).join('\n')} }

/** The same, as what a user has entered is written. */
export const WRITTEN_COLUMNS = z.object({ ${columns.map(({ key, written }) => `${key}: ${written},`).join('\n')} })
`
}
