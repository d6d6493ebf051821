import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { handleMissingFile } from '@/shared/boundary/missing-file.tsx'

interface LaterProps {
  /** Stands in its place until its file has come, as large as it: nothing moves. */
  room: ReactNode
  children: ReactNode
}

/** A part of the dashboard whose code is in another file. */
export function Later({ room, children }: LaterProps) {
  const { t } = useTranslation()
  return (
    <ErrorBoundary onError={() => void handleMissingFile(t)}>
      <Suspense fallback={room}>{children}</Suspense>
    </ErrorBoundary>
  )
}
