import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** A kind of record of the catalogue, with two records of Acme and one of the other account. */
interface Kind {
  table: 'solutions' | 'agents' | 'automations'
  /** The requirement for a title. */
  calls: { list: string; add: string; change: string; remove: string }
  /** Columns and values that a new record needs besides its name. */
  columns: string
  values: string
  mine: string
  theirs: string
  rivals: string
}

const KINDS: readonly Kind[] = [
  {
    table: 'solutions',
    calls: { list: '[CALL-16] ', add: '[CALL-35] ', change: '[CALL-36] ', remove: '[CALL-37] ' },
    columns: 'description, owner_id, status, use_cases, users, related_systems',
    values: `'', null, 'active', '{}', '{}', '{}'`,
    mine: ID.portal,
    theirs: ID.intranet,
    rivals: ID.rivalSolution,
  },
  {
    table: 'agents',
    calls: { list: '[CALL-17] ', add: '[CALL-38] ', change: '[GAP-11] ', remove: '[GAP-11] ' },
    columns: 'description, platform, status',
    values: `'', 'OpenAI', 'inactive'`,
    mine: ID.helper,
    theirs: ID.oracle,
    rivals: ID.rivalAgent,
  },
  {
    table: 'automations',
    calls: { list: '[CALL-18] ', add: '[CALL-39] ', change: '[CALL-40] [GAP-11] ', remove: '[GAP-11] ' },
    columns: 'description, source, status, webhook_url',
    values: `'', 'Zapier', 'inactive', null`,
    mine: ID.invoices,
    theirs: ID.reminders,
    rivals: ID.rivalAutomation,
  },
]

/**
 * The rules of systems hold for every kind: members read, users have what they made or own, managers have everything.
 */
function kindCases(kind: Kind): Case[] {
  return [...readCases(kind), ...addCases(kind), ...changeCases(kind), ...deleteCases(kind)]
}

function readCases({ table, calls }: Kind): Case[] {
  return [
    {
      title: `[PERM-18] ${calls.list}${table}: list everything that one can see`,
      statement: `select * from public.${table}`,
      expected: [NO, 0, 1, 2, 2, 2, 2, 3],
    },
    {
      title: `${calls.list}${table}: list by the account`,
      statement: `select * from public.${table} where account_id = '${ID.acme}'`,
      expected: [NO, 0, 0, 2, 2, 2, 2, 2],
    },
  ]
}

function addCases({ table, calls, columns, values }: Kind): Case[] {
  return [
    {
      title: `[PERM-04] [PERM-05] [OPEN-06] ${calls.add}${table}: add to Acme`,
      statement: `insert into public.${table} (name, account_id, created_by, ${columns})
        values ('New', '${ID.acme}', '${ID.user}', ${values})`,
      expected: [NO, NO, NO, NO, 1, 1, 1, 1],
    },
    {
      title: `${table}: add to the other account`,
      statement: `insert into public.${table} (name, account_id, ${columns}) values ('New', '${ID.rivals}', ${values})`,
      expected: [NO, NO, 1, NO, NO, NO, NO, 1],
    },
    {
      title: `${table}: add under a chosen id`,
      statement: `insert into public.${table} (id, name, account_id, ${columns})
        values ('${ID.nobody}', 'New', '${ID.acme}', ${values})`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
  ]
}

function changeCases({ table, calls, mine, theirs, rivals }: Kind): Case[] {
  const rename = (id: string) => `update public.${table} set name = 'Renamed' where id = '${id}'`
  return [
    {
      title: `[PERM-05] ${calls.change}${table}: change one that the user made`,
      statement: `update public.${table} set status = 'active', updated_at = now() where id = '${mine}'`,
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `[PERM-06] ${table}: change a colleague’s`,
      statement: rename(theirs),
      expected: [NO, 0, 0, 0, 0, 1, 1, 1],
    },
    {
      title: `${table}: become the owner of a colleague’s`,
      statement: `update public.${table} set owner_id = '${ID.user}' where id = '${theirs}'`,
      expected: [NO, 0, 0, 0, 0, 1, 1, 1],
    },
    {
      title: `${table}: change one of the other account`,
      statement: rename(rivals),
      expected: [NO, 0, 1, 0, 0, 0, 0, 1],
    },
    {
      title: `${table}: change with the filter forgotten`,
      statement: `update public.${table} set description = 'x'`,
      expected: [NO, 0, 1, 0, 1, 2, 2, 3],
    },
    {
      title: `${table}: move to another account`,
      statement: `update public.${table} set account_id = '${ID.rivals}' where id = '${mine}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, { refused: '23503' }],
    },
    {
      title: `${table}: change who made it`,
      statement: `update public.${table} set created_by = '${ID.user}' where id = '${theirs}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    },
  ]
}

function deleteCases({ table, calls, mine, theirs, rivals }: Kind): Case[] {
  const remove = (id: string) => `delete from public.${table} where id = '${id}'`
  return [
    {
      title: `[PERM-05] ${calls.remove}${table}: delete one that the user made`,
      statement: remove(mine),
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `[PERM-06] ${table}: delete a colleague’s`,
      statement: remove(theirs),
      expected: [NO, 0, 0, 0, 0, 1, 1, 1],
    },
    {
      title: `${table}: delete one of the other account`,
      statement: remove(rivals),
      expected: [NO, 0, 1, 0, 0, 0, 0, 1],
    },
    {
      title: `${table}: delete with the filter forgotten`,
      statement: `delete from public.${table}`,
      expected: [NO, 0, 1, 0, 1, 2, 2, 3],
    },
    {
      title: `${table}: truncate`,
      statement: `truncate private.records cascade`,
      expected: [NO, NO, NO, NO, NO, NO, NO, NO],
    },
  ]
}

/** People may not set when an agent was used or an automation ran. */
const REPORTS: readonly Case[] = [
  ['agents', 'last_used', ID.helper],
  ['automations', 'last_run', ID.invoices],
].map(([table, column, id]) => ({
  title: `[GAP-10] ${table}: report ${column}`,
  statement: `update public.${table} set ${column} = now() where id = '${id}'`,
  expected: [NO, NO, NO, NO, NO, NO, NO, 1],
}))

/** The rights to solutions, agents and automations. */
export const CATALOGUE_CASES: readonly Case[] = [...KINDS.flatMap(kindCases), ...REPORTS]
