import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

/** The refusal where the account has no such invitation, or none that is open. */
const NOT_THERE = { refused: '23503' } as const
/** The refusal where the column does not exist. */
const UNKNOWN = { refused: '42703' } as const

interface Kind {
  table: 'systems' | 'solutions' | 'agents' | 'automations'
  /** Made by `user`. */
  mine: string
  /** A colleague's. */
  foreign: string
  rivals: string
}

const KINDS: readonly Kind[] = [
  { table: 'systems', mine: ID.billing, foreign: ID.ledger, rivals: ID.rivalSystem },
  { table: 'solutions', mine: ID.portal, foreign: ID.intranet, rivals: ID.rivalSolution },
  { table: 'agents', mine: ID.helper, foreign: ID.oracle, rivals: ID.rivalAgent },
  { table: 'automations', mine: ID.invoices, foreign: ID.reminders, rivals: ID.rivalAutomation },
]

/** A member who may set the owner of a record may name a person invited to the account. */
function ownerCases({ table, mine, foreign, rivals }: Kind): Case[] {
  const give = (record: string, invitation: string) =>
    `update public.${table} set invited_owner_id = '${invitation}' where id = '${record}'`
  return [
    {
      title: `${table}: give one that the user made to somebody invited`,
      statement: give(mine, ID.invitation),
      expected: [NO, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      title: `${table}: give a colleague’s to somebody invited`,
      statement: give(foreign, ID.invitation),
      expected: [NO, 0, 0, 0, 0, 1, 1, 1],
    },
    {
      title: `${table}: give to somebody invited to the other account`,
      statement: give(mine, ID.rivalInvitation),
      expected: [NO, 0, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
    },
    {
      title: `${table}: give to nobody’s invitation, all the same`,
      statement: give(mine, ID.nobody),
      expected: [NO, 0, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
    },
    {
      title: `${table}: give to a member as if they were invited`,
      statement: give(mine, ID.user),
      expected: [NO, 0, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE],
    },
    {
      title: `${table}: give one of the other account to somebody invited here`,
      statement: give(rivals, ID.invitation),
      expected: [NO, 0, NOT_THERE, 0, 0, 0, 0, NOT_THERE],
    },
  ]
}

const NAME_CASES: readonly Case[] = [
  {
    title: 'invited people: read their names',
    statement: 'select * from public.get_invited_people()',
    // Viewers see only invited people who own something: nobody yet.
    expected: [NO, 0, 1, 0, 2, 2, 2, NO],
  },
  {
    title: 'invited people: read their addresses',
    statement: 'select email from public.get_invited_people()',
    expected: [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
  },
  {
    title: 'invited people: read the addresses of those who own something',
    statement: `select i.email from public.systems s join public.pending_invitations i on i.id = s.invited_owner_id`,
    expected: [NO, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    title: 'invited people: take over what an invitation owns',
    statement: `select private.move_to_renewed_invitation('${ID.invitation}', '${ID.invitationOfUnplaced}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'invited people: hand over in the name of the server',
    statement: `select private.reassign_records_of_invitation('${ID.acme}', '${ID.invitation}', '${ID.user}', null)`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]

/** The rights to make invited people owners, and to read their names. */
export const INVITED_OWNER_CASES: readonly Case[] = [...KINDS.flatMap(ownerCases), ...NAME_CASES]
