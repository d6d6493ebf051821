import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const GONE = { refused: 'P0002' } as const
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
