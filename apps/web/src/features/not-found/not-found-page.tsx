import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { disabledFeatureOf } from './disabled-feature.ts'
import { FeatureDisabled } from './feature-disabled.tsx'
import { ReturnHome } from './return-home.tsx'

/** The screen of every path without a route. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const { pathname, state } = useLocation()
  const disabled = disabledFeatureOf(pathname, state, t)
  if (disabled !== null) return <FeatureDisabled name={disabled} />
  return (
    <ReturnHome
      icon={Compass}
      code={t('404')}
      title={t('Page Not Found')}
      text={t("The page you're looking for doesn't exist or has been moved.")}
    />
  )
}
