import type { Placement } from '@cairn/workspace/port/joining'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { joiningQueries } from '@/queries/joining.ts'
import { useSessionStore } from '@/session/context.tsx'
import { useJoining } from '@/shared/joining/use-joining.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { DomainCard, InvitationCard } from './offers.tsx'

/** The screens about the user alone. */
const WITHOUT_ACCOUNT = ['/profile', '/settings']

/**
 * Stands before the screens of a user without an account. Asks where they belong while there is something to choose, or
 * says that they wait to be admitted, or
 * that their membership has ended.
 */
export function PlacementGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { data: placement, isPending } = useQuery(joiningQueries.placement(useWorkspace()))
  if (WITHOUT_ACCOUNT.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return children
  if (isPending) return <LoadingScreen text={t('Loading...')} className="min-h-64" />
  if (!placement) return children
  if (placement.waitingFor !== null) return <Waiting account={placement.waitingFor} placement={placement} />
  if (placement.invitations.length > 0 || placement.domain !== null) return <Choice placement={placement} />
  return placement.formerAccount === null ? children : <NoLongerMember account={placement.formerAccount} />
}

function Choice({ placement }: { placement: Placement }) {
  const { t } = useTranslation()
  const { invitations, domain } = placement
  const isChoice = invitations.length + (domain ? 1 : 0) > 1
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={isChoice ? t('Where do you belong?') : t('One more step')}
        subtitle={t('You do not belong to an account yet. You can belong to one account at a time.')}
      />
      <Invitations placement={placement} />
      {domain && <DomainCard offer={domain} />}
    </div>
  )
}

function Invitations({ placement: { invitations } }: { placement: Placement }) {
  return invitations.map((invitation) => <InvitationCard key={invitation.id} invitation={invitation} />)
}

function NoLongerMember({ account }: { account: string }) {
  const { t } = useTranslation()
  const session = useSessionStore()
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('You no longer belong to {{account}}', { account })} />
      <Card>
        <CardContent className="flex flex-col items-start gap-4 py-5">
          <p>
            {t(
              'Your membership has ended, so you no longer see anything in this account. If this is a mistake, ask one of its admins.',
            )}
          </p>
          <Button onClick={() => void session.signOut()}>{t('Log out')}</Button>
        </CardContent>
      </Card>
    </div>
  )
}

function Waiting({ account, placement }: { account: string; placement: Placement }) {
  const { t } = useTranslation()
  const { change: checkAgain, isPending } = useJoining({
    write: (joining) => joining.joinDomain(null),
    failed: t('Error joining'),
    onDone(joined) {
      if (joined) window.location.reload()
      else toast({ title: t('Not yet'), description: t('No admin has admitted you yet.') })
    },
  })
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('Waiting to be admitted')} />
      <Card className="mb-4">
        <CardContent className="flex flex-col items-start gap-4 pt-5 text-sm">
          <p>
            {t(
              'The admins of {{account}} admit newcomers one by one. They know that you are waiting. You will see the account once one of them admits you.',
              { account },
            )}
          </p>
          <Button variant="outline" pending={isPending} onClick={() => checkAgain(undefined)}>
            {t('Check again')}
          </Button>
        </CardContent>
      </Card>
      <Invitations placement={placement} />
    </div>
  )
}
