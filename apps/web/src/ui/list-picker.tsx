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
  /** Looks disabled. A press still reaches the caller, which explains why. */
  muted?: boolean
}

/** A search by the caller, for lists that are not loaded whole: the options are its matches. */
export interface ListSearch {
  typed: string
  onType: (text: string) => void
  /** The number of matches. */
  total: number
  isSearching: boolean
}

interface ListPickerProps {
  /** What is picked, for a screen reader. */
  label: string
  options: readonly PickerOption[]
  /** Null where the options are all that there are: then they are filtered here. */
  search?: ListSearch | null
  onPick: (option: PickerOption) => void
  /** Stands in the place of the list when there is nothing to pick at all. */
  emptyText: string
  disabled?: boolean
}

const SEARCH_FROM = 8
/** At most so many options are listed; typing narrows down the rest. */
const MAX_SHOWN = 100

/** A list to pick one entry from, at most 400 px high; longer ones can be searched. */
export function ListPicker(props: ListPickerProps) {
  const { label, options, search = null, onPick, emptyText, disabled = false } = props
  const [typed, setTyped] = useState('')
  const listId = useId()
  const fitting = search ? options : options.filter((option) => contains(option.label, typed))
  const shown = fitting.slice(0, MAX_SHOWN)
  if (options.length === 0 && !search) {
    return <p className="px-3 py-6 text-center text-muted-foreground text-sm">{emptyText}</p>
  }
  return (
    <div className="flex max-h-[400px] min-h-0 flex-col">
      {(search !== null || options.length >= SEARCH_FROM) && (
        <FilterBox listId={listId} value={search?.typed ?? typed} onChange={search?.onType ?? setTyped} />
      )}
      <ul
        id={listId}
        aria-label={label}
        aria-busy={search?.isSearching ?? false}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        {shown.map((option) => (
          <li key={option.id}>
            <Option option={option} disabled={disabled} onPick={onPick} />
          </li>
        ))}
      </ul>
      <MatchCount
        shown={shown.length}
        total={search?.total ?? fitting.length}
        isSearching={search?.isSearching ?? false}
      />
    </div>
  )
}

function contains(label: string, typed: string): boolean {
  return label.toLowerCase().includes(typed.trim().toLowerCase())
}

interface FilterBoxProps {
  listId: string
  value: string
  onChange: (text: string) => void
}

function FilterBox({ listId, value, onChange }: FilterBoxProps) {
  const { t } = useTranslation()
  return (
    <div className="relative p-1 pb-2">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2.25 left-3.5 size-4 text-muted-foreground max-md:top-4"
      />
      <Input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={t('Filter the list')}
        aria-controls={listId}
        placeholder={t('Filter…')}
        className="pl-8"
      />
    </div>
  )
}

function Option({
  option,
  disabled,
  onPick,
}: { option: PickerOption } & Pick<ListPickerProps, 'disabled' | 'onPick'>) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => onPick(option)}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left text-sm hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-[-2px] disabled:opacity-50 max-md:min-h-11"
    >
      {option.leading}
      <span
        className={option.muted ? 'min-w-0 flex-1 truncate text-muted-foreground' : 'min-w-0 flex-1 truncate'}
      >
        {option.label}
      </span>
      {option.trailing}
    </button>
  )
}

/** Says that there are no matches, or more than are shown. */
function MatchCount({ shown, total, isSearching }: { shown: number; total: number; isSearching: boolean }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="px-3 py-2 text-center text-muted-foreground text-xs empty:hidden">
      {shown === 0 && !isSearching && t('No matches.')}
      {total > MAX_SHOWN && t('{{shown}} of {{total}}. Type to narrow the list.', { shown, total })}
    </p>
  )
}
