import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { FOUND_KEY, OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MISSING = { refused: 'PT404' } as const

/**
 * The rights to discovery: members who may import read discovered records and decide; managers have sources; a script
 * with a key pushes.
 */
export const FOUND_CASES: readonly Case[] = [
  {
    title: 'found records: read one',
    statement: `select * from public.found_records where id = '${OWN.found}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'found records: read one of the other account',
    statement: `select * from public.found_records where id = '${OWN.rivalFound}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'found records: forge one',
    statement: `insert into public.found_records (account_id, kind, source, source_id, name)
      values ('${ID.acme}', 'agent', 'Inventory', 'a2', 'A')`,
    expected: REFUSED,
  },
  {
    title: 'found records: change one',
    statement: `update public.found_records set state = 'registered' where id = '${OWN.found}'`,
    expected: REFUSED,
  },
  {
    title: 'found records: delete one',
    statement: `delete from public.found_records where id = '${OWN.found}'`,
    expected: REFUSED,
  },
  { title: 'found records: truncate', statement: 'truncate public.found_records', expected: REFUSED },
  {
    title: 'sources: read',
    statement: 'select * from public.found_sources',
    expected: [NO, NO, NO, NO, NO, NO, NO, 2],
  },
  {
    title: 'sources: forge one',
    statement: `insert into public.found_sources (account_id, name, key_hash) values ('${ID.acme}', 'B', 'b')`,
    expected: REFUSED,
  },
  {
    title: 'sources: change one',
    statement: `update public.found_sources set key_hash = 'b' where id = '${OWN.foundSource}'`,
    expected: REFUSED,
  },
  {
    title: 'sources: delete one',
    statement: `delete from public.found_sources where id = '${OWN.foundSource}'`,
    expected: REFUSED,
  },
  { title: 'sources: truncate', statement: 'truncate public.found_sources', expected: REFUSED },
  {
    title: 'add_found_source',
    statement: `select public.add_found_source('n8n')`,
    expected: [NO, NO, 1, NO, NO, 1, 1, NO],
  },
  {
    title: 'renew_found_key',
    statement: `select public.renew_found_key('${OWN.foundSource}')`,
    expected: [NO, NO, MISSING, NO, NO, 1, 1, NO],
  },
  {
    title: 'delete_found_source',
    statement: `select public.delete_found_source('${OWN.foundSource}')`,
    expected: [NO, NO, 1, NO, NO, 1, 1, NO],
  },
  {
    title: 'get_found_sources',
    statement: 'select from jsonb_array_elements(public.get_found_sources())',
    expected: [NO, 0, 1, 0, 1, 1, 1, NO],
  },
  {
    title: 'push_found',
    statement: `select public.push_found('${FOUND_KEY}', 'agent', '[{"source_id": "a2", "name": "A"}]')`,
    expected: [1, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'get_found',
    statement: `select from jsonb_array_elements(public.get_found() -> 'items')`,
    expected: [NO, 0, 1, 0, 1, 1, 1, NO],
  },
  {
    title: 'ignore_found: one',
    statement: `select from (select public.ignore_found('{${OWN.found}}') as done) d where done > 0`,
    expected: [NO, NO, 0, NO, 1, 1, 1, NO],
  },
  {
    title: 'take_back_found',
    statement: `select public.take_back_found('{${OWN.found}}')`,
    expected: [NO, NO, 1, NO, 1, 1, 1, NO],
  },
  {
    title: 'start_import_of_found',
    statement: `select public.start_import_of_found('{${OWN.found}}')`,
    expected: [NO, NO, MISSING, NO, 1, 1, 1, NO],
  },
  {
    title: 'leave_import_for_later',
    statement: `select public.leave_import_for_later('${OWN.import}')`,
    expected: [NO, MISSING, MISSING, MISSING, 1, MISSING, 1, NO],
  },
]
