import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

/** Shows nothing for content that is still loading, or whose code is missing. */
export function Quietly({ screen, children }: { screen: string; children: ReactNode }) {
  return (
    <ErrorBoundary screen={screen} fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
