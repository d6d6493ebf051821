import type { Invitations } from '@cairn/workspace/port/invitations'
import { hasRank } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import { Lock, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { invitationQueries } from '@/queries/invitations.ts'
import { AccessDenied } from '@/shared/access-denied.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteAll } from './not-invited.tsx'
import { useInvitationChange } from './use-invitations.ts'

const FIRST = 5
const ALL = 500

/** Open and former invitations of the account, for admins. */
export function InvitationsCard() {
  const { t } = useTranslation()
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  return (
    <div id="invitations" tabIndex={-1} className="scroll-mt-20 outline-none">
      {isAdmin ? (
        <Manage />
      ) : (
        <AccessDenied
          title={t('Invitation Management')}
          reason={t('Only account owners can manage invitations.')}
        />
      )}
    </div>
  )
}

function Manage() {
  const { t } = useTranslation()
  const [historyLimit, setHistoryLimit] = useState(FIRST)
  const { data, error, isFetching, refetch } = useQuery({
    ...invitationQueries.list(useWorkspace(), historyLimit),
    placeholderData: (before: Invitations | undefined) => before,
  })
  return (
    <Card aria-busy={data === undefined && isFetching}>
      <CardHeader
        title={t('Invitation Management')}
        description={t('Everyone who was invited, and the status of each invitation.')}
        action={
          <>
            <Button variant="outline" size="sm" pending={isFetching} onClick={() => void refetch()}>
              {!isFetching && <RotateCw aria-hidden />}
              {t('Refresh')}
            </Button>
            <CleanUp />
          </>
        }
      />
      <CardContent>
        <p className="mb-4 flex gap-2 rounded-md border bg-muted/50 px-3 py-2 text-pretty text-muted-foreground text-sm">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(
            'Addresses are masked so that nobody can read them over your shoulder. An invitation is open for 7 days. The sign-in link in its email works for 48 hours.',
          )}
        </p>
        {data ? (
          <Lists data={data} historyLimit={historyLimit} onShowAll={() => setHistoryLimit(ALL)} />
        ) : error ? (
          <ErrorState
            title={t('The invitations could not be loaded')}
            message={failureReason(error, t)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton className="h-20 rounded-md" />
        )}
      </CardContent>
    </Card>
  )
}

function CleanUp() {
  const { t } = useTranslation()
  const { change: cleanUp, isPending } = useInvitationChange({
    write: (invitations, _: null) => invitations.cleanUp(),
    done: (removed) => ({
      title: t('Enhanced Security Cleanup Completed'),
      description: t('Expired invitations removed: {{removed}}. Old security logs were cleaned.', {
        removed,
      }),
    }),
    failed: { title: t('Cleanup failed') },
  })
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={() => cleanUp(null)}>
      {t('Clean up expired')}
    </Button>
  )
}

interface ListsProps {
  data: Invitations
  historyLimit: number
  onShowAll: () => void
}

function Lists({ data, historyLimit, onShowAll }: ListsProps) {
  const { t } = useTranslation()
  const { active, notInvited, history, ended } = data
  const shown = history.slice(0, historyLimit)
  return (
    <>
      <h3 className="mb-1 font-medium text-sm">{t('Active invitations')}</h3>
      {active.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('No invitations are open.')}</p>
      ) : (
        <ul aria-label={t('Active invitations')} className="divide-y">
          {active.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {notInvited.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-medium text-sm">
            {t('Not invited yet')} ({data.notInvitedInAll})
          </h3>
          <InviteAll people={notInvited} />
          <ul aria-label={t('Not invited yet')} className="divide-y">
            {notInvited.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-5 mb-1 font-medium text-sm">{t('History')}</h3>
      {shown.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('No invitation has ended yet.')}</p>
      ) : (
        <ul aria-label={t('History')} className="divide-y">
          {shown.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {ended > shown.length && historyLimit < ALL && (
        <Button variant="outline" size="sm" className="mt-3" onClick={onShowAll}>
          {t('Show all {{count}}', { count: ended })}
        </Button>
      )}
    </>
  )
}
