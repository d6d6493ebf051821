import { Suspense, useSyncExternalStore } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { waitingWrite } from '@/shared/proof/with-proof.ts'

const proofDialog = lazyComponent(
  () => import('@/shared/proof/proof-dialog.tsx'),
  (code) => code.ProofDialog,
)

/** The dialog that asks for the password before a write is repeated; its code is loaded when it is needed. */
export function LazyProof() {
  const write = useSyncExternalStore(waitingWrite.subscribe, waitingWrite.current)
  if (write === null) return null
  return (
    <Suspense>
      <proofDialog.Component onDone={write.settle} />
    </Suspense>
  )
}
