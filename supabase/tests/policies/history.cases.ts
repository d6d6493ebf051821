import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]

/** Every member reads the history of their account; no caller writes it, the service role included. */
export const HISTORY_CASES: readonly Case[] = [
  {
    title: '[GAP-34] history: read that of a record',
    statement: `select * from public.record_history where record_id = '${ID.helper}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'history: read that of the other account',
    statement: `select * from public.record_history where record_id = '${ID.rivalAgent}'`,
    expected: [NO, 0, 2, 0, 0, 0, 0, 2],
  },
  {
    title: 'history: write a line',
    statement: `insert into public.record_history (account_id, kind, record_id, record_name, action)
      values ('${ID.acme}', 'system', '${ID.billing}', 'Billing', 'deleted')`,
    expected: REFUSED,
  },
  {
    title: 'history: change a line',
    statement: `update public.record_history set changed_by = '${ID.viewer}' where record_id = '${ID.helper}'`,
    expected: REFUSED,
  },
  {
    title: 'history: delete a line',
    statement: `delete from public.record_history where record_id = '${ID.helper}'`,
    expected: REFUSED,
  },
  { title: 'history: truncate', statement: 'truncate public.record_history', expected: REFUSED },
]
