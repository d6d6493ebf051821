import { WorkspaceError } from '@cairn/workspace/errors'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { failureReason } from './failure-toast.ts'

interface LoadedCardProps<Data> {
  title: string
  description: string
  query: UseQueryResult<Data>
  /** The sentence for data that could not be loaded. */
  failure: string
  /** The number of lines it will have, so that nothing jumps when they come. */
  lines: number
  /** The content at the right of the title. */
  action?: ReactNode
  children: (data: Data) => ReactNode
}

/** A card whose content has to be loaded first. */
export function LoadedCard<Data>(props: LoadedCardProps<Data>) {
  const { title, description, action, query, failure, lines, children } = props
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader title={title} description={description} action={action} />
      <CardContent>
        {query.data !== undefined ? (
          children(query.data)
        ) : query.isError ? (
          <Failure query={query} title={failure} />
        ) : (
          <Lines count={lines} />
        )}
      </CardContent>
    </Card>
  )
}

function Failure({ query, title }: { query: UseQueryResult<unknown>; title: string }) {
  const { t } = useTranslation()
  const { error } = query
  return (
    <ErrorState
      title={title}
      message={error instanceof WorkspaceError ? errorMessage(error, t) : failureReason(error, t)}
      requestId={error instanceof WorkspaceError ? error.requestId : null}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}

function Lines({ count }: { count: number }) {
  return (
    <div className="flex flex-col">
      {Array.from({ length: count }, (_, index) => `line-${index}`).map((key) => (
        <div key={key} className="flex h-14 flex-col justify-center gap-2">
          <Skeleton className="w-40 max-w-full" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}
