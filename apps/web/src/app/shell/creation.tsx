import { useEffect } from 'react'
import { endCreation, useCreation } from '@/catalogue/form/creation.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'

const createDialog = lazyComponent(
  () => import('../screens/create-dialog.tsx'),
  (code) => code.CreateDialog,
)

/** The form of a new record over any screen; its code is loaded when one is begun. */
export function Creation() {
  const creation = useCreation()
  // The next user begins with nothing.
  useEffect(() => endCreation, [])
  return (
    <PressBoundary open={creation !== null} onMissing={endCreation}>
      {creation !== null && <createDialog.Component creation={creation} />}
    </PressBoundary>
  )
}
