import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { useTranslation } from 'react-i18next'
import { perLanguage } from '@/lib/text/per-language.ts'
import { Select } from '@/ui/form/select.tsx'
import { COST, CURRENCY, currencies, currencyOf } from './money.ts'
import { NumberControl } from './number-control.tsx'

const currencyNames = perLanguage((language) => new Intl.DisplayNames(language, { type: 'currency' }))

interface MoneyControlProps {
  /** Values of a record, the cost and its currency among them. */
  values: FieldValues
  onChange: (values: FieldValues) => void
}

/** A cost and its currency on one line. */
export function MoneyControl({ values, onChange }: MoneyControlProps) {
  const { t, i18n } = useTranslation()
  const currency = currencyOf(values)
  const { [COST]: amount, ...others } = values
  const nameOf = (code: string) => currencyNames(i18n.language).of(code) ?? code
  return (
    <span className="flex gap-2">
      <NumberControl
        unit=""
        value={amount}
        onChange={(entered) =>
          onChange(entered === undefined ? others : { ...others, [COST]: entered, [CURRENCY]: currency })
        }
      />
      <Select
        id={undefined}
        aria-invalid={false}
        aria-describedby={undefined}
        aria-label={t('Currency')}
        className="w-24 shrink-0"
        value={currency}
        onChange={({ target }) => onChange({ ...values, [CURRENCY]: target.value })}
      >
        {currencies(currency).map((code) => (
          <option key={code} value={code} title={nameOf(code)}>
            {code}
          </option>
        ))}
      </Select>
    </span>
  )
}
