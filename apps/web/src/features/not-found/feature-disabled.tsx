import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ReturnHome } from './return-home.tsx'

/** A feature that this account has switched off, or that this installation does not have. */
export function FeatureDisabled({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <ReturnHome
      icon={Ban}
      title={t('Feature Disabled')}
      text={t('The {{feature}} feature is currently disabled. Please contact your administrator.', {
        feature: name,
      })}
    />
  )
}
