import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'

interface RemovableChipProps {
  text: string
  /** The label of the button that removes it. */
  removeLabel: string
  onRemove: () => void
  /** The label of its window. */
  label: string
  /** Renders the content of the window, with the function that closes it. */
  children: (close: () => void) => ReactNode
}

/** An active filter: a press opens it; its button, Backspace and Delete remove it. */
export function RemovableChip(props: RemovableChipProps) {
  const { text, removeLabel, onRemove, label, children } = props
  const [open, setOpen] = useState(false)
  return (
    <span className="inline-flex h-8 min-w-0 max-w-full items-center rounded-full bg-primary-soft font-medium text-link text-sm max-md:h-10">
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger
          data-filter-chip
          data-printed
          onKeyDown={(event) => {
            if (event.key !== 'Backspace' && event.key !== 'Delete') return
            event.preventDefault()
            onRemove()
          }}
          className="h-full min-w-0 rounded-l-full pr-1 pl-3"
        >
          <span dir="auto" className="block truncate">
            {text}
          </span>
        </PopoverTrigger>
        <PopoverContent aria-label={label}>{children(() => setOpen(false))}</PopoverContent>
      </Popover>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-r-full pr-1 opacity-70 hover:opacity-100 max-md:w-10"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
