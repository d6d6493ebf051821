import { Suspense } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import type { SuggestionsProps } from './suggestions-content.tsx'

const content = lazyComponent<typeof import('./suggestions-content.tsx'), SuggestionsProps>(
  () => import('./suggestions-content.tsx'),
  ({ Suggestions }) => Suggestions,
)

/** The suggestions of assistants for a record, in its details; nothing where there are none. */
export function SuggestionsCard(props: SuggestionsProps) {
  return (
    <ErrorBoundary fallback={null} screen={props.record.id}>
      <Suspense fallback={null}>
        <content.Component {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
