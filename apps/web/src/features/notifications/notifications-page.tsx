import { Bell, CheckCheck } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { NotificationFilter } from '@/queries/notifications.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { useInbox } from './inbox/use-inbox.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useNotifications } from './use-notifications.ts'

/** The inbox, and below it the notifications, newest first. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const [filter, choose] = useFilter()
  const notifications = useNotifications(filter)
  const inbox = useInbox()
  const { markOne, markAll } = useMarkRead()
  // The inbox shows before the notifications below it are drawn.
  const hasBelow = useDeferredValue(inbox.isFetched, false)
  return (
    <>
      <PageHeader
        title={t('Inbox')}
        subtitle={t('What waits for you, and what happened to your records, your team and you.')}
        actions={
          <Button
            variant="outline"
            disabledReason={notifications.unread === 0 ? t('You have read everything.') : null}
            onClick={() => markAll(null)}
          >
            <CheckCheck aria-hidden />
            {t('Mark all as read')}
          </Button>
        }
      />
      {inbox.isFetched ? (
        <>
          <InboxSection inbox={inbox} />
          {hasBelow && (
            <Tabs value={filter} onValueChange={choose}>
              <TabsList aria-label={t('Which notifications')}>
                <TabsTrigger value="all">{t('All')}</TabsTrigger>
                <TabsTrigger value="unread">{t('Unread')}</TabsTrigger>
              </TabsList>
              <TabsContent value={filter}>
                <Shown
                  filter={filter}
                  notifications={notifications}
                  onShowAll={() => choose('all')}
                  onRead={markOne}
                />
              </TabsContent>
            </Tabs>
          )}
        </>
      ) : (
        // The tabs would move under the hand once the inbox takes its place above them.
        <ListSkeleton />
      )}
    </>
  )
}

interface ShownProps {
  filter: NotificationFilter
  notifications: ReturnType<typeof useNotifications>
  onShowAll: () => void
  onRead: ReturnType<typeof useMarkRead>['markOne']
}

/** The list, or the notice in its place. */
function Shown({ filter, notifications, onShowAll, onRead }: ShownProps) {
  const { t } = useTranslation()
  const { items, error, isFetching, refetch } = notifications
  if (items === null && error) {
    return (
      <ErrorState
        title={t('Notifications could not be loaded')}
        message={failureReason(error, t)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (items === null) return <ListSkeleton />
  if (items.length > 0) {
    return (
      <>
        <NotificationList notifications={items} onRead={onRead} />
        <OlderRows query={notifications} />
      </>
    )
  }
  if (filter === 'all') {
    return (
      <EmptyState
        icon={Bell}
        title={t('No notifications yet')}
        description={t(
          'You get a notification here when someone makes you an owner or expert, changes something of yours, or joins your team.',
        )}
      />
    )
  }
  return (
    <EmptyState
      icon={CheckCheck}
      title={t('You have read everything')}
      action={
        <Button variant="outline" onClick={onShowAll}>
          {t('Show all')}
        </Button>
      }
    />
  )
}

/** Reads the filter from the address; any other word means all. */
function useFilter(): [NotificationFilter, (filter: string) => void] {
  const [params, setParams] = useSearchParams()
  return [
    params.get('show') === 'unread' ? 'unread' : 'all',
    (filter) => {
      const next = new URLSearchParams(params)
      if (filter === 'unread') next.set('show', 'unread')
      else next.delete('show')
      setParams(next, { replace: true })
    },
  ]
}
