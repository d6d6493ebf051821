import postgres from 'postgres'
import type { LockWatch } from '../start/lock-waits.ts'
import { postgresFailure } from '../wire/errors.ts'
import type { Statements } from '../wire/transaction.ts'
import { MigrationFailed } from './migration-files.ts'
import { type ScriptStatement, splitStatements } from './split-statements.ts'

/** A file of SQL. */
export interface Script {
  path: string
  script: string
}

/**
 * Looks at a statement before it is run: false leaves it out. What it throws as {@link MigrationFailed} ends the script,
 * and so it does where it returns a sentence: why the statement cannot be run.
 */
export type Review = (tx: Statements, statement: ScriptStatement, path: string) => Promise<boolean | string>

const RUN_ALL: Review = async () => true

/**
 * Runs a script in the transaction, statement by statement, and returns the texts of all of them, for the history. Throws
 * {@link MigrationFailed} with file, line and the reason of Postgres.
 */
export async function applyScript(
  tx: Statements,
  { path, script }: Script,
  watch: LockWatch,
  review: Review = RUN_ALL,
): Promise<string[]> {
  const statements = splitStatements(script)
  for (const statement of statements) {
    const verdict = await review(tx, statement, path)
    if (typeof verdict === 'string') throw new MigrationFailed(`${path}:${statement.line}: ${verdict}`)
    if (!verdict) continue
    await tx.unsafe(statement.text).catch((error: unknown) => {
      throw scriptFailed(path, statement, error, watch)
    })
  }
  return statements.map(({ text }) => text)
}

function scriptFailed(
  path: string,
  statement: ScriptStatement,
  error: unknown,
  watch: LockWatch,
): MigrationFailed {
  const failure = postgresFailure(error)
  const reason =
    watch.explain(error) ?? failure?.message ?? (error instanceof Error ? error.message : String(error))
  const line = statement.line + lineOffset(statement.text, error)
  const hint = failure?.hint ? ` (${failure.hint})` : ''
  return new MigrationFailed(`${path}:${line}: ${reason}${hint}`, { cause: error })
}

/** Postgres gives the place of an error as a character position (from 1) within the statement, where it knows it. */
function lineOffset(statement: string, error: unknown): number {
  const position = error instanceof postgres.PostgresError ? Number(error.position) : Number.NaN
  if (!Number.isFinite(position)) return 0
  return [...statement].slice(0, position).filter((character) => character === '\n').length
}
