import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { weekdayName } from './weekday-name.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

interface WeekdayChoiceProps {
  /** 1 for Monday to 7. */
  value: readonly number[]
  onChange: (weekdays: readonly number[]) => void
}

/** Days of the week, each a box to tick with the look of a button. */
export function WeekdayChoice({ value, onChange }: WeekdayChoiceProps) {
  const { t, i18n } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('Days')}</legend>
      <div className="flex flex-wrap gap-1">
        {WEEKDAYS.map((weekday) => (
          <label
            key={weekday}
            className="flex h-8 min-w-11 cursor-pointer items-center justify-center rounded-md border border-input bg-card px-2 text-muted-foreground text-sm hover:border-muted-foreground/50 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 max-md:h-10"
          >
            <input
              type="checkbox"
              aria-label={weekdayName(weekday, 'long', i18n.language)}
              checked={value.includes(weekday)}
              onChange={() => onChange([...toggled(value, weekday)].sort((one, other) => one - other))}
              className="sr-only"
            />
            <span aria-hidden>{weekdayName(weekday, 'short', i18n.language)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
