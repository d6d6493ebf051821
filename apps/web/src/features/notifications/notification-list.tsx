import type { Notification } from '@cairn/workspace/port/notifications'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { Card } from '@/ui/layout/card.tsx'
import { byDay, dayLabel } from './days.ts'
import { NotificationRow } from './notification-row.tsx'

interface NotificationListProps {
  notifications: readonly Notification[]
  onRead: (notification: Notification) => void
}

/** Notifications under the days on which they came. */
export function NotificationList({ notifications, onRead }: NotificationListProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  return (
    <div className="flex flex-col gap-5">
      {byDay(notifications).map(({ startMs, items }) => {
        const label = dayLabel(startMs, nowMs, i18n.language, t)
        return (
          <div key={startMs}>
            <h2 className="mb-2 font-medium text-muted-foreground text-sm">{label}</h2>
            <Card>
              <ul aria-label={label} className="divide-y">
                {items.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    nowMs={nowMs}
                    onRead={onRead}
                  />
                ))}
              </ul>
            </Card>
          </div>
        )
      })}
    </div>
  )
}
