import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const MISSING = { refused: 'PT404' }
const INVALID = { refused: '22023' }

const NEW = (account: string) =>
  `insert into public.own_fields (account_id, kind, key, name, type) values ('${account}', 'agent', 'model', 'Model', 'text')`

const ADMINS_CALL = (call: string): Case => ({
  title: `own fields: ${call.split('(')[0]}`,
  statement: `select public.${call}`,
  expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
})

/** Members read the definitions of their account's own fields, admins add, change, retire and delete them. */
export const FIELD_CASES: readonly Case[] = [
  {
    title: 'own fields: read one',
    statement: `select * from public.own_fields where id = '${OWN.field}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'own fields: read one of the other account',
    statement: `select * from public.own_fields where id = '${OWN.rivalField}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  { title: 'own fields: add one', statement: NEW(ID.acme), expected: [NO, NO, NO, NO, NO, NO, 1, 1] },
  {
    title: 'own fields: add one to the other account',
    statement: NEW(ID.rivals),
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: 'own fields: rename one',
    statement: `update public.own_fields set name = 'Places' where id = '${OWN.field}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'own fields: retire one',
    statement: `update public.own_fields set retired_at = now() where id = '${OWN.field}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'own fields: give one another key',
    statement: `update public.own_fields set key = 'places' where id = '${OWN.field}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'own fields: give one another type',
    statement: `update public.own_fields set type = 'text' where id = '${OWN.field}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  ADMINS_CALL(`preview_field_type('${OWN.field}', 'text')`),
  ADMINS_CALL(`change_field_type('${OWN.field}', 'text')`),
  {
    title: 'own fields: preview_field_of_detail',
    statement: `select public.preview_field_of_detail('system', 'none')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'own fields: make_field_of_detail of a label that no record has',
    statement: `select public.make_field_of_detail('system', 'none')`,
    expected: [NO, NO, INVALID, NO, NO, NO, INVALID, NO],
  },
  ADMINS_CALL(`count_field_choice('${OWN.field}', 'low')`),
  {
    title: 'own fields: delete one at once, with its values',
    statement: `delete from public.own_fields where id = '${OWN.field}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'own fields: truncate',
    statement: 'truncate public.own_fields',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
