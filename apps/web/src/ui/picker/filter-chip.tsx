import { Check, ChevronDown, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'
import { ListPicker, type PickerOption } from './list-picker.tsx'

export const chipStyle = cn(
  'inline-flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm transition-colors duration-100 max-md:h-10',
  '[&_svg]:size-4 [&_svg]:shrink-0',
)
export const OFF =
  'border-input border-dashed bg-card text-muted-foreground hover:bg-muted hover:text-foreground'
const ON = 'border-transparent bg-primary-soft font-medium text-link'

interface FilterChipProps {
  /** The name of the filter: 'Status'. */
  label: string
  options: readonly PickerOption[]
  chosen: readonly string[]
  /** Whether the values can be searched however few there are. */
  searchable?: boolean
  /** Adds or removes a value. */
  onPick: (id: string) => void
}

/** A filter that keeps items with one of several values: it names the values, and opens the list of them. */
export function FilterChip({ label, options, chosen, searchable = false, onPick }: FilterChipProps) {
  const { t } = useTranslation()
  const isOn = chosen.length > 0
  const values = summaryOf(options.filter(({ id }) => chosen.includes(id)).map((option) => option.label))
  return (
    <Popover>
      <PopoverTrigger data-printed={isOn || undefined} className={cn(chipStyle, isOn ? ON : OFF)}>
        <span className="truncate">{isOn ? t('{{label}}: {{values}}', { label, values }) : label}</span>
        <ChevronDown aria-hidden />
      </PopoverTrigger>
      <PopoverContent aria-label={label}>
        <ListPicker
          label={label}
          options={options}
          chosen={chosen}
          multiple
          {...(searchable && { searchable })}
          onPick={onPick}
          emptyText={t('No matches.')}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Returns the first two of the values, and the number of the others. */
function summaryOf(values: readonly string[]): string {
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
        <SlidersHorizontal aria-hidden />
        <span className="max-[359px]:sr-only">{label}</span>
        {count > 0 && <span className="font-normal text-xs tabular-nums">{count}</span>}
      </PopoverTrigger>
      <PopoverContent aria-label={label}>{children}</PopoverContent>
    </Popover>
  )
}
