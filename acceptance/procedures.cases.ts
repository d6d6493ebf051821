import { ID } from '../supabase/tests/support/cast.ts'
import { type Expected, NO, type Outcome } from './support/matrix.ts'

/** The secret parts of links, as the invited got them by mail. */
export interface Tokens {
  /** Of Acme's invitation to `unplaced`. */
  acme: string
  rivals: string
}

export interface ProcedureCase {
  title: string
  args?: (tokens: Tokens) => object
  expected: Expected
  former?: Outcome
  /** The field of the answer that says whether it worked, or the way to it: `system.total`. */
  says?: string
  /** The answer is meant to reveal something of Acme to a caller who has the secret. */
  reveals?: true
}

/** What a test puts in place for these cases beside the cast. */
export const ARRANGED = {
  /** In the bin of Acme; made by `user`. */
  binned: '00000000-0000-4000-8000-0000000005c1',
  rivalBinned: '00000000-0000-4000-8000-0000000005c2',
  /** What `user` did in bulk: made `viewer` an expert of Ledger. */
  bulkAct: '00000000-0000-4000-8000-0000000005c3',
  /** The act that handed Archive to `user`. */
  handoverAct: '00000000-0000-4000-8000-0000000005c4',
} as const

/** Only the auth server calls hooks. */
const HOOK: Expected = [NO, NO, NO, NO, NO, NO, NO]
/** The same for every signed-in caller, about themselves or their own account. */
const signedIn = (outcome: Outcome): Expected => [NO, outcome, outcome, outcome, outcome, outcome, outcome]
const MISSING = 'PT404'
/** The answer about a stranger is the same as about an id that does not exist. */
const foreign = (rival: Outcome): Expected => [NO, MISSING, MISSING, MISSING, MISSING, MISSING, rival]

const invite = {
  email_param: 'nina@new.test',
  name_param: 'Nina',
  job_role_param: 'Designer',
  department_param: 'Design',
  permission_level_param: 'user',
}
const permission = (target_user_id: string, target_account_id: string) => ({
  target_user_id,
  target_account_id,
  new_permission_level: 'manager',
})
const effects = (id_param: string) => ({ kind_param: 'system', id_param })

