import { useEffect } from 'react'
import { endCreation, useCreation } from '@/catalogue/creation.ts'
import { part } from '@/lib/part.ts'
import { PressedPart } from '@/shared/parts/pressed-part.tsx'

const createDialog = part(async () => (await import('../screens/create-dialog.tsx')).CreateDialog)

/** The form of a new record over any screen; its code is loaded when one is begun. */
export function Creation() {
  const creation = useCreation()
  // The next user begins with nothing.
  useEffect(() => endCreation, [])
  return (
    <PressedPart open={creation !== null} onMissing={endCreation}>
      {creation !== null && <createDialog.Component creation={creation} />}
    </PressedPart>
  )
}
