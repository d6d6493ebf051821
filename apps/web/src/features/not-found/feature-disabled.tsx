import type { TFunction } from 'i18next'
import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ReturnHome } from './return-home.tsx'

/** A feature that this account has switched off, or that this installation does not have. */
export function FeatureDisabled({ name }: { name: string }) {
  const { t } = useTranslation()
  return <ReturnHome icon={Ban} title={t('Feature Disabled')} text={featureIsDisabled(name, t)} />
}

/** The same where it is a part of a screen. */
export function FeatureDisabledCard({ name }: { name: string }) {
  const { t } = useTranslation()
  return <EmptyState icon={Ban} title={t('Feature Disabled')} description={featureIsDisabled(name, t)} />
}

function featureIsDisabled(feature: string, t: TFunction): string {
  return t('The {{feature}} feature is currently disabled. Please contact your administrator.', { feature })
}
