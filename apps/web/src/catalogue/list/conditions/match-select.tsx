import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { useTranslation } from 'react-i18next'
import { Select } from '@/ui/form/select.tsx'

interface MatchSelectProps {
  match: Conditions['match']
  onChange: (match: Conditions['match']) => void
}

/** Whether all conditions have to hold, or any. */
export function MatchSelect({ match, onChange }: MatchSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('Which filters have to hold')}
      value={match}
      onChange={({ target }) => onChange(target.value === 'any' ? 'any' : 'all')}
      className="w-auto"
    >
      <option value="all">{t('All of')}</option>
      <option value="any">{t('Any of')}</option>
    </Select>
  )
}
