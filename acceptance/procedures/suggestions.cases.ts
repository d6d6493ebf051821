import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase } from './case.ts'

const ANSWERED = 'HO001'
const suggestion = () => ({ suggestion: OWN.suggestion })

/** Both accounts allow suggestions. Acme's is of a record of `user`, in the name of `viewer`. */
export const SUGGESTIONS: Record<string, readonly ProcedureCase[]> = {
  suggest_edit: [
    {
      title: 'of a system of Acme',
      args: () => ({ kind: 'system', record_id: ID.billing, field: 'vendor', value: 'SAP' }),
      expected: [NO, NO, 'done', 'done', 'done', 'done', MISSING],
    },
  ],
  suggest_relation: [
    {
      title: 'of a system of Acme',
      args: () => ({ kind: 'system', record_id: ID.billing, type: 'depends_on', other_id: ID.ledger }),
      expected: [NO, NO, 'done', 'done', 'done', 'done', MISSING],
    },
  ],
  get_suggestions: [
    {
      title: 'for a system of Acme',
      args: () => ({ kind: 'system', record_id: ID.billing }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
  ],
  accept_suggestion: [
    {
      title: 'Acme’s',
      args: suggestion,
      expected: [NO, ANSWERED, NO, 'done', 'done', 'done', ANSWERED],
    },
  ],
  dismiss_suggestion: [
    {
      title: 'Acme’s',
      args: suggestion,
      expected: [NO, ANSWERED, 'done', 'done', 'done', 'done', ANSWERED],
    },
  ],
  allow_suggested_edits: [
    {
      title: 'in the caller’s account',
      args: () => ({ allowed: false }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  note_tool_call: [
    {
      title: 'in the caller’s name',
      args: () => ({ tool: 'search' }),
      expected: [NO, NO, NO, NO, NO, NO, NO],
    },
  ],
}
