import { TOKEN_DAYS, type TokenDays } from '@cairn/workspace/port/tokens'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'

interface EndFieldProps {
  days: TokenDays
  allowsWithoutEnd: boolean
  onChange: (days: TokenDays) => void
}

/** How long a token lasts. */
export function EndField({ days, allowsWithoutEnd, onChange }: EndFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('Expires after')}
      hint={t('You are told 14 days, 7 days and one day before.')}
      className="max-w-72"
    >
      <Select
        value={days ?? ''}
        onChange={({ target }) =>
          onChange(TOKEN_DAYS.find((known) => String(known) === target.value) ?? null)
        }
      >
        {TOKEN_DAYS.map((count) => (
          <option key={count} value={count}>
            {t('{{count}} days', { count, defaultValue_one: '{{count}} day' })}
          </option>
        ))}
        {allowsWithoutEnd && <option value="">{t('No end date')}</option>}
      </Select>
    </Field>
  )
}
