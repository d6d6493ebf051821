import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseNumber, typedNumber } from '@/lib/text/numbers.ts'
import { perLanguage } from '@/lib/text/per-language.ts'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'

const UNITS = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'week', seconds: 604_800 },
] as const
type Unit = (typeof UNITS)[number]

interface DurationFieldProps {
  label: string
  hint?: string
  /** Seconds; 0 while what is typed is no number. */
  value: number
  onChange: (seconds: number) => void
  problem: string | null
}

/** A number of minutes, hours, days or weeks. */
export function DurationField({ label, hint, value, onChange, problem }: DurationFieldProps) {
  const { t, i18n } = useTranslation()
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? typedNumber(value / unit.seconds, i18n.language)
  const change = (text: string, { seconds }: Unit) => {
    setTyped(text)
    onChange(Math.round((parseNumber(text, i18n.language) ?? 0) * seconds))
  }
  return (
    <Field label={label} hint={hint} error={problem}>
      <span className="flex gap-2">
        <Input
          inputMode="decimal"
          className="w-24"
          value={shown}
          onChange={({ target }) => change(target.value, unit)}
          onBlur={() => setTyped(null)}
        />
        <Select
          id={undefined}
          aria-invalid={false}
          aria-describedby={undefined}
          aria-label={t('Unit')}
          className="w-36"
          value={unit.unit}
          onChange={({ target }) => {
            const next = UNITS.find((each) => each.unit === target.value) ?? unit
            setUnit(next)
            change(shown, next)
          }}
        >
          {UNITS.map((each) => (
            <option key={each.unit} value={each.unit}>
              {unitName(each, value / unit.seconds, i18n.language)}
            </option>
          ))}
        </Select>
      </span>
    </Field>
  )
}

/** The largest unit of which it is a whole number. */
function unitOf(seconds: number): Unit {
  return UNITS.findLast((each) => seconds > 0 && seconds % each.seconds === 0) ?? UNITS[0]
}

const unitFormats = perLanguage((language) =>
  perLanguage((unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })),
)

/** The name of a unit as it stands after a number: 'hours' after 2. */
function unitName({ unit }: Unit, count: number, language: string): string {
  const parts = unitFormats(language)(unit).formatToParts(count)
  return parts.find(({ type }) => type === 'unit')?.value ?? unit
}
