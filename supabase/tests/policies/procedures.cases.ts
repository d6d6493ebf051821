import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const MISSING = { refused: 'PT404' } as const
const INVALID = { refused: '22023' } as const
/** The refusal for records that are not theirs, or no longer. */
const STALE = { refused: 'HO001' } as const
const MEMBERS_ONLY = [NO, MISSING, MISSING] as const

const permission = (user: string, level: string, account: string) =>
  `select public.secure_update_user_permission('${user}', '${level}', '${account}')`
const member = (user: string, change: string) => `select public.update_member('${user}', ${change})`

/**
 * The rights to call procedures about invitations and members. The service role has the tables and needs none of these.
 */
export const PROCEDURE_CASES: readonly Case[] = [
  {
    title: '[PERM-25] invite_member',
    statement: `select public.invite_member('nina@new.test', 'Nina', 'Designer', 'Design', 'manager')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[PERM-25] invite_members',
    statement: `select public.invite_members('[{"email": "nina@new.test", "name": "Nina"}]', 'Design', 'manager')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'send_invitations, of one that was sent already',
    statement: `select public.send_invitations('{${ID.invitation}}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'get_invitation_problems',
    statement: `select public.get_invitation_problems('{nina@new.test}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: '[PERM-27] get_invitation_token',
    statement: `select public.get_invitation_token('${ID.invitation}')`,
    expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, 1, NO],
  },
  {
    title: '[PERM-27] [CALL-68] cleanup_expired_invitations_enhanced',
    statement: 'select public.cleanup_expired_invitations_enhanced()',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'validate_invitation',
    statement: `select public.validate_invitation('x')`,
    expected: [1, 1, 1, 1, 1, 1, 1, 1],
  },
  {
    title: 'is_invited_by_single_sign_on',
    statement: `select public.is_invited_by_single_sign_on('x')`,
    expected: [1, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_invitation_recipient',
    statement: `select public.get_invitation_recipient('x')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'accept_invitation',
    statement: `select public.accept_invitation('x', 'x@y.test')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'join_account_of_my_domain',
    statement: 'select public.join_account_of_my_domain()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_my_placement',
    statement: 'select public.get_my_placement()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'accept_my_invitation',
    statement: `select public.accept_my_invitation('${ID.invitation}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'set_newcomer_admission',
    statement: 'select public.set_newcomer_admission(true)',
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'get_inbox',
    statement: 'select public.get_inbox()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_inbox_mutes',
    statement: 'select * from public.get_inbox_mutes()',
    expected: [NO, 0, 1, 0, 1, 0, 0, NO],
  },
  {
    title: 'snooze_in_inbox: bring a line back',
    statement: `select public.snooze_in_inbox('late', '${ID.invoices}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'mute_in_inbox: a record of Acme',
    statement: `select public.mute_in_inbox(true, kind_param => 'system', record_param => '${ID.billing}')`,
    expected: [NO, MISSING, MISSING, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_waiting_newcomers',
    statement: 'select * from public.get_waiting_newcomers()',
    expected: [NO, NO, 0, NO, NO, NO, 0, NO],
  },
  {
    title: 'admit_newcomer who does not wait',
    statement: `select public.admit_newcomer('${ID.former}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'refuse_newcomer who does not wait',
    statement: `select public.refuse_newcomer('${ID.colleague}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, MISSING, NO],
  },
  {
    title: '[PERM-23] [CALL-66] get_secure_team_member_profiles',
    statement: `select * from public.get_secure_team_member_profiles('${ID.acme}')`,
    expected: [NO, NO, NO, 6, 6, 6, 6, NO],
  },
  {
    title: 'get_secure_team_member_profiles of an account that does not exist',
    statement: `select * from public.get_secure_team_member_profiles('${ID.nobody}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'get_secure_team_member_profiles of no account',
    statement: 'select * from public.get_secure_team_member_profiles(null)',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: '[DIS-05] get_member_profile',
    statement: `select * from public.get_member_profile('${ID.user}')`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_member_profile of an id that does not exist',
    statement: 'select * from public.get_member_profile(null)',
    expected: [NO, 0, 0, 0, 0, 0, 0, NO],
  },
  {
    title: 'get_contact of a teammate',
    statement: `select 1 where public.get_contact('${ID.user}') is not null`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'set_my_contact of the caller',
    statement: `select public.set_my_contact('https://chat.acme.test', true)`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: '[CALL-70] update_privacy_settings',
    statement: 'select public.update_privacy_settings(true, true, false, false)',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: '[PERM-26] [CALL-69] secure_update_user_permission of a teammate',
    statement: permission(ID.colleague, 'manager', ID.acme),
    expected: [NO, NO, NO, NO, NO, NO, 1, NO],
  },
  {
    title: '[DIS-03] secure_update_user_permission of the caller',
    statement: permission(ID.admin, 'viewer', ID.acme),
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'secure_update_user_permission of a person of the other account',
    statement: permission(ID.rival, 'viewer', ID.acme),
    expected: [NO, NO, NO, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'secure_update_user_permission in the other account',
    statement: permission(ID.rival, 'viewer', ID.rivals),
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'secure_update_user_permission to a level that is none',
    statement: permission(ID.colleague, 'root', ID.acme),
    expected: [NO, INVALID, INVALID, INVALID, INVALID, INVALID, INVALID, NO],
  },
  {
    title: '[PERM-24] [DIS-04] update_member: everything of a teammate',
    statement: member(ID.colleague, `'Renamed', 'Analyst', 'Data', '{sql}', 'manager'`),
    expected: [...MEMBERS_ONLY, NO, NO, 1, 1, NO],
  },
  {
    title: '[DIS-34] update_member: the name of an admin',
    statement: member(ID.deputy, `'Renamed'`),
    expected: [...MEMBERS_ONLY, NO, NO, NO, 1, NO],
  },
  {
    title: '[DIS-35] update_member: a teammate’s level to admin',
    statement: member(ID.colleague, `new_permission_level => 'admin'`),
    expected: [...MEMBERS_ONLY, NO, NO, NO, 1, NO],
  },
  {
    title: 'update_member: the user themselves',
    statement: member(ID.user, `'Renamed'`),
    expected: [...MEMBERS_ONLY, NO, NO, 1, 1, NO],
  },
  {
    title: 'update_member: the manager themselves',
    statement: member(ID.manager, `'Renamed'`),
    expected: [...MEMBERS_ONLY, NO, NO, NO, 1, NO],
  },
  {
    title: 'update_member: a person of the other account',
    statement: member(ID.rival, `'Renamed'`),
    expected: [NO, MISSING, NO, MISSING, MISSING, MISSING, MISSING, NO],
  },
  {
    title: 'remove_member: a teammate',
    statement: `select public.remove_member('${ID.colleague}')`,
    expected: [...MEMBERS_ONLY, NO, NO, NO, 1, NO],
  },
  {
    title: 'remove_member: the viewer, who leaves',
    statement: `select public.remove_member('${ID.viewer}')`,
    expected: [...MEMBERS_ONLY, 1, NO, NO, 1, NO],
  },
  {
    title: 'remove_member: the last admin of the other account',
    statement: `select public.remove_member('${ID.rival}')`,
    expected: [NO, MISSING, { refused: 'LA001' }, MISSING, MISSING, MISSING, MISSING, NO],
  },
  {
    title: 'remove_member with a handover to the caller',
    statement: `select public.remove_member('${ID.colleague}', '{"rest": {"receiver": "${ID.admin}"}}')`,
    expected: [...MEMBERS_ONLY, NO, NO, NO, 1, NO],
  },
  {
    title: 'secure_update_user_permission with a handover',
    statement: `select public.secure_update_user_permission(
      '${ID.colleague}', 'viewer', '${ID.acme}', '{"rest": {"receiver": "${ID.admin}"}}')`,
    expected: [NO, NO, NO, NO, NO, NO, 1, NO],
  },
  {
    title: 'update_member with a handover',
    statement: member(
      ID.colleague,
      `new_permission_level => 'viewer', handover => '{"rest": {"receiver": "${ID.admin}"}}'`,
    ),
    expected: [...MEMBERS_ONLY, NO, NO, 1, 1, NO],
  },
  {
    title: 'get_belongings of a teammate',
    statement: `select public.get_belongings('${ID.colleague}')`,
    expected: [...MEMBERS_ONLY, NO, NO, 1, 1, NO],
  },
  {
    title: 'get_belongings of a person of the other account',
    statement: `select public.get_belongings('${ID.rival}')`,
    expected: [NO, MISSING, 1, MISSING, MISSING, MISSING, MISSING, NO],
  },
  {
    title: 'answer_handovers: the user’s',
    statement: `select public.answer_handovers('pass_on', array['${OWN.handover}']::uuid[])`,
    expected: [NO, STALE, STALE, STALE, 1, STALE, STALE, NO],
  },
  {
    title: 'answer_handovers: the rival’s',
    statement: `select public.answer_handovers('accept', array['${OWN.rivalHandover}']::uuid[])`,
    expected: [NO, STALE, 1, STALE, STALE, STALE, STALE, NO],
  },
  {
    title: 'get_my_handovers of an act that is nobody’s',
    statement: `select public.get_my_handovers('${ID.nobody}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'end_member_sessions of a teammate',
    statement: `select public.end_member_sessions('${ID.colleague}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'end_member_sessions of another admin',
    statement: `select public.end_member_sessions('${ID.deputy}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'end_member_sessions of the admin themselves',
    statement: `select public.end_member_sessions('${ID.admin}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, NO, NO],
  },
  {
    title: 'end_member_sessions of a person of the other account',
    statement: `select public.end_member_sessions('${ID.rival}')`,
    expected: [NO, NO, NO, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'end_member_sessions of an id that does not exist',
    statement: 'select public.end_member_sessions(null)',
    expected: [NO, NO, MISSING, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'remove_member_second_factor of a teammate',
    statement: `select public.remove_member_second_factor('${ID.colleague}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'remove_member_second_factor of the admin themselves',
    statement: `select public.remove_member_second_factor('${ID.admin}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, NO, NO],
  },
  {
    title: 'remove_member_second_factor of a person of the other account',
    statement: `select public.remove_member_second_factor('${ID.rival}')`,
    expected: [NO, NO, NO, NO, NO, NO, MISSING, NO],
  },
  {
    title: 'the auth server’s own end of sessions, past the product',
    statement: `select auth.end_sessions('${ID.colleague}', '${ID.admin}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
  {
    title: 'the auth server’s own removal of factors, past the product',
    statement: `select auth.remove_second_factors('${ID.colleague}', '${ID.admin}')`,
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
