import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

const LABELS = new Map<string, Phrase>(
  Object.entries({
    login: phrase('Signed in'),
    login_successful: phrase('Signed in'),
    logout: phrase('Signed out'),
    session_ended: phrase('Session ended'),
    failed_login: phrase('Sign-in failed'),
    login_rate_limit_check: phrase('Locked out after failed sign-ins'),
    lock_out_released: phrase('Lock-out released'),
    password_changed: phrase('Password changed'),
    password_change_attempted: phrase('Password change attempted'),
    password_change_failed: phrase('Password change failed'),
    member_joined: phrase('Member joined'),
    member_left: phrase('Member left'),
    member_removed: phrase('Member removed'),
    permission_updated: phrase('Permission level changed'),
    member_sessions_ended: phrase("Member's sessions ended"),
    member_second_factor_removed: phrase("Member's second factor removed"),
    profile_viewed: phrase('Profile viewed'),
    invitation_created: phrase('Invitation sent'),
    invitation_accepted: phrase('Invitation accepted'),
    invitation_revoked: phrase('Invitation revoked'),
    newcomer_admitted: phrase('Newcomer admitted'),
    newcomer_refused: phrase('Newcomer declined'),
    newcomer_admission_updated: phrase('Admission of newcomers changed'),
    feature_updated: phrase('Feature switched'),
    own_field_added: phrase('Field added'),
    own_field_changed: phrase('Field changed'),
    own_field_retired: phrase('Field retired'),
    own_field_brought_back: phrase('Field brought back'),
    own_field_deleted: phrase('Field deleted'),
    own_field_restored: phrase('Field restored'),
    appearance_updated: phrase('Appearance changed'),
    system_deleted: phrase('System deleted'),
    solution_deleted: phrase('Solution deleted'),
    agent_deleted: phrase('Agent deleted'),
    automation_deleted: phrase('Automation deleted'),
    article_deleted: phrase('Article deleted'),
    system_restored: phrase('System restored'),
    solution_restored: phrase('Solution restored'),
    agent_restored: phrase('Agent restored'),
    automation_restored: phrase('Automation restored'),
    bin_purged: phrase('Records purged from the bin'),
    bin_expired: phrase('Old records purged from the bin'),
    records_exported: phrase('Records exported'),
    archive_requested: phrase('Archive of the account made'),
    archive_downloaded: phrase('Archive downloaded'),
    archive_deleted: phrase('Archive deleted'),
    audit_log_cleaned: phrase('Old entries of the audit log deleted'),
    second_factor_reminder_sent: phrase('Second-factor reminder sent'),
    team_data_access_failed: phrase('Team data could not be read'),
  }),
)

/** An action of the log in words; one that is not known as it is, with spaces for its underscores (SEC-13). */
export function actionLabel(action: string, t: TFunction): string {
  const label = LABELS.get(action)
  return label === undefined ? action.replaceAll('_', ' ') : t(label)
}
