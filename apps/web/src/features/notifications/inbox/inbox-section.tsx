import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuiet } from '@/catalogue/inbox/use-quiet.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card } from '@/ui/layout/card.tsx'
import { useLineSteps } from './inbox-keys.ts'
import { InboxRow } from './inbox-row.tsx'
import { SnoozedLines } from './snoozed-lines.tsx'
import type { useInbox } from './use-inbox.ts'

/** More lines than a window has room for: the others are drawn once these are seen. */
const DRAWN_AT_ONCE = 20

/** The inbox: lists what waits for the user, the most urgent first. Nothing where nothing waits. */
export function InboxSection({ inbox }: { inbox: ReturnType<typeof useInbox> }) {
  const { t, i18n } = useTranslation()
  // All lines are drawn again with it, a few at a time.
  const nowMs = useDeferredValue(useNow())
  const list = useKeptFocus<HTMLUListElement>()
  useLineSteps(list.ref)
  const { quiet } = useQuiet()
  const drawn = useDeferredValue(inbox.data?.lines.length ?? 0, DRAWN_AT_ONCE)
  const { data, error, isFetching, isPlaceholderData, refetch, onMore } = inbox
  if (error && !data) {
    return (
      <div className="mb-6">
        <ErrorState
          title={t('The inbox could not be loaded')}
          message={failureReason(error, t)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    )
  }
  if (!data || data.lines.length + data.snoozed.length === 0) return null
  const label = t('Waiting for you')
  const unseen = data.total - data.lines.length
  return (
    <section aria-label={label} className="mb-6">
      <h2 className="mb-2 flex items-baseline gap-2 font-medium text-muted-foreground text-sm">
        {label}
        <span className="text-xs tabular-nums">{formatNumber(data.total, i18n.language)}</span>
      </h2>
      {data.lines.length > 0 && (
        <Card>
          <ul {...list} aria-label={label} className="divide-y">
            {data.lines.slice(0, Math.max(drawn, DRAWN_AT_ONCE)).map((line) => (
              <InboxRow key={line.id} line={line} nowMs={nowMs} quiet={quiet} />
            ))}
          </ul>
        </Card>
      )}
      {unseen > 0 && onMore !== null && (
        <Button variant="outline" size="sm" className="mt-2" pending={isPlaceholderData} onClick={onMore}>
          {t('Show more')}
        </Button>
      )}
      {unseen > 0 && onMore === null && (
        <p className="mt-2 text-muted-foreground text-xs">
          {t('{{count}} more appear once these are done.', {
            count: unseen,
            defaultValue_one: '{{count}} more appears once these are done.',
          })}
        </p>
      )}
      <SnoozedLines snoozed={data.snoozed} onBringBack={quiet.snooze} />
    </section>
  )
}
