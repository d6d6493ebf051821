import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COST, currencies } from '@/catalogue/fields/money.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { withUse } from '../matching/first-mapping.ts'
import { useLook } from '../matching/use-look.ts'
import { columnName } from '../reading/column-name.ts'
import { costCurrency, withCurrency } from '../reading/cost-currency.ts'
import { type ColumnUse, type ImportTarget, type Mapping, targetOf } from '../reading/mapping.ts'
import { FaultyCells } from './faulty-cells.tsx'
import { WordsOfColumn } from './words-of-column.tsx'

interface ColumnRowProps {
  kind: CatalogueKind
  column: number
  head: readonly string[] | null
  samples: readonly string[]
  mapping: Mapping
  targets: readonly ImportTarget[]
  onChange: (mapping: Mapping) => void
  /** Makes a field of the column. */
  onNew: () => void
}

/** A column, some of what is in it, and what becomes of it. */
export function ColumnRow(props: ColumnRowProps) {
  const { kind, column, head, samples, mapping, targets, onChange, onNew } = props
  const { t } = useTranslation()
  const use = mapping.columns[column] ?? { use: 'out' }
  const target = targetOf(targets, use)
  const look = useLook(column, target)
  const name = columnName(head, column)
  // A field that the user chooses later holds up no other column.
  const [isRead, setRead] = useState(false)
  if (!isRead && (target === null || look !== null)) setRead(true)
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] sm:items-start">
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere font-medium text-sm">
          {name}
        </p>
        <p dir="auto" className="mt-0.5 truncate text-muted-foreground text-xs">
          {samples.length > 0 ? samples.join(' · ') : t('Nothing in it')}
        </p>
      </div>
      <UseSelect
        label={t('Field for {{column}}', { column: name })}
        {...{ use, targets, onNew }}
        onChange={(next) => onChange(withUse(mapping, column, next, targets))}
      />
      {!isRead && <Awaited />}
      {target && look && (
        <div className="flex min-w-0 flex-col gap-3 empty:hidden sm:col-span-2">
          <FaultyCells {...{ look, target, mapping, onChange }} />
          {target.key === COST && <CurrencySelect mapping={mapping} onChange={onChange} />}
          <WordsOfColumn {...{ kind, target, look, mapping, onChange }} />
        </div>
      )}
    </li>
  )
}

interface UseSelectProps {
  label: string
  use: ColumnUse
  targets: readonly ImportTarget[]
  onChange: (use: ColumnUse) => void
  onNew: () => void
}

const NEW = 'new'
const FIELD = 'field '

function UseSelect({ label, use, targets, onChange, onNew }: UseSelectProps) {
  const { t } = useTranslation()
  const mayAdd = useRefusal()('manage-fields', null) === null
  const own = targets.filter(({ key }) => key.startsWith(OWN))
  const others = targets.filter(({ key }) => !key.startsWith(OWN))
  const change = (value: string) => {
    if (value === NEW) return onNew()
    if (value === 'line' || value === 'out') return onChange({ use: value })
    onChange({ use: 'field', key: value.slice(FIELD.length) })
  }
  return (
    <Select
      aria-label={label}
      value={use.use === 'field' ? FIELD + use.key : use.use}
      onChange={({ target }) => change(target.value)}
    >
      <option value="out">{t('Leave out')}</option>
      <option value="line">{t('As a line of the description')}</option>
      {mayAdd && <option value={NEW}>{t('New field…')}</option>}
      <optgroup label={t('Fields')}>
        <Options targets={others} />
      </optgroup>
      {own.length > 0 && (
        <optgroup label={t('Own fields')}>
          <Options targets={own} />
        </optgroup>
      )}
    </Select>
  )
}

function Options({ targets }: { targets: readonly ImportTarget[] }) {
  return targets.map(({ key, label }) => (
    <option key={key} value={FIELD + key}>
      {label}
    </option>
  ))
}

/** The currency of costs that come without one. */
function CurrencySelect({ mapping, onChange }: Pick<ColumnRowProps, 'mapping' | 'onChange'>) {
  const { t } = useTranslation()
  const currency = costCurrency(mapping)
  if (currency === null) return null
  return (
    <Field label={t('Currency')} className="max-w-48">
      <Select
        value={currency}
        onChange={({ target }) => onChange({ ...mapping, words: withCurrency(mapping.words, target.value) })}
      >
        {currencies(currency).map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
    </Field>
  )
}
