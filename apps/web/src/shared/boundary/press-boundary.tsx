import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from './error-boundary.tsx'
import { toastMissingCode } from './toast-missing-code.ts'

interface PressBoundaryProps {
  /** Whether it was asked for. The next time, code that was missing is asked for again. */
  open: boolean
  /** Stands here while the code is loaded, and where it is missing. */
  fallback?: ReactNode
  /** It cannot be shown, and the user has been told: closes what was to open. */
  onMissing: () => void
  children: ReactNode
}

/** Room for a window or menu that a press opens: where its code is missing, a toast says so. */
export function PressBoundary({ open, fallback = null, onMissing, children }: PressBoundaryProps) {
  const { t } = useTranslation()
  const missing = () => {
    if (!open) return
    void toastMissingCode(t)
    onMissing()
  }
  return (
    <ErrorBoundary screen={open} fallback={fallback} onError={missing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
