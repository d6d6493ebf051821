import { Rows3, Rows4 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseDensity, useDensity } from '@/lib/browser/density.ts'
import { NARROW, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { IconButton } from '../button/icon-button.tsx'

/** Lets the rows of all tables stand closer together. Cards have no rows. */
export function DensityToggle() {
  const { t } = useTranslation()
  const isCompact = useDensity() === 'compact'
  if (useMediaQuery(NARROW)) return null
  return (
    <IconButton
      icon={isCompact ? Rows4 : Rows3}
      label={t('Compact rows')}
      aria-pressed={isCompact}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
      className="aria-pressed:bg-primary-soft aria-pressed:text-link"
    />
  )
}
