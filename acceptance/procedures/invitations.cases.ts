import { ID } from '../../supabase/tests/support/cast.ts'
import { NO } from '../support/matrix.ts'
import { foreign, MISSING, type ProcedureCase, signedIn } from './case.ts'

const invite = {
  email_param: 'nina@new.test',
  name_param: 'Nina',
  job_role_param: 'Designer',
  department_param: 'Design',
  permission_level_param: 'user',
}

/** Invitations: making them, their links, and what follows from one. */
export const INVITATIONS: Record<string, readonly ProcedureCase[]> = {
  get_invitations: [
    {
      title: 'of the caller’s own account',
      expected: [NO, NO, NO, NO, NO, 2, 1],
      says: 'active',
    },
  ],
  get_invitation_problems: [
    {
      title: 'of members of Acme and of the other account',
      args: () => ({ addresses: ['uma@acme.test', 'vic@acme.test', 'rex@rival.test'] }),
      expected: [NO, NO, NO, NO, NO, 2, 1],
    },
  ],
  renew_invitation: [
    {
      title: 'of Acme',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  send_invitations: [
    {
      title: 'of Acme, sent already',
      args: () => ({ ids: [ID.invitation] }),
      expected: [NO, NO, NO, NO, NO, MISSING, MISSING],
    },
  ],
  withdraw_invitation: [
    {
      title: 'of Acme',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  accept_my_invitation: [
    {
      title: 'another person’s',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: signedIn('false'),
      says: 'success',
    },
  ],
  validate_invitation: [
    {
      title: 'Acme’s, with its token',
      args: ({ acme }) => ({ token_param: acme }),
      expected: ['true', 'true', 'true', 'true', 'true', 'true', 'true'],
      says: 'valid',
      reveals: true,
    },
    {
      title: 'without',
      args: () => ({ token_param: ID.invitationOfUnplaced }),
      expected: ['false', 'false', 'false', 'false', 'false', 'false', 'false'],
      says: 'valid',
    },
  ],
  get_invitation_recipient: [
    {
      title: 'of Acme’s',
      args: ({ acme }) => ({ token_param: acme }),
      expected: [NO, 'true', 'false', 'false', 'false', 'false', 'false'],
      former: 'false',
      says: 'mine',
    },
  ],
  get_invitation_token: [
    {
      title: 'of Acme’s',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, 'text', MISSING],
    },
    {
      title: 'of the rival’s',
      args: () => ({ invitation_id_param: ID.rivalInvitation }),
      expected: foreign('text'),
    },
  ],
  invite_member: [
    {
      title: 'into the caller’s account',
      args: () => invite,
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  invite_members: [
    {
      title: 'into the caller’s account',
      args: () => ({ people: [{ email: 'nina@new.test', name: 'Nina' }] }),
      expected: [NO, NO, NO, NO, NO, 1, 1],
      says: 'invitations',
    },
  ],
  is_invited_by_single_sign_on: [
    {
      title: 'with the token of Acme’s',
      args: ({ acme }) => ({ token_param: acme }),
      expected: ['false', 'false', 'false', 'false', 'false', 'false', 'false'],
    },
  ],
  cleanup_expired_invitations_enhanced: [
    { title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 0, 0] },
  ],
  accept_invitation: [
    {
      title: 'Acme’s, with its token and address',
      args: ({ acme }) => ({ token_param: acme, user_email_param: 'lou@gmail.com' }),
      expected: [NO, 'true', 'false', 'false', 'false', 'false', 'false'],
      former: 'false',
      says: 'success',
      reveals: true,
    },
    {
      title: 'the rival’s, with its token and address',
      args: ({ rivals }) => ({ token_param: rivals, user_email_param: 'zed@else.test' }),
      expected: signedIn('false'),
      says: 'success',
    },
  ],
  get_invited_people: [
    // Viewers name no owners, so they see only those who own something already.
    { title: 'of the caller’s account', expected: [NO, 0, 0, 2, 2, 2, 1] },
  ],
}
