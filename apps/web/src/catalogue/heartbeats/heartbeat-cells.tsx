import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { Moment } from '@/ui/display/moment.tsx'
import type { LastReportProps, LastRunsProps } from './list-cells.tsx'

const code = () => import('./list-cells.tsx')
const lastReport = lazyComponent<typeof import('./list-cells.tsx'), LastReportProps>(
  code,
  ({ LastReport }) => LastReport,
)
const lastRuns = lazyComponent<typeof import('./list-cells.tsx'), LastRunsProps>(
  code,
  ({ LastRuns }) => LastRuns,
)

/** When a record last reported that it ran, and how it is. */
export function LastReportCell(props: LastReportProps) {
  return (
    <Until shown={<Moment date={props.own} />}>
      <lastReport.Component {...props} />
    </Until>
  )
}

/** The last runs of a record. */
export function LastRunsCell(props: LastRunsProps) {
  return (
    <Until shown={null}>
      <lastRuns.Component {...props} />
    </Until>
  )
}

/** What stands there until the code has come, and where it is missing. */
function Until({ shown, children }: { shown: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={shown}>
      <Suspense fallback={shown}>{children}</Suspense>
    </ErrorBoundary>
  )
}
