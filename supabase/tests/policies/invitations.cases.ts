import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const CLOSED = [NO, NO, NO, NO, NO, NO, NO] as const

const invite = (columns: string, values: string) =>
  `insert into public.pending_invitations (email, name${columns}) values ('nina@new.test', 'Nina'${values})`

/** The rights to invitations. */
export const INVITATION_CASES: readonly Case[] = [
  {
    title: '[DIS-42] [CALL-22] invitations: list everything that one can see',
    statement: 'select * from public.pending_invitations order by created_at desc',
    expected: [NO, 0, 1, 0, 0, 0, 2, 3],
  },
  {
    title: 'invitations: list those of the other account',
    statement: `select email, invitation_token from public.pending_invitations where account_id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: '[PERM-25] [CALL-43] invitations: invite',
    statement: invite(
      ', job_role, department, permission_level, invited_by, account_id',
      `, 'Designer', 'Design', 'manager', '${ID.admin}', '${ID.acme}'`,
    ),
    expected: [NO, NO, NO, NO, NO, NO, 1, 1],
  },
  {
    title: 'invitations: invite into the other account',
    statement: invite(', account_id', `, '${ID.rivals}'`),
    expected: [NO, NO, 1, NO, NO, NO, NO, 1],
  },
  ...[
    ['id', `'${ID.nobody}'`],
    ['invitation_token', `'mine'`],
    ['expires_at', 'now()'],
    ['accepted_at', 'now()'],
    ['declined_at', 'now()'],
    ['created_at', 'now()'],
  ].map(
    ([column, value]): Case => ({
      title: `invitations: invite with the caller’s own ${column}`,
      statement: invite(`, account_id, ${column}`, `, '${ID.acme}', ${value}`),
      expected: [...CLOSED, 1],
    }),
  ),
  {
    title: '[CALL-44] [INV-29] invitations: revoke',
    statement: `update public.pending_invitations set declined_at = now() where id = '${ID.invitation}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, 1],
  },
  {
    title: 'invitations: revoke one of the other account',
    statement: `update public.pending_invitations set declined_at = now() where account_id = '${ID.rivals}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  ...[
    'id',
    'account_id',
    'email',
    'permission_level',
    'invited_by',
    'invitation_token',
    'expires_at',
    'accepted_at',
    'created_at',
  ].map(
    (column): Case => ({
      title: `invitations: write ${column}`,
      statement: `update public.pending_invitations set ${column} = ${column} where id = '${ID.invitation}'`,
      expected: [...CLOSED, 1],
    }),
  ),
  {
    title: 'invitations: delete',
    statement: 'delete from public.pending_invitations',
    expected: [...CLOSED, 3],
  },
  {
    title: 'invitations: truncate',
    statement: 'truncate public.pending_invitations',
    expected: [...CLOSED, NO],
  },
  ...['select * from private.secrets', 'delete from private.secrets', 'truncate private.secrets'].map(
    (statement): Case => ({ title: statement, statement, expected: [...CLOSED, NO] }),
  ),
]
