import type { FeatureName } from '@cairn/workspace/port/features'
import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'

/** Says whether the account uses a feature; until that is known, whether accounts usually do. */
export function useIsFeatureOn(): (feature: FeatureName) => boolean {
  const { data: switches = DEFAULT_FEATURES } = useQuery(featureQueries.list(useWorkspace()))
  return (feature) => switches[feature]
}
