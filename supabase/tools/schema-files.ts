import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptStatement, splitStatements } from '@cairn/postgres/migrate/split-statements'

/** The folder of the present schema: docs/develop/architecture.md, "The database". */
const SCHEMAS = join(import.meta.dirname, '..', 'schemas')

/** A file of supabase/schemas: a subject with its tables, functions, triggers, policies and grants. */
export interface SchemaFile {
  /** `<chapter>/<file>.sql`. */
  name: string
  text: string
  statements: readonly ScriptStatement[]
}

/** All files in the order in which they can be applied, which is that of their names (`schema_paths` in config.toml). */
export function readSchemas(directory = SCHEMAS): SchemaFile[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(directory, name), 'utf8')
      return { name, text, statements: splitStatements(text) }
    })
}

/** A single script of all files. Functions name tables that come after them, so their bodies are not checked. */
export const schemaScript = (files: readonly SchemaFile[]): string =>
  ['set check_function_bodies = off;', ...files.map(({ text }) => text)].join('\n')
