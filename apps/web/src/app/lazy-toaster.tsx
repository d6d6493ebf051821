import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { toasts } from '@/ui/toast-store.ts'

const load = () => import('@/ui/toaster.tsx')
const Toaster = lazy(async () => ({ default: (await load()).Toaster }))

/**
 * The toaster, loaded with the first pointer, key or focus event: before that there is nothing to tell, and later a lost
 * connection must not keep a toast from being shown.
 */
export function LazyToaster() {
  const hasToasts = useSyncExternalStore(toasts.subscribe, () => toasts.current().length > 0)
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'focusin'] as const
    const leave = () => {
      for (const event of events) removeEventListener(event, preload)
    }
    const preload = () => {
      leave()
      void load().catch(() => undefined)
    }
    for (const event of events) addEventListener(event, preload, { passive: true })
    return leave
  }, [])
  return <Suspense>{hasToasts && <Toaster />}</Suspense>
}
