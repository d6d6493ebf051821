import { useTranslation } from 'react-i18next'
import type { ChangedValue } from './describe-change.ts'

/** 'Inactive → Active'; what only came or went says so, and what happened is said as it is. */
export function ValueChange({ before, after, isEvent }: Omit<ChangedValue, 'label'>) {
  const { t } = useTranslation()
  if (isEvent) return <span className="text-foreground">{after}</span>
  if (before === null && after === null) return <span>{t('nothing')}</span>
  if (before === null) {
    return (
      <>
        {t('added')} <ins className="text-foreground no-underline">{after}</ins>
      </>
    )
  }
  if (after === null) {
    return (
      <>
        {t('removed')} <del>{before}</del>
      </>
    )
  }
  return (
    <>
      <span className="sr-only">{t('from')} </span>
      <del>{before}</del> <span aria-hidden>→</span>
      <span className="sr-only"> {t('to')}</span> <ins className="text-foreground no-underline">{after}</ins>
    </>
  )
}
