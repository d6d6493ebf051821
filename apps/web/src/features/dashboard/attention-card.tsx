import {
  ATTENTION_COUNTED_UP_TO,
  ATTENTION_REASONS,
  type Attention,
  type AttentionGroup,
  type AttentionReason,
} from '@cairn/workspace/port/dashboard'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

/** The lists in which all of it stands: the search part of a catalogue's address. */
const LISTS: Record<AttentionReason, string> = {
  mine: '?owner=me',
  ownerless: '?owner=none',
  maintenance: '?status=maintenance',
  late: '?status=active&sort=lastRun',
}

/** What of the account needs the user: their own records, and those for which something is to be done. */
export function AttentionCard() {
  const { t } = useTranslation()
  const isMember = useMe().kind === 'member'
  const { data, error, isFetching, refetch } = useQuery(dashboardQueries.attention(useWorkspace()))
  if (!isMember) return null
  return (
    <Card aria-busy={isFetching && !data}>
      <CardHeader title={t('What needs you')} />
      <CardContent className="pb-4">
        {data ? (
          <Reasons attention={data} />
        ) : error ? (
          <p role="alert" className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
            {failureReason(error, t)}
            <Button variant="link" pending={isFetching} onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-5 w-64 max-w-full" />
        )}
      </CardContent>
    </Card>
  )
}

function Reasons({ attention: { reasons } }: { attention: Attention }) {
  const { t } = useTranslation()
  const present = ATTENTION_REASONS.flatMap((reason) => {
    const group = reasons[reason]
    // One that is just being deleted is no longer among the items.
    return group && group.items.length > 0 ? [{ reason, group }] : []
  })
  if (present.length === 0) {
    return <p className="text-muted-foreground text-sm">{t('Nothing at the moment.')}</p>
  }
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {present.map(({ reason, group }) => (
        <Reason key={reason} reason={reason} group={group} />
      ))}
    </div>
  )
}

function Reason({ reason, group }: { reason: AttentionReason; group: AttentionGroup }) {
  const { t } = useTranslation()
  const label = useReasonLabel(reason)
  const { total, kinds, items } = group
  const isMore = total > ATTENTION_COUNTED_UP_TO
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-2 font-medium text-muted-foreground text-xs">
        {label}
        <span className="tabular-nums">{isMore ? `${ATTENTION_COUNTED_UP_TO}+` : total}</span>
      </h3>
      <ul className="-mx-2 mt-1">
        {items.map(({ kind, id, name }) => {
          const Icon = KINDS[kind].icon
          return (
            <li key={id}>
              <Link
                to={recordPath({ kind, id })}
                className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100 hover:bg-muted"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {total > items.length && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
          {kinds.map((kind) => (
            <Link
              key={kind}
              to={`${CATALOGUES[kind].path}${LISTS[reason]}`}
              className="text-link underline-offset-4 hover:underline"
            >
              {t('All {{things}}', { things: t(CATALOGUES[kind].title) })}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}

function useReasonLabel(reason: AttentionReason): string {
  const { t } = useTranslation()
  switch (reason) {
    case 'mine':
      return t('Yours')
    case 'ownerless':
      return t('Without an owner')
    case 'maintenance':
      return t('In maintenance')
    case 'late':
      return t('Late: no run for 30 days')
  }
}
