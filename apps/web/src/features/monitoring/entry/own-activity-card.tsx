import type { OwnActivity } from '@cairn/workspace/port/audit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { deviceLabel } from '@/shared/device-label.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { actionLabel } from './action-label.ts'

/**
 * The user's own sign-ins and password events: a user who sees one that was not theirs knows that something is wrong.
 */
export function OwnActivityCard() {
  const { t } = useTranslation()
  const nowMs = useNow()
  const query = useQuery(auditQueries.own(useWorkspace()))
  return (
    <LoadedCard
      title={t('Your recent activity')}
      description={t(
        'Your own sign-ins and password changes. If you do not recognize one, change your password.',
      )}
      query={query}
      failure={t('Your activity could not be loaded')}
      lines={3}
    >
      {(activities) =>
        activities.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t('No security events recorded yet.')}</p>
        ) : (
          <ShortList label={t('Your recent activity')} items={activities}>
            {(activity) => <ActivityRow key={activity.id} activity={activity} nowMs={nowMs} />}
          </ShortList>
        )
      }
    </LoadedCard>
  )
}

function ActivityRow({ activity, nowMs }: { activity: OwnActivity; nowMs: number }) {
  const { t } = useTranslation()
  const { action, address, userAgent, at } = activity
  const from = [userAgent && deviceLabel(userAgent, t), address].filter(Boolean).join(' · ')
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-medium text-sm first-letter:uppercase">{actionLabel(action, t)}</p>
        {from && <p className="wrap-anywhere text-muted-foreground text-xs">{from}</p>}
      </div>
      <Ago date={at} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
    </li>
  )
}
