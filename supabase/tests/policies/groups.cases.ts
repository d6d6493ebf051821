import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED = [NO, NO, NO, NO, NO, NO, NO, NO] as const

/** Admins alone see, add and delete the rules about groups of sign-in providers. */
export const GROUP_CASES: readonly Case[] = [
  {
    title: 'group_rules: read one',
    statement: `select * from public.group_rules where id = '${OWN.groupRule}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'group_rules: read one of the other account',
    statement: `select * from public.group_rules where id = '${OWN.rivalGroupRule}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'group_rules: add one',
    statement: `insert into public.group_rules (provider, group_name, level) values ('saml', 'it', 'admin')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, { refused: '23502' }],
  },
  {
    title: 'group_rules: add one to an account by its id',
    statement: `insert into public.group_rules (account_id, provider, group_name, level)
      values ('${ID.acme}', 'saml', 'it', 'admin')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'group_rules: add one with a team of the other account',
    statement: `insert into public.group_rules (provider, group_name, team_id) values ('saml', 'it', '${OWN.rivalTeam}')`,
    expected: [NO, NO, 1, NO, NO, NO, { refused: '23503' }, { refused: '23502' }],
  },
  {
    title: 'group_rules: change one',
    statement: `update public.group_rules set level = 'admin' where id = '${OWN.groupRule}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'group_rules: delete one',
    statement: `delete from public.group_rules where id = '${OWN.groupRule}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'levels of groups: read all',
    statement: 'select * from private.levels_of_groups',
    expected: REFUSED,
  },
  { title: 'group_rules: truncate', statement: 'truncate public.group_rules', expected: REFUSED },
]
