import type { Requester } from './shares.ts'

/** The roles that a request can have, as Supabase names them. */
export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

/** The caller of a statement. `sessionId` is the session that must still exist, null for API keys. */
export interface Caller {
  role: DatabaseRole
  claims: Record<string, unknown>
  sessionId: string | null
  /** The SHA-256, in hexadecimal, of an opaque token: its claims are looked up in the transaction of the request. */
  tokenHash?: string
  /** The requester whose share of the connections is used. Without it none is counted. */
  requester?: Requester
  /** True for unknown callers: their statements are not kept prepared, because they could fill the list. */
  isStranger?: boolean
}

export type Parameter = string | number | boolean | null

/** SQL text with $1… in it, and their values. Values are sent apart from the text. */
export interface Statement {
  text: string
  values: readonly Parameter[]
  /**
   * True when all its columns are texts, or may be read as such: then the whole transaction can be sent as one message.
   */
  asTexts?: true
  /** A column that may be returned as bytes: a value that is passed on need not be decoded and encoded again. */
  asBytes?: string
}

export type Row = Record<string, unknown>

export interface CallerWork {
  statement: Statement
  readOnly: boolean
  /** Whether a replica may answer it: it only reads stored data. */
  byReplica?: boolean
  /** The facts about the request that policies and functions may read, as PostgREST's `request.*` settings. */
  request: { method: string; path: string; headers: Record<string, string> }
  /** Settings of Postgres for this transaction, beyond those of every request. */
  settings?: Readonly<Partial<Record<'search_path' | 'timezone', string>>>
  /** The role in which it is done instead of the caller's, from the first statement on. */
  role?: string
  /** A statement that runs before, as the caller: an error that it raises ends the request. */
  first?: string
  /** True when the transaction has to be rolled back. */
  undo?: boolean
  /**
   * Checks the rows before the transaction commits; an error that it throws rolls back. Without it one round trip is
   * saved.
   */
  accept?: (rows: readonly Row[]) => void
  /** Makes the work happen only once, however often it is requested. It takes two more round trips. */
  once?: Once
}

/** Finds work that was done already, and stores its result in the transaction that does it. */
interface Once {
  /** Runs before the statement, as the caller. */
  find: Statement
  /** Whether the found rows are the answer: then nothing else is done. */
  isAnswer: (rows: readonly Row[]) => boolean
  /**
   * Creates a statement from the statement's rows, which is committed with its work. An error that it throws rolls
   * back.
   */
  keep: (rows: readonly Row[]) => Statement
}
