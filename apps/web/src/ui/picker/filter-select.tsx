import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { Select } from '../form/select.tsx'

interface FilterSelectProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  /** The choice that narrows nothing down. */
  all: string
  className?: string
  /** The other choices, `<option>`s. */
  children: ReactNode
}

/** Narrows a list down to one of a few values. */
export function FilterSelect({ label, value, onChange, all, className, children }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className={cn(
        'w-auto max-w-52 truncate print:hidden max-md:min-w-[calc(50%-0.25rem)] max-md:max-w-full max-md:grow',
        className,
      )}
    >
      <option value="">{all}</option>
      {children}
    </Select>
  )
}
