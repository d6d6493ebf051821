import type { Run } from '@cairn/workspace/port/records/heartbeats'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDuration } from '@/lib/text/durations.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { runQueries } from '@/queries/runs.ts'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { OUTCOME_LOOKS } from './run-outcomes.ts'

/** The reported runs, the latest first, 50 at a time. */
export function RunsTable({ heartbeatId }: { heartbeatId: string }) {
  const { t } = useTranslation()
  const runs = useInfiniteQuery(runQueries.pages(useWorkspace(), heartbeatId))
  const nowMs = Math.max(useNow(), runs.dataUpdatedAt)
  const rows = runs.data?.pages.flat()
  if (runs.isPending) return <Skeleton className="w-2/3" />
  return (
    <div>
      {rows?.length === 0 && <p className="text-muted-foreground text-sm">{t('No runs are kept.')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className="w-full text-left text-sm tabular-nums">
          <caption className="sr-only">{t('Runs')}</caption>
          <thead className="text-muted-foreground text-xs">
            <tr>
              <Head>{t('Number')}</Head>
              <Head>{t('Outcome')}</Head>
              <Head>{t('When')}</Head>
              <Head>{t('Duration')}</Head>
              <Head className="max-sm:hidden">{t('Exit Code')}</Head>
            </tr>
          </thead>
          {rows.map((run) => (
            <RunRows key={run.number} run={run} nowMs={nowMs} />
          ))}
        </table>
      )}
      <MoreRows query={runs} failed={t('The runs could not be loaded')} />
    </div>
  )
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cn('border-b py-1.5 pr-3 font-medium', className)}>
      {children}
    </th>
  )
}

/** A run, and under it its note, always shown as text. */
function RunRows({ run, nowMs }: { run: Run; nowMs: number }) {
  const { t, i18n } = useTranslation()
  const { number, outcome, at, seconds, exitCode, note } = run
  const { label, icon: Icon, className } = OUTCOME_LOOKS[outcome]
  return (
    <tbody className="border-b">
      <tr>
        <th scope="row" className="py-1.5 pr-3 font-normal">
          {formatNumber(number, i18n.language)}
        </th>
        <td className="py-1.5 pr-3">
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden className={cn('size-4 shrink-0 forced-colors:text-[CanvasText]', className)} />
            {t(label)}
          </span>
        </td>
        <td className="py-1.5 pr-3">
          <Ago date={at} nowMs={nowMs} />
        </td>
        <td className="py-1.5 pr-3">{seconds !== null && formatDuration(seconds, i18n.language)}</td>
        <td className="py-1.5 pr-3 max-sm:hidden">{exitCode}</td>
      </tr>
      {note !== null && (
        <tr>
          <td colSpan={5} className="pb-2">
            <Note text={note} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Shows its first line, or all of it when the user opens it. */
function Note({ text }: { text: string }) {
  const { t } = useTranslation()
  const [first = ''] = text.split('\n')
  return (
    <details className="group/note rounded-md bg-muted/50 px-2 py-1 text-xs">
      <summary className="cursor-pointer max-md:py-1.5">
        <span className="text-muted-foreground">{t('Note')}</span>{' '}
        <code className="ml-1 inline-block max-w-[85%] truncate align-bottom font-mono group-open/note:hidden">
          {first}
        </code>
      </summary>
      <pre className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono">{text}</pre>
    </details>
  )
}
