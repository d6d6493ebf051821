import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { rememberPath } from '@/lib/address/return-path.ts'
import { useSessionState } from '@/session/context.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { type Preload, PreloadProvider } from '../shell/navigation/preload.ts'
import { secondFactorPage } from './pages.ts'

interface ProtectedProps {
  preload: Preload
}

/**
 * Shows its routes to signed-in users and guests. A visitor is redirected to /auth, loads no screen, and returns after
 * signing in. A user whose second factor is required verifies it in place of the screen.
 */
export function Protected({ preload }: ProtectedProps) {
  const { t } = useTranslation()
  const state = useSessionState()
  const location = useLocation()
  if (state.status === 'anonymous') {
    return <Navigate to="/auth" replace state={state.reason === 'left' ? null : rememberPath(location)} />
  }
  const waiting = <LoadingScreen text={t('Loading authentication...')} />
  if (state.status === 'second-factor') {
    return (
      <Suspense fallback={waiting}>
        <secondFactorPage.Component />
      </Suspense>
    )
  }
  // Shell and screen load in parallel, and while the session is still being restored.
  preload(location.pathname)
  if (state.status === 'loading') return waiting
  return (
    <PreloadProvider value={preload}>
      <Suspense fallback={waiting}>
        <Outlet />
      </Suspense>
    </PreloadProvider>
  )
}
