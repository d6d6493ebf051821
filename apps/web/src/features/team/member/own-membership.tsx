import type { Handover } from '@cairn/workspace/port/records/handovers'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { useSessionStore } from '@/session/context.tsx'
import { useSave } from '@/shared/form/use-save.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { HandoverDialog } from '../handover/handover-dialog.tsx'
import { useHandover } from '../handover/use-handover.ts'

/** The membership of the user: a link to their details, and the button to leave. */
export function OwnMembership() {
  const { t } = useTranslation()
  const { personId, account } = useMe()
  const { team } = useWorkspace()
  const session = useSessionStore()
  const { asked, isAsking, ask, closing } = useHandover(personId ?? '', false)
  const { save, isSaving } = useSave({
    write: ({ id, handover }: { id: string; handover: Handover | undefined }) => team.remove(id, handover),
    done: { title: t('You have left the account') },
    failed: { title: t('Error leaving the account') },
    onSaved: () => session.rereadMembership(),
  })
  if (personId === null || account === null) return null
  return (
    <Card>
      <CardHeader title={t('Your Membership')} description={t('Edit your own details in your profile.')} />
      <CardContent className="flex flex-wrap gap-2">
        <Button asChild variant="outline">
          <Link to="/profile">{t('Edit your details')}</Link>
        </Button>
        <Button
          variant="outline"
          pending={isAsking}
          onClick={() => ask()}
          className="text-destructive-foreground"
        >
          {t('Leave account')}
        </Button>
        <HandoverDialog
          person={{ id: personId, name: t('You') }}
          {...asked}
          title={t('Leave {{account}}?', { account: account.name })}
          description={t(
            'You lose access immediately and can return only by invitation. What you registered stays. What you own is left without an owner.',
          )}
          confirmLabel={t('Leave account')}
          destructive
          pending={isSaving}
          onConfirm={(handover) => save({ id: personId, handover }, closing)}
        />
      </CardContent>
    </Card>
  )
}
