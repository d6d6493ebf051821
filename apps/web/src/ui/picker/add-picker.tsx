import { Plus } from 'lucide-react'
import { Button } from '../button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../floating/popover.tsx'
import { ListPicker, type ListSearch, type PickerOption } from './list-picker.tsx'

interface AddPickerProps {
  /** The label of the button: 'Add Expert'. */
  label: string
  /** The label of the list for a screen reader. */
  listLabel: string
  options: readonly PickerOption[]
  /** Whether the options can be searched however few there are. */
  searchable?: boolean
  /** The search for others, where the options are not complete. */
  search?: ListSearch | null
  /** The text in place of the list when there is nothing to pick. */
  emptyText: string
  disabledReason?: string | null
  pending?: boolean
  onPick: (id: string) => void
}

/**
 * A button that opens a list to pick from, inside of a dialog. It stays open for several picks; a picked option leaves
 * the list.
 */
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
