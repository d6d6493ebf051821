import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
const ALREADY_THERE = { refused: '23505' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const

interface Kind {
  kind: 'solution' | 'agent' | 'automation'
  /** A colleague's, of which `viewer` is the expert. */
  known: string
  rivals: string
}

const KINDS: readonly Kind[] = [
  { kind: 'solution', known: ID.intranet, rivals: ID.rivalSolution },
  { kind: 'agent', known: ID.oracle, rivals: ID.rivalAgent },
  { kind: 'automation', known: ID.reminders, rivals: ID.rivalAutomation },
]

/** The rules of the experts of systems hold for those of the other kinds. */
function expertCases(kind: Kind): Case[] {
  return [...nameCases(kind), ...otherCases(kind)]
}

function nameCases({ kind, known, rivals }: Kind): Case[] {
  const add = (record: string, expert: string) =>
    `insert into public.${kind}_experts (${kind}_id, expert_id, assigned_by) values ('${record}', '${expert}', '${ID.admin}')`
  return [
    {
      title: `${kind}_experts: name a member`,
      statement: add(known, ID.colleague),
      expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
    },
    {
      title: `${kind}_experts: name the caller in the other account`,
      statement: add(rivals, ID.rival),
      expected: [NO, NO, ALREADY_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `${kind}_experts: name a person of the other account`,
      statement: add(known, ID.rival),
      expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `${kind}_experts: name somebody who is only invited`,
      statement: add(known, ID.invitation),
      expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `${kind}_experts: name the account in the request`,
      statement: `insert into public.${kind}_experts (account_id, ${kind}_id, expert_id)
        values ('${ID.acme}', '${known}', '${ID.colleague}')`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
  ]
}

function otherCases({ kind, known, rivals }: Kind): Case[] {
  const table = `public.${kind}_experts`
  return [
    {
      title: `${kind}_experts: read those of a record`,
      statement: `select expert_id from ${table} where ${kind}_id = '${known}'`,
      expected: [NO, 0, 0, 1, 1, 1, 1, 1],
    },
    {
      title: `${kind}_experts: read all`,
      statement: `select * from ${table}`,
      expected: [NO, 0, 1, 1, 1, 1, 1, 2],
    },
    {
      title: `${kind}_experts: change an assignment`,
      statement: `update ${table} set expert_id = '${ID.user}' where ${kind}_id = '${known}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
    {
      title: `${kind}_experts: remove one`,
      statement: `delete from ${table} where ${kind}_id = '${known}' and expert_id = '${ID.viewer}'`,
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `${kind}_experts: remove one of the other account`,
      statement: `delete from ${table} where ${kind}_id = '${rivals}'`,
      expected: [NO, 0, 1, 0, 0, 0, 0, 1],
    },
    {
      title: `${kind}_experts: truncate`,
      statement: `truncate ${table}`,
      expected: [NO, NO, NO, NO, NO, NO, NO, NO],
    },
  ]
}

/** What puts all kinds together is for functions. */
const VIEW_CASES: readonly Case[] = [
  {
    title: 'catalogue_records: read',
    statement: 'select * from private.catalogue_records',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'record_experts: read what one can see of each kind',
    statement: 'select * from private.record_experts',
    expected: [NO, 0, 4, 4, 4, 4, 4, 8],
  },
]

/** Who may say who knows solutions, agents and automations. */
export const EXPERT_CASES: readonly Case[] = [...KINDS.flatMap(expertCases), ...VIEW_CASES]
