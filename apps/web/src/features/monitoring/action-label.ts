import type { TFunction } from 'i18next'

/** An action of the log in words; one that is not known as it is, with spaces for its underscores (SEC-13). */
export function actionLabel(action: string, t: TFunction): string {
  switch (action) {
    case 'login':
    case 'login_successful':
      return t('Signed in')
    case 'logout':
      return t('Signed out')
    case 'session_ended':
      return t('Session ended')
    case 'failed_login':
      return t('Sign-in failed')
    case 'login_rate_limit_check':
      return t('Locked out after failed sign-ins')
    case 'lock_out_released':
      return t('Lock-out released')
    case 'password_changed':
      return t('Password changed')
    case 'password_change_attempted':
      return t('Password change attempted')
    case 'password_change_failed':
      return t('Password change failed')
    case 'member_joined':
      return t('Member joined')
    case 'member_left':
      return t('Member left')
    case 'member_removed':
      return t('Member removed')
    case 'permission_updated':
      return t('Permission level changed')
    case 'member_sessions_ended':
      return t('Sessions of a member ended')
    case 'member_second_factor_removed':
      return t('Second factor of a member removed')
    case 'profile_viewed':
      return t('Profile viewed')
    case 'invitation_created':
      return t('Invitation sent')
    case 'invitation_accepted':
      return t('Invitation accepted')
    case 'invitation_revoked':
      return t('Invitation revoked')
    case 'newcomer_admitted':
      return t('Newcomer admitted')
    case 'newcomer_refused':
      return t('Newcomer refused')
    case 'newcomer_admission_updated':
      return t('Admission of newcomers changed')
    case 'feature_updated':
      return t('Feature switched')
    case 'appearance_updated':
      return t('Appearance changed')
    case 'system_deleted':
      return t('System deleted')
    case 'solution_deleted':
      return t('Solution deleted')
    case 'agent_deleted':
      return t('Agent deleted')
    case 'automation_deleted':
      return t('Automation deleted')
    case 'article_deleted':
      return t('Article deleted')
    case 'system_restored':
      return t('System restored')
    case 'solution_restored':
      return t('Solution restored')
    case 'agent_restored':
      return t('Agent restored')
    case 'automation_restored':
      return t('Automation restored')
    case 'bin_purged':
      return t('Records purged from the bin')
    case 'bin_expired':
      return t('Old records purged from the bin')
    case 'audit_log_cleaned':
      return t('Old entries of the audit log deleted')
    case 'second_factor_reminder_sent':
      return t('Reminder of the second factor sent')
    case 'team_data_access_failed':
      return t('Team data could not be read')
    default:
      return action.replaceAll('_', ' ')
  }
}
