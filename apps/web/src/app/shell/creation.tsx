import { useEffect } from 'react'
import { endCreation, useCreation } from '@/catalogue/form/creation.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { Window } from '@/shared/boundary/window.tsx'

const createDialog = lazyComponent(
  () => import('../screens/create-dialog.tsx'),
  (code) => code.CreateDialog,
)

/** The form of a new record over any screen. */
export function Creation() {
  const creation = useCreation()
  // The next user begins with nothing.
  useEffect(() => endCreation, [])
  if (creation === null) return null
  return (
    <Window onClose={endCreation}>
      <createDialog.Component creation={creation} />
    </Window>
  )
}
