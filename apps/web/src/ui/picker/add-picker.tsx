import { Plus } from 'lucide-react'
import { Button } from '../button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'
import { ListPicker, type ListSearch, type PickerOption } from './list-picker.tsx'

interface AddPickerProps {
  /** What the button does: 'Add Expert'. */
  label: string
  /** What the list lists, for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** They can be searched however few there are. */
  searchable?: boolean
  /** How others are found, where the options are not all that there are. */
  search?: ListSearch | null
  /** Stands in the place of the list when there is nothing to pick. */
  emptyText: string
  disabledReason?: string | null
  pending?: boolean
  onPick: (id: string) => void
}

/** A button that opens a list to pick from, inside of a dialog. It stays open for several; what is picked leaves it. */
export function AddPicker(props: AddPickerProps) {
  const {
    label,
    listLabel,
    options,
    searchable = false,
    search = null,
    emptyText,
    disabledReason = null,
    pending = false,
    onPick,
  } = props
  const button = (
    <Button variant="outline" size="sm" disabledReason={disabledReason} disabled={pending}>
      <Plus />
      {label}
    </Button>
  )
  if (disabledReason !== null) return button
  return (
    <Popover modal>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent align="end" aria-label={label}>
        <ListPicker
          label={listLabel}
          options={options}
          search={search}
          multiple
          {...(searchable && { searchable })}
          onPick={onPick}
          emptyText={emptyText}
        />
      </PopoverContent>
    </Popover>
  )
}
