import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
const ALREADY_THERE = { refused: '23505' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const

interface Kind {
  kind: 'solution' | 'agent' | 'automation'
  /** A record of a colleague, whose expert `viewer` is. */
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
    `insert into public.record_experts (kind, record_id, expert_id, assigned_by)
      values ('${kind}', '${record}', '${expert}', '${ID.admin}')`
  return [
    {
      title: `experts of a ${kind}: name a member`,
      statement: add(known, ID.colleague),
      expected: [NO, NO, NOT_THERE, NO, 1, 1, 1, NEEDS_ACCOUNT],
    },
    {
      title: `experts of a ${kind}: name the caller in the other account`,
      statement: add(rivals, ID.rival),
      expected: [NO, NO, ALREADY_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `experts of a ${kind}: name a person of the other account`,
      statement: add(known, ID.rival),
      expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `experts of a ${kind}: name somebody who is only invited`,
      statement: add(known, ID.invitation),
      expected: [NO, NO, NOT_THERE, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `experts of a ${kind}: name the account in the request`,
      statement: `insert into public.record_experts (account_id, kind, record_id, expert_id)
        values ('${ID.acme}', '${kind}', '${known}', '${ID.colleague}')`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
  ]
}

function otherCases({ kind, known, rivals }: Kind): Case[] {
  return [
    {
      title: `experts of a ${kind}: read those of a record`,
      statement: `select expert_id from public.record_experts where record_id = '${known}'`,
      expected: [NO, 0, 0, 1, 1, 1, 1, 1],
    },
    {
      title: `experts of a ${kind}: read all`,
      statement: `select * from public.record_experts where kind = '${kind}'`,
      expected: [NO, 0, 1, 1, 1, 1, 1, 2],
    },
    {
      title: `experts of a ${kind}: change an assignment`,
      statement: `update public.record_experts set expert_id = '${ID.user}' where record_id = '${known}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
    {
      title: `experts of a ${kind}: remove one`,
      statement: `delete from public.record_experts where record_id = '${known}' and expert_id = '${ID.viewer}'`,
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `experts of a ${kind}: remove one of the other account`,
      statement: `delete from public.record_experts where record_id = '${rivals}'`,
      expected: [NO, 0, 1, 0, 0, 0, 0, 1],
    },
    {
      title: `experts of a ${kind}: truncate`,
      statement: `truncate public.record_experts`,
      expected: [NO, NO, NO, NO, NO, NO, NO, NO],
    },
  ]
}

/** Only functions read the views of all kinds. */
const VIEW_CASES: readonly Case[] = [
  {
    title: 'catalogue_records: read',
    statement: 'select * from private.catalogue_records',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'record_experts: read those of all kinds',
    statement: 'select * from public.record_experts',
    expected: [NO, 0, 4, 4, 4, 4, 4, 8],
  },
]

/** The rights to the experts of solutions, agents and automations. */
export const EXPERT_CASES: readonly Case[] = [...KINDS.flatMap(expertCases), ...VIEW_CASES]
