import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

/** The service role belongs to no account, so it would have to name one. */
const NEEDS_ACCOUNT = { refused: '23502' } as const
/** A stranger's id is refused exactly as one that does not exist. */
const NOT_THERE = { refused: '23503' } as const

/** Members read the teams of their account, and managers change them. */
export const TEAM_CASES: readonly Case[] = [
  {
    title: 'teams: read one',
    statement: `select * from public.teams where id = '${OWN.team}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'teams: read one of the other account',
    statement: `select * from public.teams where id = '${OWN.rivalTeam}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'teams: add one',
    statement: `insert into public.teams (name) values ('Team Legal')`,
    expected: [NO, NO, 1, NO, NO, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'teams: add one to an account by its id',
    statement: `insert into public.teams (account_id, name) values ('${ID.acme}', 'Team Legal')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'teams: rename one',
    statement: `update public.teams set name = 'Team Money' where id = '${OWN.team}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'teams: let a member of the other account lead one',
    statement: `update public.teams set lead_id = '${ID.rival}' where id = '${OWN.team}'`,
    expected: [NO, 0, 0, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE],
  },
  {
    title: 'teams: delete one beside the procedure',
    statement: `delete from public.teams where id = '${OWN.team}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'teams: truncate',
    statement: 'truncate public.teams',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'team_members: read all',
    statement: 'select * from public.team_members',
    expected: [NO, 0, 1, 2, 2, 2, 2, 3],
  },
  {
    title: 'team_members: add one',
    statement: `insert into public.team_members (team_id, user_id) values ('${OWN.team}', '${ID.colleague}')`,
    expected: [NO, NO, NOT_THERE, NO, NO, 1, 1, NEEDS_ACCOUNT],
  },
  {
    title: 'team_members: add a member of the other account',
    statement: `insert into public.team_members (team_id, user_id) values ('${OWN.team}', '${ID.rival}')`,
    expected: [NO, NO, NOT_THERE, NO, NO, NOT_THERE, NOT_THERE, NEEDS_ACCOUNT],
  },
  {
    title: 'team_members: move one',
    statement: `update public.team_members set user_id = '${ID.colleague}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, { refused: '23505' }],
  },
  {
    title: 'team_members: take one out',
    statement: `delete from public.team_members where user_id = '${ID.viewer}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'team_members: truncate',
    statement: 'truncate public.team_members',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'team_members: say that a provider filled the team',
    statement: `insert into public.team_members (team_id, user_id, filled_by)
      values ('${OWN.team}', '${ID.colleague}', 'keycloak')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NEEDS_ACCOUNT],
  },
]
