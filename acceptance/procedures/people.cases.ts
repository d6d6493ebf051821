import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { ARRANGED, foreign, MISSING, type ProcedureCase, signedIn } from './case.ts'

const permission = (target_user_id: string, target_account_id: string) => ({
  target_user_id,
  target_account_id,
  new_permission_level: 'manager',
})

/** People: profiles, the directory, members, joining an account and leaving it. */
export const PEOPLE: Record<string, readonly ProcedureCase[]> = {
  get_my_profile: [{ title: 'of the caller', expected: signedIn(1) }],
  get_public_profiles_by_ids: [
    { title: 'Acme’s', args: () => ({ ids: [ID.user, ID.admin] }), expected: [NO, 0, 2, 2, 2, 2, 0] },
    { title: 'the rival’s', args: () => ({ ids: [ID.rival] }), expected: [NO, 0, 0, 0, 0, 0, 1] },
  ],
  get_account_team_member_profiles: [{ title: 'the caller’s own team', expected: [NO, 0, 6, 6, 6, 6, 1] }],
  get_secure_team_member_profiles: [
    {
      title: 'Acme’s',
      args: () => ({ account_id_param: ID.acme }),
      expected: [NO, NO, 6, 6, 6, 6, NO],
    },
    {
      title: 'the rival’s',
      args: () => ({ account_id_param: ID.rivals }),
      expected: [NO, NO, NO, NO, NO, NO, 1],
    },
  ],
  get_member_profile: [
    { title: 'of Acme', args: () => ({ target_user_id: ID.user }), expected: [NO, 0, 1, 1, 1, 1, 0] },
    { title: 'the rival', args: () => ({ target_user_id: ID.rival }), expected: [NO, 0, 0, 0, 0, 0, 1] },
  ],
  open_member_profile: [
    { title: 'of Acme', args: () => ({ target_user_id: ID.user }), expected: [NO, 0, 1, 1, 1, 1, 0] },
    { title: 'the rival', args: () => ({ target_user_id: ID.rival }), expected: [NO, 0, 0, 0, 0, 0, 1] },
  ],
  find_members: [
    {
      title: 'of the caller’s own team',
      args: () => ({}),
      expected: [NO, '0', '6', '6', '6', '8', '2'],
      says: 'total',
    },
  ],
  get_teams: [{ title: 'of the caller’s account', expected: [NO, 0, 1, 1, 1, 1, 1] }],
  save_team: [
    {
      title: 'to the caller’s account',
      args: () => ({ name: 'Team Legal', members: [] }),
      expected: [NO, NO, NO, NO, 'text', 'text', 'text'],
    },
    {
      title: 'of Acme',
      args: () => ({ name: 'Team Money', members: [ID.user], team_id: OWN.team }),
      expected: [NO, NO, NO, NO, 'done', 'done', MISSING],
    },
  ],
  delete_team: [
    {
      title: 'of Acme',
      args: () => ({ team: OWN.team }),
      expected: [NO, NO, NO, NO, 1, 1, MISSING],
    },
  ],
  add_teams_of_departments: [{ title: 'of the caller’s account', expected: [NO, NO, NO, NO, 0, 0, 0] }],
  get_team_departments: [{ title: 'of the caller’s own team', expected: [NO, 0, 0, 0, 0, 2, 1] }],
  get_member_records: [
    {
      title: 'of Acme',
      args: () => ({ target_user_id: ID.user, relation: 'owner' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival',
      args: () => ({ target_user_id: ID.rival, relation: 'owner' }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  get_contact: [
    {
      title: 'of Acme',
      args: () => ({ target_user_id: ID.user }),
      // An answer without an address for members, and no answer for others.
      expected: [NO, 'done', 'null', 'null', 'null', 'null', 'done'],
      says: 'email',
    },
    {
      title: 'the rival',
      args: () => ({ target_user_id: ID.rival }),
      expected: [NO, 'done', 'done', 'done', 'done', 'done', 'null'],
      says: 'email',
    },
  ],
  set_my_contact: [
    {
      title: 'the caller’s own',
      args: () => ({ chat_url: 'https://chat.acme.test', shows_email: true }),
      expected: signedIn('done'),
    },
  ],
  update_privacy_settings: [
    {
      title: 'the caller’s own',
      args: () => ({ email_visible: true, bio_visible: true, job_visible: true, department_visible: true }),
      expected: signedIn('done'),
    },
  ],
  secure_update_user_permission: [
    {
      title: 'of a teammate',
      args: () => permission(ID.colleague, ID.acme),
      expected: [NO, NO, NO, NO, NO, 'done', NO],
    },
    {
      title: 'of the rival',
      args: () => permission(ID.rival, ID.rivals),
      expected: [NO, NO, NO, NO, NO, NO, NO],
    },
  ],
  update_member: [
    {
      title: 'a teammate',
      args: () => ({ target_user_id: ID.colleague, new_name: 'Renamed' }),
      expected: [NO, MISSING, NO, NO, 'done', 'done', MISSING],
    },
    {
      title: 'the rival',
      args: () => ({ target_user_id: ID.rival, new_name: 'Renamed' }),
      expected: foreign(NO),
    },
  ],
  remove_member: [
    {
      title: 'a teammate',
      args: () => ({ target_user_id: ID.colleague }),
      expected: [NO, MISSING, NO, NO, NO, 'done', MISSING],
    },
    {
      title: 'the viewer, who leaves',
      args: () => ({ target_user_id: ID.viewer }),
      expected: [NO, MISSING, 'done', NO, NO, 'done', MISSING],
    },
    {
      title: 'the last admin of the other account',
      args: () => ({ target_user_id: ID.rival }),
      expected: foreign('LA001'),
    },
  ],
  get_belongings: [
    {
      title: 'of the user',
      args: () => ({ target_user_id: ID.user }),
      expected: [NO, MISSING, NO, '1', '1', '1', MISSING],
      says: 'system.total',
    },
    {
      title: 'of the rival',
      args: () => ({ target_user_id: ID.rival, only_owned: true }),
      expected: foreign('1'),
      says: 'system.total',
    },
  ],
  answer_handovers: [
    {
      title: 'of an act that is nobody’s',
      args: () => ({ answer: 'accept', of_act: ID.nobody }),
      expected: signedIn('HO001'),
    },
  ],
  get_my_handovers: [
    {
      title: 'of what the user was handed',
      args: () => ({ of_act: ARRANGED.handoverAct }),
      expected: [NO, '0', '0', '1', '0', '0', '0'],
      says: 'total',
    },
  ],
  get_my_placement: [
    {
      title: 'of the caller, who may be invited',
      expected: [NO, 1, 0, 0, 0, 0, 0],
      former: 0,
      says: 'invitations',
      reveals: true,
    },
  ],
  set_newcomer_admission: [
    {
      title: 'of the caller’s own account',
      args: () => ({ needed: true }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  get_waiting_newcomers: [{ title: 'of the caller’s own account', expected: [NO, NO, NO, NO, NO, 0, 0] }],
  admit_newcomer: [
    {
      title: 'who waits nowhere',
      args: () => ({ target_user_id: ID.former }),
      expected: [NO, NO, NO, NO, NO, MISSING, MISSING],
    },
  ],
  refuse_newcomer: [
    {
      title: 'a member of the other account',
      args: () => ({ target_user_id: ID.rival }),
      expected: [NO, NO, NO, NO, NO, MISSING, MISSING],
    },
  ],
  join_account_of_my_domain: [
    // A public mail provider leads nowhere, and a member who left is not let in again.
    { title: 'of the caller', expected: [NO, 'done', 'text', 'text', 'text', 'text', 'text'] },
  ],
}
