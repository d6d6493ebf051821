import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from './ago.tsx'

/** How long ago something was; 'Never' for what has not been yet. */
export function Moment({ date }: { date: Date | null }) {
  const { t } = useTranslation()
  const [nowMs] = useState(() => Date.now())
  if (date === null) return <span className="text-muted-foreground">{t('Never')}</span>
  return <Ago date={date} nowMs={nowMs} />
}