/** Every procedure of the exposed schema, about Acme and, where it has an argument for it, about the other account. */
export const PROCEDURES: Record<string, readonly ProcedureCase[]> = {
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
  get_invitations: [
    {
      title: 'of the caller’s own account',
      expected: [NO, NO, NO, NO, NO, 2, 1],
      says: 'active',
    },
  ],
  renew_invitation: [
    {
      title: 'of Acme',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  withdraw_invitation: [
    {
      title: 'of Acme',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  get_dashboard_counts: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_news: [
    { title: 'of the caller’s account', args: () => ({ within_seconds: 10 }), expected: signedIn('done') },
  ],
  get_attention: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_recent_activity: [{ title: 'of the caller’s account', expected: [NO, 0, 8, 8, 8, 8, 4] }],
  get_deletion_effects: [
    { title: 'of Acme’s system', args: () => effects(ID.ledger), expected: [NO, 0, 3, 3, 3, 3, 0] },
    { title: 'of the rival’s', args: () => effects(ID.rivalSystem), expected: [NO, 0, 0, 0, 0, 0, 3] },
  ],
  search_workspace: [
    {
      title: 'what is Acme’s',
      args: () => ({ query: 'ledger' }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
      says: 'results',
    },
    {
      title: 'what is the rival’s',
      args: () => ({ query: 'secret' }),
      expected: [NO, 0, 0, 0, 0, 0, 5],
      says: 'results',
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
  accept_my_invitation: [
    {
      title: 'another person’s',
      args: () => ({ invitation_id_param: ID.invitation }),
      expected: signedIn('false'),
      says: 'success',
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
  find_records: [
    {
      title: 'of Acme',
      args: () => ({ kind: 'system', query: 'ledger' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival',
      args: () => ({ kind: 'solution', query: 'secret' }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  signup_domain_status: [
    {
      title: 'Acme’s domain',
      args: () => ({ domain_param: 'acme.test' }),
      expected: ['false', 'false', 'false', 'false', 'false', 'false', 'false'],
      says: 'first',
    },
  ],
  take_public_mail_domains: [
    { title: 'the server’s own', args: () => ({ fingerprint_param: 'x', domains: [] }), expected: HOOK },
  ],
  before_user_created: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  invitation_of_address: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  language_of_recipient: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  get_bin: [
    { title: 'of the caller’s account', expected: [NO, '0', '1', '1', '1', '1', '1'], says: 'total' },
  ],
  restore_from_bin: [
    {
      title: 'of Acme’s',
      args: () => ({ ids: [ARRANGED.binned] }),
      expected: [NO, MISSING, NO, 1, 1, 1, MISSING],
      says: 'restored',
    },
    {
      title: 'what is not in it',
      args: () => ({ ids: [ID.rivalSystem] }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, MISSING],
    },
  ],
  get_deletion_impact: [
    {
      title: 'of a system of Acme’s',
      args: () => ({ kind_param: 'system', ids: [ID.ledger] }),
      expected: [NO, 0, 2, 2, 2, 2, 0],
    },
  ],
  delete_records: [
    {
      title: 'of the rival’s',
      args: () => ({ kind_param: 'system', ids: [ID.rivalSystem] }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, 1],
    },
  ],
  purge_bin: [
    {
      title: 'of Acme’s',
      args: () => ({ ids: [ARRANGED.binned] }),
      expected: [NO, NO, NO, NO, NO, 1, 0],
    },
    {
      title: 'what is in no bin',
      args: () => ({ ids: [ID.rivalSystem] }),
      expected: [NO, NO, NO, NO, NO, 0, 0],
    },
  ],
  get_gaps: [
    {
      title: 'of the caller’s account',
      expected: [NO, 'undefined', '1', '1', '1', '1', '1'],
      says: 'system.handover_pending',
    },
  ],
  get_invited_people: [
    // Viewers name no owners, so they see only those who own something already.
    { title: 'of the caller’s account', expected: [NO, 0, 0, 2, 2, 2, 1] },
  ],
  preview_bulk: [
    {
      title: 'of Acme’s',
      args: () => ({ kind: 'system', action: 'delete', query: 'ledger' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival’s',
      args: () => ({ kind: 'system', action: 'delete', ids: [ID.rivalSystem] }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  change_in_bulk: [
    {
      title: 'what the user made',
      args: () => ({ kind: 'system', action: 'status', value: 'deprecated', ids: [ID.billing] }),
      expected: [NO, '0', '0', '1', '1', '1', '0'],
      says: 'changes',
    },
    {
      title: 'what is the rival’s',
      args: () => ({ kind: 'system', action: 'delete', ids: [ID.rivalSystem] }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'changes',
    },
  ],
  undo_bulk: [
    {
      title: 'of the user’s',
      args: () => ({ act_param: ARRANGED.bulkAct }),
      expected: [NO, MISSING, MISSING, 1, MISSING, MISSING, MISSING],
    },
  ],
  delete_expired: [
    {
      title: 'the history',
      args: () => ({ what: 'history', keep_days: 1000 }),
      expected: HOOK,
    },
  ],
  password_verification_attempt: [
    {
      title: 'the hook',
      args: () => ({ event: { user_id: ID.admin, valid: false } }),
      expected: HOOK,
    },
  ],
  check_login_rate_limit: [
    {
      title: 'of an Acme address',
      args: () => ({ email_param: 'ada@acme.test', ip_param: null }),
      expected: ['true', 'true', 'true', 'true', 'true', 'true', 'true'],
      says: 'allowed',
    },
  ],
  log_successful_login: [
    {
      title: 'of the admin',
      args: () => ({ email_param: 'ada@acme.test' }),
      expected: signedIn('done'),
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
  join_account_of_my_domain: [
    // A public mail provider leads nowhere, and a member who left is not let in again.
    { title: 'of the caller', expected: [NO, 'done', 'text', 'text', 'text', 'text', 'text'] },
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
  end_member_sessions: [
    {
      title: 'of a teammate',
      args: () => ({ target_user_id: ID.colleague }),
      expected: [NO, NO, NO, NO, NO, 1, MISSING],
    },
    {
      title: 'of the rival',
      args: () => ({ target_user_id: ID.rival }),
      expected: [NO, NO, NO, NO, NO, MISSING, NO],
    },
  ],
  remove_member_second_factor: [
    {
      title: 'of a teammate',
      args: () => ({ target_user_id: ID.colleague }),
      expected: [NO, NO, NO, NO, NO, 1, MISSING],
    },
    {
      title: 'of the rival',
      args: () => ({ target_user_id: ID.rival }),
      expected: [NO, NO, NO, NO, NO, MISSING, NO],
    },
  ],
  get_security_overview: [
    { title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 'done', 'done'] },
  ],
  get_audit_log: [
    {
      title: 'of the caller’s account',
      args: () => ({ action_param: 'profile_viewed' }),
      expected: [NO, NO, NO, NO, NO, 1, 1],
    },
    {
      title: 'for a person of Acme',
      args: () => ({ person_param: ID.user }),
      expected: [NO, NO, NO, NO, NO, 2, 0],
    },
  ],
  get_audit_filters: [
    { title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 6, 1], says: 'people' },
  ],
  remind_of_second_factor: [
    {
      title: 'a member of Acme',
      args: () => ({ user_id_param: ID.user }),
      expected: [NO, NO, NO, NO, NO, 'true', 'false'],
    },
  ],
  release_lock_out: [
    {
      title: 'of a member of Acme',
      args: () => ({ user_id_param: ID.user }),
      expected: [NO, NO, NO, NO, NO, 'true', 'false'],
    },
  ],
  get_my_security_activity: [{ title: 'of the caller', expected: [NO, 0, 0, 1, 0, 0, 0] }],
  log_security_event_enhanced: [
    {
      title: 'of the caller',
      args: () => ({ p_action: 'password_changed', p_resource_type: 'user_account', p_severity: 'high' }),
      expected: signedIn('done'),
    },
  ],
  take_notification_mails: [{ title: 'of all people', expected: HOOK }],
  take_weekly_digests: [{ title: 'of all people', expected: HOOK }],
  stop_mails: [
    {
      title: 'of another person',
      args: () => ({ person_param: ID.user, mails_param: 'email' }),
      expected: HOOK,
    },
  ],
  get_my_notifications: [{ title: 'of the caller', expected: [NO, 0, 0, 1, 0, 0, 1] }],
  unread_notification_count: [{ title: 'of the caller', expected: [NO, 0, 0, 1, 0, 0, 1] }],
  mark_all_notifications_read: [{ title: 'of the caller', expected: [NO, 0, 0, 1, 0, 0, 1] }],
  check_password_history: [
    {
      title: 'of the caller, as a member of Acme',
      args: () => ({ user_id_param: ID.user, new_password_hash: 'y' }),
      expected: [NO, NO, NO, 'true', NO, NO, NO],
    },
  ],
}

/** Every server function. They hand on what the procedures say. */
export const SERVER_FUNCTIONS: Record<string, readonly ProcedureCase[]> = {
  'validate-invitation': [
    {
      title: 'Acme’s, with its token',
      args: ({ acme }) => ({ token: acme }),
      expected: ['true', 'true', 'true', 'true', 'true', 'true', 'true'],
      says: 'valid',
      reveals: true,
    },
  ],
  'accept-invitation': [
    {
      title: 'Acme’s, with its token and address',
      args: ({ acme }) => ({ token: acme, userEmail: 'lou@gmail.com' }),
      expected: [NO, 'true', 'false', 'false', 'false', 'false', 'false'],
      former: 'false',
      says: 'success',
      reveals: true,
    },
    {
      title: 'the rival’s, with its token and address',
      args: ({ rivals }) => ({ token: rivals, userEmail: 'zed@else.test' }),
      expected: signedIn('false'),
      says: 'success',
    },
  ],
}
