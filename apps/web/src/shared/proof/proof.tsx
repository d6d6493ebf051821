import { useSyncExternalStore } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { Window } from '../boundary/window.tsx'
import { waitingWrite } from './with-proof.ts'

const proofDialog = lazyComponent(
  () => import('./proof-dialog.tsx'),
  (code) => code.ProofDialog,
)

/**
 * Room for the dialog that asks for the password before a write is repeated. Stands once in the page. Where its file is
 * missing, the write is refused as without a dialog.
 */
export function Proof({ prove }: { prove: (password: string) => Promise<void> }) {
  const write = useSyncExternalStore(waitingWrite.subscribe, waitingWrite.current)
  if (write === null) return null
  return (
    <Window onClose={() => write.settle(false)}>
      <proofDialog.Component prove={prove} onDone={write.settle} />
    </Window>
  )
}
