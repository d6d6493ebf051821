import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'
import { useFieldControl } from '../form/field.tsx'
import { controlStyle } from '../form/input.tsx'
import { ListPicker, type ListSearch, type PickerOption } from './list-picker.tsx'

interface ChoiceButtonProps {
  /** The label of the list for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** The id of the chosen option; null for none. */
  value: string | null
  /** The chosen option, where it may be none of the options. */
  known?: PickerOption | null
  /** The text while none is chosen; it is no option. */
  placeholder?: string
  onChange: (id: string) => void
  /** The search for others, where the options are not complete. */
  search?: ListSearch | null
  onBlur?: () => void
  /** Whether the chosen option is invalid. */
  isWrong?: boolean
  emptyText: string
  ref?: Ref<HTMLButtonElement>
}

/** A choice of one option from a list that can be searched; inside a `Field` it is labelled by it. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const { listLabel, options, value, placeholder = '', onChange, search = null } = props
  const { isWrong = false, onBlur, emptyText, ref } = props
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    // A search that stays would hide the chosen option when the list opens again, and on the button.
    if (!next) search?.onType('')
  }
  const control = useFieldControl()
  const { chosen, remember } = useChosen(props)
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
            if (isArrow(event)) setOpen(true)
          }}
          className={cn(controlStyle, 'flex h-8 items-center gap-2 px-2.5 text-left max-md:h-10')}
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
            remember(id)
            onChange(id)
            show(false)
          }}
          emptyText={emptyText}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Returns the chosen option. An option that was found and chosen is shown also when the search continues. */
function useChosen({ options, value, known, search = null }: ChoiceButtonProps) {
  const [picked, setPicked] = useState<PickerOption | null>(null)
  const optionOf = (id: string | null) => options.find((option) => option.id === id)
  return {
    chosen: optionOf(value) ?? (search && picked?.id === value ? picked : (known ?? undefined)),
    remember: (id: string) => setPicked(optionOf(id) ?? null),
  }
}

/** Whether a key opens the list; the page does not scroll then. */
function isArrow(event: KeyboardEvent): boolean {
  const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (opens) event.preventDefault()
  return opens
}
