import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { toggled } from '@/lib/toggled.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'
import { useFieldControl } from '../form/field.tsx'
import { controlStyle } from '../form/input.tsx'
import { ListPicker, type PickerOption } from './list-picker.tsx'

interface ChoicesButtonProps {
  /** The label of the list for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** The ids of the chosen options. */
  value: readonly string[]
  /** The text while none is chosen. */
  placeholder: string
  onChange: (ids: readonly string[]) => void
  emptyText: string
}

/** A choice of several options from a list, which stays open; inside a `Field` it is labelled by it. */
export function ChoicesButton(props: ChoicesButtonProps) {
  const { listLabel, options, value, placeholder, onChange, emptyText } = props
  const [open, setOpen] = useState(false)
  const control = useFieldControl()
  const chosen = options.filter(({ id }) => value.includes(id))
  return (
    <Popover modal open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          {...control}
          {...(control.id === undefined && { 'aria-label': listLabel })}
          type="button"
          role="combobox"
          aria-expanded={open}
          className={cn(
            controlStyle,
            'flex min-h-8 items-center gap-2 px-2.5 py-1 text-left max-md:min-h-10',
          )}
        >
          <span
            dir="auto"
            className={cn('min-w-0 flex-1', chosen.length === 0 && 'truncate text-muted-foreground')}
          >
            {chosen.map(({ label }) => label).join(', ') || placeholder}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent aria-label={listLabel} className="w-(--radix-popover-trigger-width) min-w-64">
        <ListPicker
          label={listLabel}
          options={options}
          chosen={value}
          multiple
          onPick={(id) => onChange(toggled(value, id))}
          emptyText={emptyText}
        />
      </PopoverContent>
    </Popover>
  )
}
