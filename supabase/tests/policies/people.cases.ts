import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const setLevel = (user: string, level: string) =>
  `update public.account_members set permission_level = '${level}' where user_id = '${user}'`
const rename = (user: string) =>
  `update public.profiles set name = 'Renamed', job_role = 'Designer' where id = '${user}'`

/** The rights to accounts, profiles and memberships. */
export const PEOPLE_CASES: readonly Case[] = [
  {
    title: '[CALL-09] accounts: list everything that one can see',
    statement: 'select id, name from public.accounts',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'accounts: read the other account',
    statement: `select id, name from public.accounts where id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'accounts: found one',
    statement: `insert into public.accounts (name) values ('Mine')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'accounts: rename',
    statement: `update public.accounts set name = 'Mine' where id = '${ID.acme}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'accounts: delete',
    statement: `delete from public.accounts where id = '${ID.acme}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'accounts: truncate',
    statement: 'truncate public.accounts cascade',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: '[DATA-15] profiles: list name and avatar of all visible people',
    statement: 'select id, name, avatar from public.profiles',
    expected: [NO, 1, 1, 6, 6, 6, 6, 9],
  },
  {
    title: 'profiles: read name and avatar of a person of the other account',
    statement: `select id, name, avatar from public.profiles where id = '${ID.rival}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  ...[
    '*',
    'email',
    'bio',
    'job_role',
    'department',
    'account_id',
    'privacy_email_visible',
    'chat_url',
    'shows_email',
  ].map(
    (column): Case => ({
      title: `profiles: read ${column} of a teammate`,
      statement: `select ${column} from public.profiles where id = '${ID.user}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    }),
  ),
  {
    title: '[CALL-11] profiles: filter by e-mail',
    statement: `select id from public.profiles where email ilike '%@acme.test'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 7],
  },
  {
    title: 'profiles: order by e-mail',
    statement: 'select id from public.profiles order by email',
    expected: [NO, NO, NO, NO, NO, NO, NO, 9],
  },
  {
    title: 'profiles: add one',
    statement: `insert into public.profiles (id, email, name) values ('${ID.nobody}', 'x@acme.test', 'X')`,
    // The service role would get as far as the missing user.
    expected: [NO, NO, NO, NO, NO, NO, NO, { refused: '23503' }],
  },
  {
    title: '[CALL-46] profiles: change the user’s own',
    statement: `update public.profiles set name = 'U', bio = 'b', avatar = 'https://a.test/u.png', job_role = 'j', department = 'd'
      where id = '${ID.user}' and id = (nullif(current_setting('request.jwt.claims'), '')::json ->> 'sub')::uuid`,
    expected: [NO, 0, 0, 0, 1, 0, 0, 0],
  },
  {
    title: '[PERM-24] [CALL-45] profiles: change a teammate’s name and job role',
    statement: rename(ID.colleague),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: '[DIS-34] profiles: change an admin’s name and job role',
    statement: rename(ID.deputy),
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'profiles: change a teammate’s bio',
    statement: `update public.profiles set bio = 'Changed' where id = '${ID.colleague}'`,
    expected: [NO, 0, 0, 0, 0, NO, NO, 1],
  },
  {
    title: 'profiles: change a person of the other account',
    statement: rename(ID.rival),
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  ...[
    'permission_level',
    'email',
    'privacy_email_visible',
    'chat_url',
    'shows_email',
    'account_id',
    'id',
  ].map(
    (column): Case => ({
      title: `[DIS-14] profiles: write ${column}`,
      statement: `update public.profiles set ${column} = ${column} where id = '${ID.user}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    }),
  ),
  {
    title: 'profiles: delete',
    statement: `delete from public.profiles where id = '${ID.user}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'profiles: truncate',
    statement: 'truncate public.profiles cascade',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: '[PERM-23] [CALL-06] memberships: list everything that one can see',
    statement: 'select user_id, account_id, permission_level from public.account_members',
    expected: [NO, 0, 1, 6, 6, 6, 6, 7],
  },
  {
    title: 'memberships: list those of the other account',
    statement: `select user_id from public.account_members where account_id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: '[PERM-12] [CALL-03] memberships: read account and level of the user',
    statement: `select account_id, permission_level from public.account_members where user_id = '${ID.user}' limit 1`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: '[CALL-05] memberships: read with the profile joined',
    statement: `select m.account_id, p.name
      from public.account_members m join public.profiles p on p.id = m.user_id where m.user_id = '${ID.user}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'memberships: read the department, which a person may have hidden',
    statement: `select department from public.account_members where user_id = '${ID.user}'`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'memberships: insert the caller into an account',
    statement: `insert into public.account_members (account_id, user_id, permission_level)
      values ('${ID.acme}', '${ID.unplaced}', 'admin')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: '[DIS-35] memberships: raise a teammate to manager',
    statement: setLevel(ID.colleague, 'manager'),
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  {
    title: 'memberships: raise a teammate to admin',
    statement: setLevel(ID.colleague, 'admin'),
    expected: [NO, 0, 0, 0, 0, NO, 1, 1],
  },
  {
    title: 'memberships: demote an admin',
    statement: setLevel(ID.deputy, 'viewer'),
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'memberships: raise the manager to admin',
    statement: setLevel(ID.manager, 'admin'),
    expected: [NO, 0, 0, 0, 0, NO, 1, 1],
  },
  {
    title: '[DIS-03] [PERM-20] memberships: an admin changing their own level',
    statement: setLevel(ID.admin, 'user'),
    expected: [NO, 0, 0, 0, 0, 0, NO, 1],
  },
  {
    title: 'memberships: change levels with the filter forgotten',
    statement: `update public.account_members set permission_level = 'viewer'`,
    // Each of them would change their own level too; the rival and the service role would leave an account without an
    // admin.
    expected: [NO, 0, NO, 0, 0, NO, NO, { refused: 'LA001' }],
  },
  {
    title: 'memberships: change a level in the other account',
    statement: setLevel(ID.rival, 'viewer'),
    expected: [NO, 0, NO, 0, 0, 0, 0, { refused: 'LA001' }],
  },
  {
    title: '[CALL-47] memberships: change department and knowledge areas of a teammate',
    statement: `update public.account_members set department = 'Ops', knowledge_areas = '{sql}'
      where user_id = '${ID.colleague}'`,
    expected: [NO, 0, 0, 0, 0, 1, 1, 1],
  },
  ...['account_id', 'user_id', 'id', 'role', 'contribution_count'].map(
    (column): Case => ({
      title: `memberships: write ${column}`,
      statement: `update public.account_members set ${column} = ${column} where user_id = '${ID.user}'`,
      expected: [NO, NO, NO, NO, NO, NO, NO, 1],
    }),
  ),
  {
    title: 'memberships: end a teammate’s',
    statement: `delete from public.account_members where user_id = '${ID.colleague}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'memberships: end them with the filter forgotten',
    statement: 'delete from public.account_members',
    expected: [NO, 0, { refused: 'LA001' }, 0, 0, 0, { refused: 'LA001' }, { refused: 'LA001' }],
  },
  {
    title: 'memberships: end one of the other account',
    statement: `delete from public.account_members where user_id = '${ID.rival}'`,
    expected: [NO, 0, { refused: 'LA001' }, 0, 0, 0, 0, { refused: 'LA001' }],
  },
  {
    title: 'memberships: truncate',
    statement: 'truncate public.account_members cascade',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
