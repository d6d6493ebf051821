import { Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from './input.tsx'

export interface PickerOption {
  id: string
  label: string
  /** Stands before the label: an avatar. */
  leading?: ReactNode
  /** Stands at the end: a badge. */
  trailing?: ReactNode
  /** It is shown, and a press is answered by the caller (with an explanation), but it looks resting. */
  muted?: boolean
}

interface ListPickerProps {
  /** What is picked, for a screen reader. */
  label: string
  options: readonly PickerOption[]
  onPick: (option: PickerOption) => void
  /** Stands in the place of the list when there is nothing to pick at all. */
  emptyText: string
  disabled?: boolean
}

const SEARCH_FROM = 8

/** A list to pick one entry from, at most 400 px high; longer ones can be searched. */
export function ListPicker({ label, options, onPick, emptyText, disabled = false }: ListPickerProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const shown = options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
  if (options.length === 0) {
    return <p className="px-3 py-6 text-center text-muted-foreground text-sm">{emptyText}</p>
  }
  return (
    <div className="flex max-h-[400px] min-h-0 flex-col">
      {options.length >= SEARCH_FROM && (
        <div className="relative p-1 pb-2">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-2.25 left-3.5 size-4 text-muted-foreground max-md:top-4"
          />
          <Input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-label={t('Filter the list')}
            aria-controls={listId}
            placeholder={t('Filter…')}
            className="pl-8"
          />
        </div>
      )}
      <ul id={listId} aria-label={label} className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick(option)}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left text-sm hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-[-2px] disabled:opacity-50 max-md:min-h-11"
            >
              {option.leading}
              <span
                className={
                  option.muted ? 'min-w-0 flex-1 truncate text-muted-foreground' : 'min-w-0 flex-1 truncate'
                }
              >
                {option.label}
              </span>
              {option.trailing}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 py-4 text-center text-muted-foreground text-sm empty:hidden">
        {shown.length === 0 && t('No matches.')}
      </p>
    </div>
  )
}
