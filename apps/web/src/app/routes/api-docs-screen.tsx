import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ApiDocsPage } from '@/features/api-docs/api-docs-page.tsx'
import { OwnFieldsSection } from '@/features/api-docs/own-fields.tsx'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { createQueryClient } from '@/queries/query-client.ts'
import { useSessionState } from '@/session/context.tsx'
import { meOf } from '@/session/session-state.ts'
import { useWorkspaceOf } from '../workspace/workspace-of-session.ts'

/** The reference of the API, for everybody; members see the own fields of their account in it. */
export function ApiDocsScreen() {
  const { status } = useSessionState()
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ApiDocsPage
        ownFields={
          status === 'signed-in' && (
            <Suspense>
              <OwnFieldsOfMember />
            </Suspense>
          )
        }
      />
    </QueryClientProvider>
  )
}

function OwnFieldsOfMember() {
  const state = useSessionState()
  return (
    <WorkspaceProvider workspace={useWorkspaceOf(state)} me={meOf(state)}>
      <OwnFieldsSection />
    </WorkspaceProvider>
  )
}
