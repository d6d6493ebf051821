import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { HOOK, MISSING, type ProcedureCase, signedIn } from './case.ts'

/** Signing in, what admins see of the security, notifications, and what only the server may call. */
export const SECURITY: Record<string, readonly ProcedureCase[]> = {
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
  end_programs: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  follow_groups: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  may_try_providers: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  invitation_of_address: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
  language_of_recipient: [{ title: 'the hook', args: () => ({ event: {} }), expected: HOOK }],
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
  end_member_sessions: [
    {
      title: 'of a teammate',
      args: () => ({ target_user_id: ID.colleague }),
      expected: [NO, NO, NO, NO, NO, 2, MISSING],
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
  request_archive: [{ title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 'text', 'text'] }],
  get_archive_state: [{ title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 'done', 'done'] }],
  get_archive_part: [
    {
      title: 'of Acme',
      args: () => ({ archive: OWN.archive, place: 1 }),
      expected: [NO, NO, NO, NO, NO, 'text', MISSING],
    },
  ],
  delete_archive: [
    {
      title: 'of Acme',
      args: () => ({ archive: OWN.archive }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  start_archive_import: [
    { title: 'of the caller’s account', expected: [NO, NO, NO, NO, NO, 'PT409', 'PT409'] },
  ],
  add_archive_import_part: [
    {
      title: 'of Acme',
      args: () => ({ import: OWN.archiveImport, place: 1, content: 'eA==' }),
      expected: [NO, NO, NO, NO, NO, 'PT409', 'PT409'],
    },
  ],
  submit_archive_import: [
    {
      title: 'of Acme',
      args: () => ({ import: OWN.archiveImport }),
      expected: [NO, NO, NO, NO, NO, MISSING, MISSING],
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
  list_jobs: [{ title: 'of the server', expected: HOOK }],
  retry_failed_jobs: [{ title: 'of the server', expected: HOOK }],
  take_notification_mails: [{ title: 'of all people', expected: HOOK }],
  take_weekly_digests: [{ title: 'of all people', expected: HOOK }],
  tell_of_renewals: [{ title: 'of all records', expected: HOOK }],
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
