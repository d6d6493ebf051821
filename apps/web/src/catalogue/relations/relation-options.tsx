import { useTranslation } from 'react-i18next'
import { RELATION_CHOICES } from './relation-words.ts'

/** The relations that can be added, as options of a select. */
export function RelationOptions() {
  const { t } = useTranslation()
  return RELATION_CHOICES.map(({ id, label }) => (
    <option key={id} value={id}>
      {t(label)}
    </option>
  ))
}
