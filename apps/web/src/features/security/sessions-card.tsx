import type { OwnSession } from '@cairn/workspace/port/security'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { deviceLabel } from '@/shared/device-label.ts'
import { deviceOf } from '@/shared/device-name.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { RowSkeleton } from './card-states.tsx'
import { EndOthersDialog } from './end-others-dialog.tsx'
import { useSecurityChange, useSessions } from './use-security.ts'

/** The sessions of the user, each with a button that ends it. */
export function SessionsCard() {
  const { t } = useTranslation()
  const nowMs = useNow()
  const { data: sessions, error, isFetching, refetch } = useSessions()
  const { change: endOthers, isPending } = useSecurityChange({
    write: (security, endsPrograms: boolean) => security.endOtherSessions({ keepsPrograms: !endsPrograms }),
    done: { title: t('Signed out elsewhere'), description: t('Only this device is still signed in.') },
    failed: t('Error ending sessions'),
  })
  const [isAsked, setAsked] = useState(false)
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Card aria-busy={!sessions && isFetching}>
      <CardHeader
        title={t('Active sessions')}
        description={t('Devices where you are signed in. End any session you do not recognize.')}
        action={
          hasOthers && (
            <Button variant="outline" pending={isPending} onClick={() => setAsked(true)}>
              {t('End all others')}
            </Button>
          )
        }
      />
      <CardContent>
        {!sessions && !error && <RowSkeleton label={t('Loading sessions...')} />}
        {!sessions && error && (
          <LoadFailed
            title={t('Sessions could not be loaded')}
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {sessions && (
          <ShortList label={t('Active sessions')} items={sessions}>
            {(session) => <SessionRow key={session.id} session={session} nowMs={nowMs} />}
          </ShortList>
        )}
      </CardContent>
      {isAsked && (
        <EndOthersDialog
          pending={isPending}
          onEnd={async (endsPrograms) => {
            await endOthers(endsPrograms)
            setAsked(false)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  )
}

const PHONES = ['iPhone', 'Android']

function SessionRow({ session, nowMs }: { session: OwnSession; nowMs: number }) {
  const { t, i18n } = useTranslation()
  const { system } = deviceOf(session.userAgent)
  const device = deviceLabel(session.userAgent, t)
  const { change: end, isPending } = useSecurityChange({
    write: (security, id: string) => security.endSession(id),
    done: { title: t('Session ended'), description: t('{{device}} is signed out.', { device }) },
    failed: t('Error ending session'),
  })
  const Icon = PHONES.includes(system ?? '') ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-sm">
          {device}
          {session.isCurrent && <Badge variant="success">{t('This device')}</Badge>}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {[session.address, t('since {{date}}', { date: formatDateTime(session.signedInAt, i18n.language) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {!session.isCurrent && (
          <p className="text-muted-foreground text-xs">
            {t('Last active')} <Ago date={session.lastUsedAt} nowMs={nowMs} />
          </p>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('End session: {{device}}', { device })}
          pending={isPending}
          onClick={() => void end(session.id)}
        >
          {t('End')}
        </Button>
      )}
    </li>
  )
}
