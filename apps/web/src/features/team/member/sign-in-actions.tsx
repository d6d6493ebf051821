import type { MemberProfile } from '@cairn/workspace/port/team'
import { useTranslation } from 'react-i18next'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useEndSessions, useRemoveSecondFactor } from './use-change-member.ts'

/** The actions of admins on the sign-in of another member: for a lost device, and for a lost authenticator app. */
export function SignInActions({ member: { id, name } }: { member: MemberProfile }) {
  const { t } = useTranslation()
  const sessions = useEndSessions(name)
  const factor = useRemoveSecondFactor(name)
  return (
    <>
      <ConfirmedAction
        label={t('End all sessions')}
        title={t('End all sessions of {{name}}?', { name })}
        description={t(
          'This signs them out on every device immediately. They can sign in again. It is recorded in the audit log.',
        )}
        confirmLabel={t('End sessions')}
        pending={sessions.isSaving}
        onConfirm={(close) => sessions.save(id, { onSettled: close })}
      />
      <ConfirmedAction
        label={t('Remove second factor')}
        title={t('Remove the second factor of {{name}}?', { name })}
        description={t(
          'They sign in with their password alone until they add another. Their recovery codes stop working too. Make sure that the request really comes from them. This is recorded in the audit log.',
        )}
        confirmLabel={t('Remove second factor')}
        pending={factor.isSaving}
        onConfirm={(close) => factor.save(id, { onSettled: close })}
      />
    </>
  )
}
