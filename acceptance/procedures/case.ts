import type { Expected, Outcome } from '../support/matrix.ts'
import { NO } from '../support/matrix.ts'

/** The secret parts of links, as the invited people received them by mail. */
export interface Tokens {
  /** Of Acme's invitation to `unplaced`. */
  acme: string
  rivals: string
}

export interface ProcedureCase {
  title: string
  args?: (tokens: Tokens) => object
  expected: Expected
  former?: Outcome
  /** The field of the answer with the outcome, or the path to it: `system.total`. */
  says?: string
  /** The answer is meant to reveal something of Acme to a caller who has the secret. */
  reveals?: true
}

/** The ids of rows that a test adds for these cases, beside the cast. */
export const ARRANGED = {
  /** In the bin of Acme; made by `user`. */
  binned: '00000000-0000-4000-8000-0000000005c1',
  rivalBinned: '00000000-0000-4000-8000-0000000005c2',
  /** The bulk change of `user`, which made `viewer` an expert of Ledger. */
  bulkAct: '00000000-0000-4000-8000-0000000005c3',
  /** The act that handed Archive to `user`. */
  handoverAct: '00000000-0000-4000-8000-0000000005c4',
} as const

/** Only the auth server calls hooks. */
export const HOOK: Expected = [NO, NO, NO, NO, NO, NO, NO]
/** The same for every signed-in caller, about themselves or their own account. */
export const signedIn = (outcome: Outcome): Expected => [
  NO,
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
  outcome,
]
export const MISSING = 'PT404'
/** The answer about a stranger is the same as about an id that does not exist. */
export const foreign = (rival: Outcome): Expected => [NO, MISSING, MISSING, MISSING, MISSING, MISSING, rival]
