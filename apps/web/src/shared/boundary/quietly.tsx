import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

/** What is not there yet, or whose code is missing, leaves its place empty. */
export function Quietly({ screen, children }: { screen: string; children: ReactNode }) {
  return (
    <ErrorBoundary screen={screen} fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
