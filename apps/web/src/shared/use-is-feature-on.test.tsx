import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { FEATURE_NAMES } from '@cairn/workspace/port/features'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'
import { openDemo } from '@/workspace/demo/open.ts'
import { useIsFeatureOn } from './use-is-feature-on.ts'

test('[SET-41] switches that cannot be read count as none stored: each feature is as accounts usually have it', async () => {
  const demo = openDemo()
  const list = async () => {
    throw new WorkspaceError(phrase('Not on a Sunday.'), { kind: 'unavailable' })
  }
  const workspace: Workspace = { ...demo, features: { ...demo.features, list } }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await queries.prefetchQuery(featureQueries.list(workspace))
  const seen: Record<string, boolean> = {}
  const Screen = () => {
    const isOn = useIsFeatureOn()
    for (const name of FEATURE_NAMES) seen[name] = isOn(name)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <WorkspaceProvider
        workspace={workspace}
        me={{ kind: 'guest', personId: null, account: null, permissionLevel: 'viewer' }}
      >
        <Screen />
      </WorkspaceProvider>
    </QueryClientProvider>,
  )
  expect(seen).toEqual(DEFAULT_FEATURES)
})
