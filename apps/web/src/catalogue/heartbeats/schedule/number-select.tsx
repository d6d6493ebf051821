import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'

interface NumberSelectProps {
  label: string
  numbers: readonly number[]
  value: number
  /** Stands as one more choice at the end, for 0. */
  zero?: string
  onChange: (number: number) => void
}

/** A choice of one among some numbers. */
export function NumberSelect({ label, numbers, value, zero, onChange }: NumberSelectProps) {
  return (
    <Field label={label}>
      <Select className="min-w-20" value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
        {zero !== undefined && <option value={0}>{zero}</option>}
      </Select>
    </Field>
  )
}
