import type { ConnectedApp } from '@cairn/workspace/port/connected-apps'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { scopeSentences } from './scope-words.ts'

/** The apps that the user lets act for them, each with a button that ends it. Nothing where the server knows no apps. */
export function ConnectedAppsCard() {
  const { t } = useTranslation()
  const nowMs = useNow()
  const { data: apps, error, isFetching, refetch } = useQuery(securityQueries.connectedApps(useWorkspace()))
  if (apps === null) return null
  return (
    <Card aria-busy={!apps && isFetching}>
      <CardHeader
        title={t('Connected Apps')}
        description={t('Programs that can act on your behalf. Disconnected apps lose access immediately.')}
      />
      <CardContent>
        {!apps && !error && <Skeleton className="h-8" />}
        {!apps && error && (
          <LoadFailed
            title={t('Connected apps could not be loaded')}
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {apps?.length === 0 && (
          <p className="text-muted-foreground text-sm">{t('You have connected no apps.')}</p>
        )}
        {apps && apps.length > 0 && (
          <ShortList label={t('Connected Apps')} items={apps}>
            {(app) => <AppRow key={app.app.clientId} connected={app} nowMs={nowMs} />}
          </ShortList>
        )}
      </CardContent>
    </Card>
  )
}

function AppRow({ connected, nowMs }: { connected: ConnectedApp; nowMs: number }) {
  const { t, i18n } = useTranslation()
  const { app, scopes, connectedAt, lastUsedAt } = connected
  const { end, isPending } = useEndApp()
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Plug aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 font-medium text-sm">
          {app.name}
          {!app.isVerified && <Badge variant="outline">{app.host ?? t('Not checked')}</Badge>}
        </p>
        <p className="text-pretty text-muted-foreground text-xs">{scopeSentences(scopes, t).join(' · ')}</p>
        <p className="text-muted-foreground text-xs">
          {t('since {{date}}', { date: formatDateTime(connectedAt, i18n.language) })}
          {lastUsedAt !== null && (
            <>
              {' · '}
              {t('Last active')} <Ago date={lastUsedAt} nowMs={nowMs} />
            </>
          )}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('End access of {{app}}', { app: app.name })}
        pending={isPending}
        onClick={() => end(connected)}
      >
        {t('End')}
      </Button>
    </li>
  )
}

/** Ends the access of an app. */
function useEndApp() {
  const { t } = useTranslation()
  const { security } = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ app }: ConnectedApp) => security.apps.disconnectApp(app.clientId),
    onSuccess(_done, { app }) {
      toast({
        title: t('Access ended'),
        description: t('{{app}} can do nothing for you any more.', { app: app.name }),
      })
      return queries.invalidateQueries({ queryKey: securityQueries.all })
    },
    onError: (error) => toast(failureToast(error, { title: t('Access could not be ended') }, t)),
  })
  return { end: mutate, isPending }
}
