import type { Inbox, InboxLine } from '@cairn/workspace/port/inbox'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { inboxSentence, inboxTarget } from '@/catalogue/inbox/inbox-words.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { inboxQueries } from '@/queries/inbox.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { CardFailure } from './card-failure.tsx'

/** The top of the user's inbox: all of it is theirs to act on. */
export function AttentionCard() {
  const { t } = useTranslation()
  const isMember = useMe().kind === 'member'
  const { data, error, isFetching, refetch } = useQuery(inboxQueries.top(useWorkspace()))
  if (!isMember) return null
  return (
    <Card aria-busy={isFetching && !data}>
      <CardHeader title={t('Needs your attention')} />
      <CardContent className="pt-2 pb-4">
        {data ? (
          <Top inbox={data} />
        ) : error ? (
          <CardFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-5 w-64 max-w-full" />
        )}
      </CardContent>
    </Card>
  )
}

function Top({ inbox: { lines, total } }: { inbox: Inbox }) {
  const { t } = useTranslation()
  if (total === 0) return <p className="text-muted-foreground text-sm">{t('Nothing at the moment.')}</p>
  return (
    <>
      <ul aria-label={t('Needs your attention')} className="-mx-2 grid gap-x-6 lg:grid-cols-2">
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
      </ul>
      <Link
        to="/notifications"
        className="mt-1 inline-block text-link text-sm underline-offset-4 hover:underline max-md:py-2.5"
      >
        {t('Open the inbox ({{total}})', { total })}
      </Link>
    </>
  )
}

function Line({ line }: { line: InboxLine }) {
  const { t, i18n } = useTranslation()
  return (
    <Link
      to={inboxTarget(line) ?? '/notifications'}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2 py-1 text-sm transition-colors duration-100 hover:bg-muted"
    >
      <span className="wrap-anywhere min-w-0">{inboxSentence(line, t, i18n.language)}</span>
    </Link>
  )
}
