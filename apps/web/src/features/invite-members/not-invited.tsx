import type { Invitation, InvitedPeople } from '@cairn/workspace/port/invitations'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import { useInvitationChange } from './use-invitations.ts'

/** People of an archive are invited when an admin wants it. */
function useInvite() {
  const { t } = useTranslation()
  return useInvitationChange({
    write: (invitations, ids: readonly string[]) => invitations.invite(ids),
    done: (answer) => toastOf(answer, t),
    failed: { title: t('Error sending invitation') },
  })
}

function toastOf({ invited, unsent }: InvitedPeople, t: TFunction): ToastInput {
  const title = t('{{count}} people invited', {
    count: invited.length,
    defaultValue_one: '{{count}} person invited',
  })
  if (unsent.length === 0) return { title }
  return {
    variant: 'destructive',
    title,
    description: t('{{count}} mails could not be sent.', {
      count: unsent.length,
      defaultValue_one: '{{count}} mail could not be sent.',
    }),
  }
}

/** Invites all who are shown, after a question: each of them gets a mail. */
export function InviteAll({ people }: { people: readonly Invitation[] }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { change: invite, isPending } = useInvite()
  const label = t('Invite {{count}} people', {
    count: people.length,
    defaultValue_one: 'Invite {{count}} person',
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-pretty text-muted-foreground text-sm">
        {t('They came with an archive and keep what they own. Invitations count towards the daily limit.')}
      </p>
      {people.length > 1 && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Invite the people who are listed?')}
        description={t('Each of them gets an email.')}
        confirmLabel={label}
        pending={isPending}
        onConfirm={() =>
          invite(
            people.map(({ id }) => id),
            { onSettled: () => setAsking(false) },
          )
        }
      />
    </div>
  )
}

/** The actions for one person who is not invited yet. */
export function NotInvitedActions({ invitation: { id, name } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { change: invite, isPending: isInviting } = useInvite()
  const { change: remove, isPending: isRemoving } = useInvitationChange({
    write: (invitations, of: string) => invitations.revoke(of),
    done: () => ({ title: t('{{name}} was removed', { name }) }),
    failed: { title: t('Error removing {{name}}', { name }) },
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        pending={isInviting}
        aria-label={t('Invite {{name}}', { name })}
        onClick={() => invite([id])}
      >
        {t('Invite')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Remove {{name}}', { name })}
        onClick={() => setAsking(true)}
        className="text-destructive-foreground"
      >
        {t('Remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Remove {{name}} from the list?', { name })}
        description={t('What they own has no owner then. You can still invite them by their address.')}
        confirmLabel={t('Remove')}
        destructive
        pending={isRemoving}
        onConfirm={() => remove(id, { onSettled: () => setAsking(false) })}
      />
    </div>
  )
}
