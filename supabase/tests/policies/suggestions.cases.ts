import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

/** Every member reads the suggestions of their account; procedures write, no caller does. */
export const SUGGESTION_CASES: readonly Case[] = [
  {
    title: 'suggestions: read those of the account',
    statement: `select * from public.suggestions where id = '${OWN.suggestion}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'suggestions: read those of the other account',
    statement: `select * from public.suggestions where id = '${OWN.rivalSuggestion}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'suggestions: decide on one past the procedure',
    statement: `update public.suggestions set state = 'accepted', decided_at = now() where id = '${OWN.suggestion}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'accept_suggestion',
    statement: `select public.accept_suggestion('${OWN.suggestion}')`,
    expected: [NO, { refused: 'HO001' }, { refused: 'HO001' }, NO, 1, 1, 1, NO],
  },
  {
    title: 'dismiss_suggestion: its own, or of a record that the caller may change',
    statement: `select public.dismiss_suggestion('${OWN.suggestion}')`,
    expected: [NO, { refused: 'HO001' }, { refused: 'HO001' }, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_suggestions',
    statement: `select from jsonb_array_elements(public.get_suggestions('system', '${ID.billing}'))`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'allow_suggested_edits',
    statement: 'select public.allow_suggested_edits(true)',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'note_tool_call',
    statement: `select public.note_tool_call('search')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
