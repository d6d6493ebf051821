import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { notificationQueries } from '@/queries/notifications.ts'
import { HeaderLink } from './header-link.tsx'

const MAX_SHOWN = 9

/** The link to the notifications, with the number of unread ones. */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data: unread = 0 } = useQuery(notificationQueries.count(useWorkspace()))
  return (
    <HeaderLink
      to="/notifications"
      label={unread > 0 ? t('Notifications, {{unread}} unread', { unread }) : t('Notifications')}
      className="relative"
    >
      <Bell />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 grid max-md:top-1 max-md:right-1 h-4 min-w-4 place-items-center rounded-full bg-primary px-1 font-semibold text-[0.625rem] leading-none text-primary-foreground tabular-nums ring-2 ring-background"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </HeaderLink>
  )
}
