import { bestFirst } from '@cairn/workspace/lib/best-first'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { SearchField } from '../form/search-field.tsx'
import { useActiveOption } from './use-active-option.ts'
import { namedBy, useTypeAhead } from './use-type-ahead.ts'

export interface PickerOption {
  id: string
  label: string
  /** Further words by which it is found, after those of the label. */
  keywords?: string
  /** The content before the label: an avatar. */
  leading?: ReactNode
  /** The content at the end: a badge. */
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
  /** The reason why the search failed; null where it succeeded. */
  failure: string | null
}

interface ListPickerProps {
  /** The label of the list for a screen reader. */
  label: string
  options: readonly PickerOption[]
  /** The ids of the picked options, where these stay in the list; null where they leave it. */
  chosen?: readonly string[] | null
  /** Whether it can be searched however short it is; otherwise only a long list can. */
  searchable?: boolean
  /** Whether several options can be picked. */
  multiple?: boolean
  /** Null where the options are complete: then they are filtered here. */
  search?: ListSearch | null
  onPick: (id: string) => void
  /** The text in place of the list when there is nothing to pick at all. */
  emptyText: string
}

const SEARCH_FROM = 8
/** The most options that are listed; typing narrows down the rest. */
const MAX_SHOWN = 100

/**
 * A list to pick from, at most 400 px high, with the arrow keys and Enter. Longer ones can be searched; on a short one
 * typing reaches the option that it names.
 */
export function ListPicker(props: ListPickerProps) {
  const { label, options, chosen = null, multiple = false, search = null, onPick, emptyText } = props
  const { searchable = search !== null || options.length >= SEARCH_FROM } = props
  const [typed, setTyped] = useState('')
  const listId = useId()
  // A list that becomes short while the user picks keeps its box, and the focus in it.
  const [hasBox] = useState(searchable)
  const fitting = search ? options : bestFirst(options, typed, textsOf)
  const shown = fitting.slice(0, MAX_SHOWN)
  const active = useActiveOption({
    ids: shown.map(({ id }) => id),
    startAt: chosen?.[0] ?? null,
    onPick,
  })
  const keysOfList = useKeysOfList(active, shown)
  if (options.length === 0 && !search)
    return <p className="px-3 py-6 text-center text-muted-foreground text-sm">{emptyText}</p>
  return (
    <div className="flex max-h-[400px] min-h-0 flex-col">
      {hasBox && (
        <FilterBox
          keys={active.keys}
          listId={listId}
          value={search?.typed ?? typed}
          onType={(text) => {
            active.reset()
            if (search) search.onType(text)
            else setTyped(text)
          }}
        />
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        aria-busy={search?.isSearching ?? false}
        aria-multiselectable={multiple || undefined}
        {...(!hasBox && { tabIndex: 0, ...keysOfList })}
        className="min-h-0 flex-1 overflow-y-auto outline-none"
      >
        {shown.map((option) => (
          <Option
            key={option.id}
            id={active.optionId(option.id)}
            option={option}
            isActive={option.id === active.activeId}
            isChosen={chosen?.includes(option.id) ?? false}
            onReach={() => active.reach(option.id)}
            onPick={() => onPick(option.id)}
          />
        ))}
      </div>
      <MatchCount
        shown={shown.length}
        total={search?.total ?? fitting.length}
        isSearching={search?.isSearching ?? false}
        failure={search?.failure ?? null}
      />
    </div>
  )
}

/** The keys of a list without a box: those that move in it, and letters. */
function useKeysOfList({ keys, reach }: ReturnType<typeof useActiveOption>, shown: readonly PickerOption[]) {
  const typeAhead = useTypeAhead((text) => {
    const named = namedBy(shown, text, textsOf)
    if (named) reach(named.id)
  })
  return {
    ...keys,
    onKeyDown(event: KeyboardEvent) {
      keys.onKeyDown(event)
      typeAhead(event)
    },
  }
}

function textsOf({ label, keywords = '' }: PickerOption): [string, string] {
  return [label, keywords]
}

interface FilterBoxProps {
  /** The keys that move in the list. */
  keys: ReturnType<typeof useActiveOption>['keys']
  listId: string
  value: string
  onType: (text: string) => void
}

function FilterBox({ keys, listId, value, onType }: FilterBoxProps) {
  const { t } = useTranslation()
  return (
    <div className="p-1 pb-2">
      <SearchField
        {...keys}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        label={t('Filter the list')}
        placeholder={t('Filter…')}
        value={value}
        onType={onType}
      />
    </div>
  )
}

interface OptionProps {
  id: string
  option: PickerOption
  isActive: boolean
  isChosen: boolean
  onReach: () => void
  onPick: () => void
}

function Option({ id, option, isActive, isChosen, onReach, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that names it as active hears the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onPointerMove={onReach}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-sm data-active:bg-accent max-md:min-h-11"
    >
      {option.leading}
      <span dir="auto" className={cn('min-w-0 flex-1 truncate', option.muted && 'text-muted-foreground')}>
        {option.label}
      </span>
      {option.trailing}
      {isChosen && <Check aria-hidden className="size-4 shrink-0 text-link" />}
    </div>
  )
}

interface MatchCountProps {
  shown: number
  total: number
  isSearching: boolean
  failure: string | null
}

/** Says that there are no matches, or more than are shown. */
function MatchCount({ shown, total, isSearching, failure }: MatchCountProps) {
  const { t } = useTranslation()
  return (
    <p role="status" className="px-3 py-2 text-center text-muted-foreground text-xs empty:hidden">
      {shown === 0 && !isSearching && (failure ?? t('No matches.'))}
      {total > MAX_SHOWN && t('{{shown}} of {{total}}. Type to narrow the list.', { shown, total })}
    </p>
  )
}
