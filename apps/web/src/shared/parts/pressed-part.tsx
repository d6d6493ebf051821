import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from './error-boundary.tsx'
import { tellMissing } from './tell-missing.ts'

interface PressedPartProps {
  /** Whether it was asked for. The next time, code that was missing is asked for again. */
  open: boolean
  /** Stands here while the code is loaded, and where it is missing. */
  fallback?: ReactNode
  /** It cannot be shown, and the user has been told: closes what was to open. */
  onMissing: () => void
  children: ReactNode
}

/** Room for a window or menu that a press opens: where its code is missing, a toast says so. */
export function PressedPart({ open, fallback = null, onMissing, children }: PressedPartProps) {
  const { t } = useTranslation()
  const missing = () => {
    if (!open) return
    void tellMissing(t)
    onMissing()
  }
  return (
    <ErrorBoundary screen={open} fallback={fallback} onError={missing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
