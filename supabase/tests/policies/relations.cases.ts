import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
const ALREADY_THERE = { refused: '23505' } as const
const BROKEN = { refused: '23514' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const

const add = (from: string, to: string, type = 'depends_on') =>
  `insert into public.relations (from_id, to_id, type, note, assigned_by)
    values ('${from}', '${to}', '${type}', 'By night', '${ID.admin}')`

/** Relations of every record are added and removed from level user on. */
export const RELATION_CASES: readonly Case[] = [
  {
    title: 'relations: add one between records of colleagues',
    statement: add(ID.ledger, ID.helper),
    expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one that there is',
    statement: add(ID.oracle, ID.reminders),
    expected: [NO, NO, NOT_THERE, ALREADY_THERE, ALREADY_THERE, ALREADY_THERE, ALREADY_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one back, so that the two make a circle',
    statement: add(ID.reminders, ID.oracle),
    expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one to a record of the other account',
    statement: add(ID.ledger, ID.rivalSystem),
    expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one from a record of the other account',
    statement: add(ID.rivalSystem, ID.ledger),
    expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one to what does not exist, all the same',
    statement: add(ID.ledger, ID.nobody),
    expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: add one to the record itself',
    statement: add(ID.ledger, ID.ledger),
    expected: [NO, NO, NOT_THERE, NO, BROKEN, BROKEN, BROKEN, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: name the account in the request',
    statement: `insert into public.relations (account_id, from_id, to_id, type)
      values ('${ID.acme}', '${ID.ledger}', '${ID.helper}', 'runs_in')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'relations: name the kinds in the request',
    statement: `insert into public.relations (from_kind, from_id, to_kind, to_id, type)
      values ('system', '${ID.ledger}', 'agent', '${ID.helper}', 'runs_in')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NEEDS_ACCOUNT],
  },
  {
    title: 'relations: read all',
    statement: 'select * from public.relations',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'relations: read the edges of all sorts',
    statement: 'select * from private.edges',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'map_groups: records of both accounts',
    statement: `select jsonb_array_elements(public.map_groups('kind') -> 'groups')`,
    expected: [NO, 0, 4, 4, 4, 4, 4, 0],
  },
  {
    title: 'relations: change the note',
    statement: `update public.relations set note = 'x'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 2],
  },
  {
    title: 'relations: remove one',
    statement: `delete from public.relations where from_id = '${ID.oracle}'`,
    expected: [NO, 0, 0, 0, 1, 1, 1, 1],
  },
  {
    title: 'relations: remove one of the other account',
    statement: `delete from public.relations where from_id = '${ID.rivalAgent}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'relations: truncate',
    statement: 'truncate public.relations',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
