import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { featureName } from '@/features/not-found/disabled-feature.ts'
import { FeatureDisabled } from '@/features/not-found/feature-disabled.tsx'
import { useWorkspace } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'

type SwitchedFeature = 'systems' | 'automations' | 'agents' | 'solutions'

/** The screens of a feature, or the word that the account has switched it off. */
function FeatureGate({ feature }: { feature: SwitchedFeature }) {
  const { t } = useTranslation()
  const features = useQuery(featureQueries.list(useWorkspace()))
  return features.data?.[feature] === false ? <FeatureDisabled name={featureName(feature, t)} /> : <Outlet />
}

/** The gates, one for each feature that an account can switch off. */
export const SystemsGate = () => <FeatureGate feature="systems" />
export const AutomationsGate = () => <FeatureGate feature="automations" />
export const AgentsGate = () => <FeatureGate feature="agents" />
export const SolutionsGate = () => <FeatureGate feature="solutions" />
