import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const nobodyBut = (service: Case['expected'][7]): Case['expected'] => [NO, NO, NO, NO, NO, NO, NO, service]
const NOT_THERE = { refused: 'PT404' } as const

/** The rights to the bin: callers reach it only through procedures; the server's own functions look into it. */
export const BIN_CASES: readonly Case[] = [
  {
    title: 'bin: read the rows',
    statement: 'select * from public.binned_records',
    expected: nobodyBut(0),
  },
  {
    title: 'bin: put something in',
    statement: `insert into public.binned_records (account_id, kind, record_id, name, record)
      values ('${ID.acme}', 'system', '${ID.nobody}', 'Forged', '{}')`,
    expected: nobodyBut(NO),
  },
  {
    title: 'bin: change what is in it',
    statement: `update public.binned_records set record = '{}'`,
    expected: nobodyBut(NO),
  },
  { title: 'bin: delete from it', statement: 'delete from public.binned_records', expected: nobodyBut(NO) },
  { title: 'bin: truncate', statement: 'truncate public.binned_records', expected: nobodyBut(NO) },
  {
    title: 'bin: say how long it keeps',
    statement: 'update private.bin_time set days = 1',
    expected: nobodyBut(NO),
  },
  { title: 'languages: read', statement: 'select * from private.languages', expected: nobodyBut(NO) },
  { title: 'kinds: read', statement: 'select * from private.kinds', expected: nobodyBut(NO) },
  { title: 'built-in fields: read', statement: 'select * from private.fields', expected: nobodyBut(NO) },
  {
    title: 'built-in fields: rename one',
    statement: `update private.fields set label = 'Another'`,
    expected: nobodyBut(NO),
  },
  {
    title: 'kinds: rename one',
    statement: `update private.kinds set noun = 'Another'`,
    expected: nobodyBut(NO),
  },
  {
    title: 'get_bin',
    statement: `select public.get_bin()`,
    expected: [NO, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'restore_from_bin: what is not in it',
    statement: `select public.restore_from_bin('{${ID.billing}}')`,
    expected: [NO, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
  },
  {
    title: 'get_deletion_impact',
    statement: `select public.get_deletion_impact('system', '{${ID.ledger}}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'delete_records: a colleague’s',
    statement: `select public.delete_records('system', '{${ID.ledger}}')`,
    expected: [NO, NOT_THERE, NOT_THERE, NO, NO, 1, 1, NOT_THERE],
  },
  {
    title: 'purge_bin',
    statement: 'select public.purge_bin()',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
]
