import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase, signedIn } from './case.ts'

const UNCHECKED = 'PT409'
const ofPlan = (args: object = {}) => ({ import: OWN.import, ...args })

/** Imports: Acme's is the user's, so they and admins reach it. */
export const IMPORTS: Record<string, readonly ProcedureCase[]> = {
  start_import: [
    {
      title: 'in the caller’s account',
      args: () => ({ kind: 'system', file_name: 'a.csv', match_key: 'name' }),
      expected: [NO, NO, NO, 'text', 'text', 'text', 'text'],
    },
  ],
  add_import_rows: [
    {
      title: 'to the user’s',
      args: () => ofPlan({ rows: [{ row: 2, values: { name: 'A' } }] }),
      expected: [NO, MISSING, MISSING, 1, MISSING, 1, MISSING],
    },
  ],
  check_import: [
    {
      title: 'of the user’s',
      args: () => ofPlan(),
      expected: [NO, MISSING, MISSING, '1', MISSING, '1', MISSING],
      says: 'checked',
    },
  ],
  decide_import: [
    {
      title: 'of the user’s',
      args: () => ofPlan({ decision: { do: 'leave' }, rows: [1] }),
      expected: [NO, MISSING, MISSING, '1', MISSING, '1', MISSING],
      says: 'total',
    },
  ],
  decide_import_person: [
    {
      title: 'of the user’s',
      args: () => ofPlan({ word: 'nemo', choice: { member: ID.user } }),
      expected: [NO, MISSING, MISSING, '1', MISSING, '1', MISSING],
      says: 'total',
    },
  ],
  apply_import: [
    {
      title: 'of the user’s, which is not checked',
      args: () => ofPlan(),
      expected: [NO, MISSING, MISSING, UNCHECKED, MISSING, UNCHECKED, MISSING],
    },
  ],
  abandon_import: [
    {
      title: 'that the caller may not reach',
      args: () => ({ import: ID.nobody }),
      expected: signedIn('done'),
    },
  ],
  get_imports: [{ title: 'that the caller sees', expected: [NO, 0, 0, 1, 0, 1, 1] }],
  get_import_rows: [{ title: 'of the user’s', args: () => ofPlan(), expected: signedIn('0'), says: 'total' }],
  get_import_match: [
    {
      title: 'of the account',
      args: () => ({ kind: 'system', heads: ['Name'] }),
      expected: signedIn('done'),
    },
  ],
  get_import_words: [
    {
      title: 'of the account',
      args: () => ({ kind: 'system' }),
      expected: signedIn('done'),
    },
  ],
  remember_import_match: [
    {
      title: 'for the account',
      args: () => ({ kind: 'system', heads: ['Name'], matched: {} }),
      expected: [NO, NO, NO, 'done', 'done', 'done', 'done'],
    },
  ],
}
