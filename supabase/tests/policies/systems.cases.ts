import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const rename = (id: string) => `update public.systems set name = 'Renamed' where id = '${id}'`
const remove = (id: string) => `delete from public.systems where id = '${id}'`
const addExpert = (system: string, expert: string) =>
  `insert into public.system_experts (system_id, expert_id, assigned_by)
   values ('${system}', '${expert}', '${ID.admin}')`

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
const ALREADY_THERE = { refused: '23505' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const

/**
 * The rights to systems and their experts. The cast's `user` made Billing and owns Archive; Ledger is a colleague's.
 */
export const SYSTEM_CASES: readonly Case[] = [
  {
    title: '[PERM-18] [CALL-15] [OPEN-01] systems: list everything that one can see',
    statement: 'select * from public.systems order by name',
    expected: [NO, 0, 1, 3, 3, 3, 3, 4],
  },
  {
    title: '[CALL-15] systems: list by the account',
    statement: `select * from public.systems where account_id = '${ID.acme}' order by name`,
    expected: [NO, 0, 0, 3, 3, 3, 3, 3],
  },
  {
    title: 'systems: read one by its id',
    statement: `select * from public.systems where id = '${ID.ledger}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: '[PERM-04] [PERM-05] [CALL-32] systems: add to Acme',
    statement: `insert into public.systems (name, description, owner_id, created_by, status, account_id)
      values ('New', '', null, '${ID.user}', 'active', '${ID.acme}')`,
    expected: [NO, NO, NO, NO, 1, 1, 1, 1],
  },
  {
    title: 'systems: add to the other account',
    statement: `insert into public.systems (name, account_id) values ('New', '${ID.rivals}')`,
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  {
    title: 'systems: add under a chosen id',
    statement: `insert into public.systems (id, name, account_id) values ('${ID.nobody}', 'New', '${ID.acme}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: '[PERM-05] [CALL-33] [OPEN-05] systems: change one that the user made',
    statement: `update public.systems set name = 'Renamed', description = 'x', owner_id = null, updated_at = now()
      where id = '${ID.billing}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'systems: change one that the user owns',
    statement: rename(ID.archive),
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: '[PERM-06] systems: change a colleague’s',
    statement: rename(ID.ledger),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'systems: change one of the other account',
    statement: rename(ID.rivalSystem),
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'systems: change with the filter forgotten',
    statement: `update public.systems set status = 'inactive'`,
    expected: [NO, 0, 1, 0, 2, 3, 3, 4],
  },
  {
    title: 'systems: move to another account',
    statement: `update public.systems set account_id = '${ID.rivals}', owner_id = null, created_by = null, updated_by = null
      where id = '${ID.billing}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'systems: change who made it',
    statement: `update public.systems set created_by = '${ID.user}' where id = '${ID.ledger}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: '[CALL-34] systems: delete one that the user made',
    statement: remove(ID.billing),
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'systems: delete one that the user owns',
    statement: remove(ID.archive),
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'systems: delete a colleague’s',
    statement: remove(ID.ledger),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'systems: delete one of the other account',
    statement: remove(ID.rivalSystem),
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'systems: delete with the filter forgotten',
    statement: 'delete from public.systems',
    expected: [NO, 0, 1, 0, 2, 3, 3, 4],
  },
  {
    title: 'systems: truncate',
    statement: 'truncate private.records cascade',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: '[CALL-19] experts: read those of a system',
    statement: `select expert_id from public.system_experts where system_id = '${ID.ledger}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: '[CALL-41] [SYS-40] [DIS-45] experts: name a member',
    statement: addExpert(ID.ledger, ID.colleague),
    expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'experts: name the caller in the other account',
    statement: addExpert(ID.rivalSystem, ID.rival),
    expected: [NO, NO, ALREADY_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'experts: name a person of the other account',
    statement: addExpert(ID.ledger, ID.rival),
    expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'experts: change an assignment',
    statement: `update public.system_experts set expert_id = '${ID.user}' where system_id = '${ID.ledger}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: '[CALL-42] [DIS-45] experts: remove one',
    statement: `delete from public.system_experts where system_id = '${ID.ledger}' and expert_id = '${ID.viewer}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'experts: remove one of the other account',
    statement: `delete from public.system_experts where system_id = '${ID.rivalSystem}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'experts: truncate',
    statement: 'truncate public.record_experts',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
