import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const
/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const

interface Link {
  table: 'solution_automations' | 'solution_agents'
  column: 'automation_id' | 'agent_id'
  /** Linked to Portal. */
  linked: string
  unlinked: string
  rivals: string
}

const LINKS: readonly Link[] = [
  {
    table: 'solution_automations',
    column: 'automation_id',
    linked: ID.invoices,
    unlinked: ID.reminders,
    rivals: ID.rivalAutomation,
  },
  {
    table: 'solution_agents',
    column: 'agent_id',
    linked: ID.helper,
    unlinked: ID.oracle,
    rivals: ID.rivalAgent,
  },
]

/**
 * A member who may change a solution may change its links: the cast's `user` made Portal, a colleague made Intranet.
 */
function linkCases(link: Link): Case[] {
  return [...readCases(link), ...addCases(link), ...changeCases(link)]
}

function readCases({ table, column }: Link): Case[] {
  return [
    {
      title: `[GAP-33] ${table}: read those of a solution`,
      statement: `select ${column} from public.${table} where solution_id = '${ID.portal}'`,
      expected: [NO, 0, 0, 1, 1, 1, 1, 1],
    },
    {
      title: `${table}: read all`,
      statement: `select * from public.${table}`,
      expected: [NO, 0, 1, 1, 1, 1, 1, 2],
    },
  ]
}

function addCases({ table, column, unlinked, rivals }: Link): Case[] {
  const add = (solution: string, other: string) =>
    `insert into public.${table} (solution_id, ${column}, assigned_by) values ('${solution}', '${other}', '${ID.admin}')`
  return [
    {
      title: `[GAP-33] ${table}: link to a solution that the user made`,
      statement: add(ID.portal, unlinked),
      expected: [NO, NO, NO, NO, 1, 1, 1, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: link to a colleague’s solution`,
      statement: add(ID.intranet, unlinked),
      expected: [NO, NO, NO, NO, NO, 1, 1, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: link to a solution of the other account`,
      statement: add(ID.rivalSolution, unlinked),
      expected: [NO, NO, NOT_THERE, NO, NO, NO, NO, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: link to a solution that does not exist, all the same`,
      statement: add(ID.nobody, unlinked),
      expected: [NO, NO, NO, NO, NO, NO, NO, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: link what belongs to the other account`,
      statement: add(ID.portal, rivals),
      expected: [NO, NO, NO, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: link what does not exist, all the same`,
      statement: add(ID.portal, ID.nobody),
      expected: [NO, NO, NO, NO, NOT_THERE, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
    },
    {
      title: `${table}: name the account in the request`,
      statement: `insert into public.${table} (account_id, solution_id, ${column})
        values ('${ID.acme}', '${ID.portal}', '${unlinked}')`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
  ]
}

function changeCases({ table, column, linked, unlinked }: Link): Case[] {
  return [
    {
      title: `${table}: change a link`,
      statement: `update public.${table} set ${column} = '${unlinked}' where solution_id = '${ID.portal}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
    {
      title: `[GAP-33] ${table}: end a link`,
      statement: `delete from public.${table} where solution_id = '${ID.portal}' and ${column} = '${linked}'`,
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `${table}: end links with the filter forgotten`,
      statement: `delete from public.${table}`,
      expected: [NO, 0, 1, 0, 1, 1, 1, 2],
    },
    {
      title: `${table}: truncate`,
      statement: `truncate public.${table}`,
      expected: [NO, NO, NO, NO, NO, NO, NO, NO],
    },
  ]
}

/** The rights to link automations and agents to a solution. */
export const LINK_CASES: readonly Case[] = LINKS.flatMap(linkCases)
