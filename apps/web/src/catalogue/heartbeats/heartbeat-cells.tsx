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

/** Shows when a record last reported a run, and its state. */
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

/** Shows `shown` until the code is loaded, and where that fails. */
function Until({ shown, children }: { shown: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={shown}>
      <Suspense fallback={shown}>{children}</Suspense>
    </ErrorBoundary>
  )
}
