import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'

interface RemovableChipProps {
  text: string
  /** The label of the button that removes it. */
  removeLabel: string
  onRemove: () => void
  /** The label of its window. */
  label?: string
  /** Renders the content of the window, with the function that closes it; missing where there is nothing to change. */
  children?: (close: () => void) => ReactNode
}

/** An active filter: a press opens what can be changed; its button, Backspace and Delete remove it. */
export function RemovableChip(props: RemovableChipProps) {
  const { text, removeLabel, onRemove, label, children } = props
  const [open, setOpen] = useState(false)
  const removesByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  const words = (
    <span dir="auto" className="block truncate">
      {text}
    </span>
  )
  return (
    <span className="inline-flex h-8 min-w-0 max-w-full shrink-0 items-center rounded-full border border-transparent bg-primary-soft font-medium text-link text-sm max-md:h-10">
      {children === undefined ? (
        <span data-printed className="min-w-0 pr-1 pl-3">
          {words}
        </span>
      ) : (
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger
            data-filter-chip
            data-printed
            onKeyDown={removesByKey}
            className="h-full min-w-0 rounded-l-full pr-1 pl-3"
          >
            {words}
          </PopoverTrigger>
          <PopoverContent aria-label={label}>{children(() => setOpen(false))}</PopoverContent>
        </Popover>
      )}
      <button
        type="button"
        aria-label={removeLabel}
        {...(children === undefined && { 'data-filter-chip': '', onKeyDown: removesByKey })}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-r-full pr-1 opacity-70 hover:opacity-100 max-md:w-10"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
