import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from './context.tsx'
import type { FeatureName } from './port/features.ts'
import { featureQueries } from './queries/features.ts'
import { DEFAULT_FEATURES } from './rules/features.ts'

/** Says whether the account uses a feature; until that is known, whether accounts usually do. */
export function useIsFeatureOn(): (feature: FeatureName) => boolean {
  const { data: switches = DEFAULT_FEATURES } = useQuery(featureQueries.list(useWorkspace()))
  return (feature) => switches[feature]
}
