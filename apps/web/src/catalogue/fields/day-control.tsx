import { isDay } from '@/lib/text/dates.ts'
import { Input } from '@/ui/form/input.tsx'

interface DayControlProps {
  'aria-label'?: string
  value: string
  onChange: (value: string) => void
}

/** A day. The browser gives an empty text for a day that is typed in part: such a day must not be taken for none. */
export function DayControl({ value, onChange, ...named }: DayControlProps) {
  const enter = ({ value: day, validity }: HTMLInputElement) => onChange(validity.badInput ? '?' : day)
  return (
    <Input
      {...named}
      type="date"
      min="1900-01-01"
      max="9999-12-31"
      value={isDay(value) ? value : ''}
      onChange={(event) => enter(event.target)}
      onBlur={(event) => event.target.validity.badInput && enter(event.target)}
    />
  )
}
