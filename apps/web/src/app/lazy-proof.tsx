import { Suspense, useSyncExternalStore } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { useSessionState } from '@/session/context.tsx'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { type WaitingWrite, waitingWrite } from '@/shared/proof/with-proof.ts'
import { useWorkspaceOf } from './workspace/workspace-of-session.ts'

const proofDialog = lazyComponent(
  () => import('@/shared/proof/proof-dialog.tsx'),
  (code) => code.ProofDialog,
)

/**
 * The dialog that asks for the password before a write is repeated; its code is loaded when it is needed. Where the code is
 * missing, the write is refused as without a dialog, and the page stays.
 */
export function LazyProof() {
  const write = useSyncExternalStore(waitingWrite.subscribe, waitingWrite.current)
  if (write === null) return null
  return (
    <ErrorBoundary screen={write} fallback={null} onError={() => write.settle(false)}>
      <Suspense>
        <Proof write={write} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** It stands outside of the screens, which hand on the workspace: any of them may ask, the page of an app's consent too. */
function Proof({ write }: { write: WaitingWrite }) {
  const { security } = useWorkspaceOf(useSessionState())
  return <proofDialog.Component prove={security.prove} onDone={write.settle} />
}
