import { ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { useFieldControl } from './field.tsx'
import { controlLook } from './input.tsx'
import { ListPicker, type ListSearch, type PickerOption } from './list-picker.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

interface ChoiceButtonProps {
  /** What is picked, for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** The id of the option that is chosen; null while none is. */
  value: string | null
  /** What stands there then; it is no option. */
  placeholder?: string
  onChange: (id: string) => void
  /** How others are found, where the options are not all that there are. */
  search?: ListSearch | null
  onBlur?: () => void
  /** What is chosen cannot stay. */
  isWrong?: boolean
  emptyText: string
  ref?: Ref<HTMLButtonElement>
}

/** A choice of one from a list that can be searched; inside a `Field` it is labelled by it. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const { listLabel, options, value, placeholder = '', onChange, search = null } = props
  const { isWrong = false, onBlur, emptyText, ref } = props
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    // Left as it was, a search would hide what is chosen from the next look at the list, and from the button.
    if (!next) search?.onType('')
  }
  const control = useFieldControl()
  // What was found and chosen is shown also when the search goes on.
  const [picked, setPicked] = useState<PickerOption | null>(null)
  const chosen =
    options.find(({ id }) => id === value) ?? (search && picked?.id === value ? picked : undefined)
  return (
    <Popover modal open={open} onOpenChange={show}>
      <PopoverTrigger asChild>
        <button
          {...control}
          {...(control.id === undefined && { 'aria-label': listLabel })}
          {...(isWrong && { 'aria-invalid': true })}
          ref={ref}
          type="button"
          role="combobox"
          aria-expanded={open}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            setOpen(true)
          }}
          className={cn(controlLook, 'flex h-8 items-center gap-2 px-2.5 text-left max-md:h-10')}
        >
          {chosen?.leading}
          <span
            dir="auto"
            className={cn(
              'min-w-0 flex-1 truncate',
              (chosen === undefined || chosen.muted) && 'text-muted-foreground',
            )}
          >
            {chosen?.label ?? placeholder}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent aria-label={listLabel} className="w-(--radix-popover-trigger-width) min-w-64">
        <ListPicker
          label={listLabel}
          options={options}
          chosen={value === null ? [] : [value]}
          searchable
          search={search}
          onPick={(id) => {
            setPicked(options.find((option) => option.id === id) ?? null)
            onChange(id)
            show(false)
          }}
          emptyText={emptyText}
        />
      </PopoverContent>
    </Popover>
  )
}
