import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { ListPicker, type ListSearch, type PickerOption } from './list-picker.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

interface AddPickerProps {
  /** What the button does: 'Add Expert'. */
  label: string
  /** What the list lists, for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** How others are found, where the options are not all that there are. */
  search?: ListSearch | null
  /** Stands in the place of the list when there is nothing to pick. */
  emptyText: string
  disabledReason?: string | null
  pending?: boolean
  onPick: (id: string) => void
}

/** A button that opens a list to pick one entry from, inside of a dialog. */
export function AddPicker(props: AddPickerProps) {
  const {
    label,
    listLabel,
    options,
    search = null,
    emptyText,
    disabledReason = null,
    pending = false,
    onPick,
  } = props
  const [open, setOpen] = useState(false)
  const button = (
    <Button variant="outline" size="sm" disabledReason={disabledReason} disabled={pending}>
      <Plus />
      {label}
    </Button>
  )
  if (disabledReason !== null) return button
  return (
    <Popover modal open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent align="end" aria-label={label}>
        <ListPicker
          label={listLabel}
          options={options}
          search={search}
          onPick={({ id }) => {
            onPick(id)
            setOpen(false)
          }}
          emptyText={emptyText}
        />
      </PopoverContent>
    </Popover>
  )
}
