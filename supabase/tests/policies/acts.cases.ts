import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MISSING = { refused: 'PT404' } as const

/** Every member reads the acts of their account; procedures alone write them, and from level user on members undo. */
export const ACT_CASES: readonly Case[] = [
  {
    title: 'acts: read one',
    statement: `select * from public.acts where id = '${OWN.act}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'acts: read one of the other account',
    statement: `select * from public.acts where id = '${OWN.rivalAct}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'acts: forge one',
    statement: `insert into public.acts (id, account_id, action, parts, records)
      values ('${ID.nobody}', '${ID.acme}', 'delete', '{deleted}', 1)`,
    expected: REFUSED,
  },
  {
    title: 'acts: change one',
    statement: `update public.acts set done_by = '${ID.viewer}' where id = '${OWN.act}'`,
    expected: REFUSED,
  },
  {
    title: 'acts: delete one',
    statement: `delete from public.acts where id = '${OWN.act}'`,
    expected: REFUSED,
  },
  { title: 'acts: truncate', statement: 'truncate public.acts', expected: REFUSED },
  {
    title: 'get_acts',
    statement: 'select public.get_acts()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_act',
    statement: `select public.get_act('${OWN.act}')`,
    expected: [NO, MISSING, MISSING, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_act_lines',
    statement: `select public.get_act_lines('${OWN.act}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'undo_act',
    statement: `select public.undo_act('${OWN.act}')`,
    expected: [NO, MISSING, MISSING, NO, 1, 1, 1, NO],
  },
  {
    title: 'undo_act of what is not there',
    statement: `select public.undo_act('${ID.nobody}')`,
    expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, MISSING, NO],
  },
  {
    title: 'undo_last_act',
    statement: 'select public.undo_last_act()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
]
