import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MISSING = { refused: 'PT404' } as const
const UNCHECKED = { refused: 'PT409' } as const
/** The import is the user's: they and admins reach it. */
const REACHED: Case['expected'] = [NO, MISSING, MISSING, MISSING, 1, MISSING, 1, NO]

/** Importers and admins read plans; procedures alone write them. */
export const IMPORT_CASES: readonly Case[] = [
  {
    title: 'imports: read one',
    statement: `select * from public.imports where id = '${OWN.import}'`,
    expected: [NO, 0, 0, 0, 1, 0, 1, 1],
  },
  {
    title: 'imports: read one of the other account',
    statement: `select * from public.imports where id = '${OWN.rivalImport}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'imports: forge one',
    statement: `insert into public.imports (account_id, kind, file_name, match_key, started_by)
      values ('${ID.acme}', 'system', 'a', 'name', '${ID.user}')`,
    expected: REFUSED,
  },
  {
    title: 'imports: change one',
    statement: `update public.imports set act = '${ID.nobody}' where id = '${OWN.import}'`,
    expected: REFUSED,
  },
  {
    title: 'imports: delete one',
    statement: `delete from public.imports where id = '${OWN.import}'`,
    expected: REFUSED,
  },
  { title: 'imports: truncate', statement: 'truncate public.imports', expected: REFUSED },
  {
    title: 'rows of imports: read',
    statement: 'select * from public.import_rows',
    expected: [NO, 0, 1, 0, 1, 0, 1, 2],
  },
  {
    title: 'rows of imports: forge one',
    statement: `insert into public.import_rows (account_id, import_id, row_number)
      values ('${ID.acme}', '${OWN.import}', 2)`,
    expected: REFUSED,
  },
  {
    title: 'rows of imports: change one',
    statement: `update public.import_rows set writes = '{}' where import_id = '${OWN.import}'`,
    expected: REFUSED,
  },
  {
    title: 'rows of imports: delete one',
    statement: `delete from public.import_rows where import_id = '${OWN.import}'`,
    expected: REFUSED,
  },
  { title: 'rows of imports: truncate', statement: 'truncate public.import_rows', expected: REFUSED },
  {
    title: 'matches of imports: read',
    statement: 'select * from public.import_matches',
    expected: [NO, NO, NO, NO, NO, NO, NO, 2],
  },
  {
    title: 'matches of imports: write',
    statement: `insert into public.import_matches (account_id, kind, heads, matched)
      values ('${ID.acme}', 'system', 'b', '{}')`,
    expected: REFUSED,
  },
  { title: 'matches of imports: truncate', statement: 'truncate public.import_matches', expected: REFUSED },
  {
    title: 'start_import',
    statement: `select public.start_import('system', 'a.csv', 'name')`,
    expected: [NO, NO, 1, NO, 1, 1, 1, NO],
  },
  {
    title: 'add_import_rows',
    statement: `select public.add_import_rows('${OWN.import}', '[{"row": 2, "values": {"name": "A"}}]')`,
    expected: REACHED,
  },
  { title: 'check_import', statement: `select public.check_import('${OWN.import}')`, expected: REACHED },
  {
    title: 'decide_import',
    statement: `select public.decide_import('${OWN.import}', '{"do": "leave"}', '{1}')`,
    expected: REACHED,
  },
  {
    title: 'decide_import_person',
    statement: `select public.decide_import_person('${OWN.import}', 'nemo', '{"member": "${ID.user}"}')`,
    expected: REACHED,
  },
  {
    title: 'apply_import: one that is not checked',
    statement: `select public.apply_import('${OWN.import}')`,
    expected: [NO, MISSING, MISSING, MISSING, UNCHECKED, MISSING, UNCHECKED, NO],
  },
  {
    title: 'abandon_import',
    statement: `select public.abandon_import('${OWN.import}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_imports',
    statement: `select from jsonb_array_elements(public.get_imports())`,
    expected: [NO, 0, 1, 0, 1, 0, 1, NO],
  },
  {
    title: 'get_import_rows',
    statement: `select public.get_import_rows('${OWN.import}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_import_match',
    statement: `select public.get_import_match('system', '{Name}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_import_words',
    statement: `select public.get_import_words('system')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'remember_import_match: with a plan that is not applied',
    statement: `select public.remember_import_match('system', '{Name}', '{}', '${OWN.import}')`,
    expected: [NO, NO, MISSING, NO, UNCHECKED, MISSING, UNCHECKED, NO],
  },
  {
    title: 'remember_import_match',
    statement: `select public.remember_import_match('system', '{Name}', '{}')`,
    expected: [NO, NO, 1, NO, 1, 1, 1, NO],
  },
]
