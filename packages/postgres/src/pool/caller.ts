import type { Requester } from './shares.ts'

/** The roles that a request can have, as Supabase names them. */
export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

/** On whose behalf a statement runs. `sessionId` is the session that must still exist, null for API keys. */
export interface Caller {
  role: DatabaseRole
  claims: Record<string, unknown>
  sessionId: string | null
  /** The SHA-256, in hexadecimal, of an opaque token: its claims are looked up in the transaction of the request. */
  tokenHash?: string
  /** Whose share of the connections is used. Without it none is counted. */
  requester?: Requester
  /** True of callers of whom nothing is known yet: their statements are not kept prepared, for they could fill the list. */
  isStranger?: boolean
}

export type Parameter = string | number | boolean | null

/** SQL text with $1… in it, and their values. Values travel apart from the text. */
export interface Statement {
  text: string
  values: readonly Parameter[]
  /**
   * True when all its columns are texts, or may be read as such: then the whole transaction can be sent as one message.
   */
  asTexts?: true
  /** A column that may come back as bytes: what is passed on need not become a text and bytes again. */
  asBytes?: string
}

export type Row = Record<string, unknown>

export interface CallerWork {
  statement: Statement
  readOnly: boolean
  /** Whether a replica may answer it: it reads what is stored, and nothing else. */
  byReplica?: boolean
  /** What policies and functions may ask about the request, as PostgREST's `request.*` settings. */
  request: { method: string; path: string; headers: Record<string, string> }
  /** Settings of Postgres for this transaction, beyond those of every request. */
  settings?: Readonly<Partial<Record<'search_path' | 'timezone', string>>>
  /** A statement that comes before, as the caller: what it raises ends the request. */
  first?: string
  /** True when the transaction is to be rolled back. */
  undo?: boolean
  /**
   * Looks at the rows before the transaction commits; what it throws rolls back. Without it one round trip is saved.
   */
  accept?: (rows: readonly Row[]) => void
  /** Makes the work happen once, however often it is asked for. It takes two round trips more. */
  once?: Once
}

/** How work that was done already is found, and what is kept of it in the transaction that does it. */
interface Once {
  /** Comes before the statement, as the caller. */
  find: Statement
  /** Whether what was found is the answer: then nothing else is done. */
  isAnswer: (rows: readonly Row[]) => boolean
  /** Made of the statement's rows, and committed with its work. What this throws rolls back. */
  keep: (rows: readonly Row[]) => Statement
}
