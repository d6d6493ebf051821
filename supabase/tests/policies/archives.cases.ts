import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const GONE = { refused: 'PT404' } as const
const FULL = { refused: 'PT409' } as const
const ADMINS: Case['expected'] = [NO, NO, 1, NO, NO, NO, 1, NO]

/** Admins read what archives their account has; procedures alone write them, and the server. */
export const ARCHIVE_CASES: readonly Case[] = [
  {
    title: 'archives: read one',
    statement: `select * from public.archives where id = '${OWN.archive}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'archives: read one of the other account',
    statement: `select * from public.archives where id = '${OWN.rivalArchive}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'archives: forge one',
    statement: `insert into public.archives (account_id) values ('${ID.acme}')`,
    expected: REFUSED,
  },
  {
    title: 'archives: change one',
    statement: `update public.archives set expires_at = now() where id = '${OWN.archive}'`,
    expected: REFUSED,
  },
  {
    title: 'archives: delete one',
    statement: `delete from public.archives where id = '${OWN.archive}'`,
    expected: REFUSED,
  },
  { title: 'archives: truncate', statement: 'truncate public.archives', expected: REFUSED },
  {
    title: 'archive parts: read',
    statement: 'select * from private.archive_parts',
    expected: REFUSED,
  },
  {
    title: 'archive imports: read what one can see',
    statement: 'select * from public.archive_imports',
    expected: [NO, 0, 1, 0, 0, 0, 1, 2],
  },
  {
    title: 'archive imports: forge one',
    statement: `insert into public.archive_imports (account_id) values ('${ID.acme}')`,
    expected: REFUSED,
  },
  {
    title: 'archive imports: change',
    statement: `update public.archive_imports set state = 'waiting'`,
    expected: REFUSED,
  },
  { title: 'archive imports: delete', statement: 'delete from public.archive_imports', expected: REFUSED },
  { title: 'archive imports: truncate', statement: 'truncate public.archive_imports', expected: REFUSED },
  {
    title: 'archive import parts: read',
    statement: 'select * from private.archive_import_parts',
    expected: REFUSED,
  },
  { title: 'archive room: read', statement: 'select * from private.archive_room', expected: REFUSED },
  { title: 'awaited people: read', statement: 'select * from private.awaited_people', expected: REFUSED },
  { title: 'awaited lines: read', statement: 'select * from private.awaited_lines', expected: REFUSED },
  {
    title: 'start_archive_import',
    statement: 'select public.start_archive_import()',
    expected: [NO, NO, FULL, NO, NO, NO, FULL, NO],
  },
  {
    title: 'add_archive_import_part',
    statement: `select public.add_archive_import_part('${OWN.archiveImport}', 1, 'eA==')`,
    expected: [NO, NO, FULL, NO, NO, NO, FULL, NO],
  },
  {
    title: 'submit_archive_import',
    statement: `select public.submit_archive_import('${OWN.archiveImport}')`,
    expected: [NO, NO, GONE, NO, NO, NO, GONE, NO],
  },
  { title: 'request_archive', statement: 'select public.request_archive()', expected: ADMINS },
  {
    title: 'get_archive_part',
    statement: `select public.get_archive_part('${OWN.archive}', 1)`,
    expected: [NO, NO, GONE, NO, NO, NO, 1, NO],
  },
  {
    title: 'delete_archive',
    statement: `select public.delete_archive('${OWN.archive}')`,
    expected: ADMINS,
  },
]
