import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'

/** A part of a card that is loaded when there is something to show. `room` stands in its place until then. */
export function LoadedPart({ room, children }: { room: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary screen="part of a card">
      <Suspense fallback={room}>{children}</Suspense>
    </ErrorBoundary>
  )
}
