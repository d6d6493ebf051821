import { Check, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'

export const chipStyle = cn(
  'inline-flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm transition-colors duration-100 max-md:h-10',
  '[&_svg]:size-4 [&_svg]:shrink-0',
)
export const OFF =
  'border-input border-dashed bg-card text-muted-foreground hover:bg-muted hover:text-foreground'
const ON = 'border-transparent bg-primary-soft font-medium text-link'

/** Returns the first two of the values, and the number of the others. */
export function summaryOf(values: readonly string[]): string {
  const more = values.length - 2
  return values.slice(0, 2).join(', ') + (more > 0 ? ` +${more}` : '')
}

interface ToggleChipProps {
  label: string
  /** The formatted number of items that it keeps; null for none. */
  count?: string | null
  pressed: boolean
  onPress: () => void
}

/** A filter that is on or off. */
export function ToggleChip({ label, count = null, pressed, onPress }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-printed={pressed || undefined}
      onClick={onPress}
      className={cn(chipStyle, 'shrink-0 whitespace-nowrap', pressed ? ON : OFF)}
    >
      {pressed && <Check aria-hidden />}
      {label}
      {count !== null && <span className="font-normal text-xs tabular-nums">{count}</span>}
    </button>
  )
}

interface FilterMenuProps {
  label: string
  /** The number of active filters. */
  count: number
  /** The chips. */
  children: ReactNode
}

/** All filters behind one button, where a line has no room for them; it shows how many are active. */
export function FilterMenu({ label, count, children }: FilterMenuProps) {
  return (
    <Popover>
      <PopoverTrigger className={cn(chipStyle, count > 0 ? ON : OFF)}>
        <ListFilter aria-hidden />
        <span className="max-[479px]:sr-only">{label}</span>
        {count > 0 && <span className="font-normal text-xs tabular-nums">{count}</span>}
      </PopoverTrigger>
      <PopoverContent aria-label={label}>{children}</PopoverContent>
    </Popover>
  )
}
