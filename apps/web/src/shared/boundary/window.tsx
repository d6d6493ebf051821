import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from './error-boundary.tsx'
import { handleMissingFile } from './missing-file.tsx'

interface WindowProps {
  /** It cannot be shown: closes what was to open. */
  onClose: () => void
  children: ReactNode
}

/** Room for a window over the screen, whose code is in a file of its own. */
export function Window({ onClose, children }: WindowProps) {
  const { t } = useTranslation()
  const close = () => {
    void handleMissingFile(t)
    onClose()
  }
  return (
    <ErrorBoundary onError={close}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
