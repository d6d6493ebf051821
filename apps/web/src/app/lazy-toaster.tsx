import { Suspense, useSyncExternalStore } from 'react'
import { useOnFirstTouch } from '@/lib/hooks/use-on-first-touch.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { toasts } from '@/ui/feedback/toast-store.ts'
import { PlainToasts } from './plain-toasts.tsx'

const toaster = lazyComponent(
  () => import('@/ui/feedback/toaster.tsx'),
  (code) => code.Toaster,
)

/**
 * The toaster, loaded with the first pointer, key or focus event: before that there is nothing to tell. Where its code
 * is missing, plain toasts tell the same, and the next toast tries again.
 */
export function LazyToaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  useOnFirstTouch(toaster.preload)
  if (shown.length === 0) return null
  return (
    <ErrorBoundary screen={shown[0]?.id} fallback={<PlainToasts shown={shown} />}>
      <Suspense>
        <toaster.Component />
      </Suspense>
    </ErrorBoundary>
  )
}
