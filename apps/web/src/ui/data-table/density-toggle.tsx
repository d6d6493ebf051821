import { Rows3, Rows4 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseDensity, useDensity } from '@/lib/browser/density.ts'
import { NARROW, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { IconButton } from '../button/icon-button.tsx'

/** Lets the rows of all tables stand further apart. Cards have no rows. */
export function DensityToggle() {
  const { t } = useTranslation()
  const isComfortable = useDensity() === 'comfortable'
  if (useMediaQuery(NARROW)) return null
  return (
    <IconButton
      icon={isComfortable ? Rows3 : Rows4}
      label={t('Comfortable rows')}
      aria-pressed={isComfortable}
      onClick={() => chooseDensity(isComfortable ? 'compact' : 'comfortable')}
      className="aria-pressed:bg-primary-soft aria-pressed:text-link"
    />
  )
}
