import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { SortHandle } from '@/ui/sortable/sort-handle.tsx'
import { useSorting } from '@/ui/sortable/use-sorting.ts'
import { type ColumnChoice, NAME, withColumns } from './column-choice.ts'
import { useMoreColumns } from './more-columns.tsx'

export interface ColumnsPanelProps {
  kind: CatalogueKind
  /** The usual columns of the list. */
  usual: readonly { id: string; header: string }[]
  /** Null until the user has chosen. */
  choice: ColumnChoice | null
  onChange: (choice: ColumnChoice | null) => void
}

/** The columns of the list: which are shown, in which order, and whether the name stays in sight. */
export function ColumnsPanel({ kind, usual, choice, onChange }: ColumnsPanelProps) {
  const { t } = useTranslation()
  const more = useMoreColumns(kind)
  const headers = new Map([...more, ...usual].map(({ id, header }) => [id, header]))
  headers.delete(NAME)
  // The choice shows here at once: the table and the address follow.
  const [chosen, setChosen] = useState(choice)
  const choose = (next: ColumnChoice | null) => {
    setChosen(next)
    onChange(next)
  }
  const present = chosen ?? { columns: usual.map(({ id }) => ({ id, width: null })), isNameFrozen: false }
  const shown = present.columns.map(({ id }) => id)
  // While the panel is open, a hidden column keeps its place.
  const [order, setOrder] = useState<readonly string[]>(() => [...new Set([...shown, ...headers.keys()])])
  const listed = [...new Set([...order, ...headers.keys()])].filter((id) => headers.has(id))
  const show = (ids: readonly string[]) => choose(withColumns(present, ids))
  const sorting = useSorting<HTMLUListElement>({
    ids: listed,
    nameOf: (id) => headers.get(id) ?? '',
    onMove: setOrder,
    onRest: (ids) => show(ids.filter((id) => shown.includes(id))),
  })
  return (
    <div className="flex min-h-0 flex-col">
      <ul
        ref={sorting.listRef}
        aria-label={t('Columns')}
        className="max-h-96 min-h-0 flex-1 overflow-y-auto p-1"
      >
        {listed.map((id) => (
          <ColumnEntry
            key={id}
            handle={<SortHandle sorting={sorting} id={id} name={headers.get(id) ?? ''} />}
            header={headers.get(id) ?? ''}
            isShown={shown.includes(id)}
            onShow={(isShown) => show(listed.filter((one) => (one === id ? isShown : shown.includes(one))))}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sorting.said}
      </p>
      <Foot
        isNameFrozen={present.isNameFrozen}
        onFreeze={(isNameFrozen) => choose({ ...present, isNameFrozen })}
        isUsual={chosen === null}
        onReset={() => {
          setOrder([...new Set([...usual.map(({ id }) => id), ...headers.keys()])])
          choose(null)
        }}
      />
    </div>
  )
}

interface ColumnEntryProps {
  /** The button that moves it. */
  handle: ReactNode
  header: string
  isShown: boolean
  onShow: (isShown: boolean) => void
}

function ColumnEntry({ handle, header, isShown, onShow }: ColumnEntryProps) {
  return (
    <li className="flex min-h-9 items-center gap-1 rounded-md pr-2 hover:bg-accent max-md:min-h-11">
      {handle}
      <label className="flex min-w-0 flex-1 items-center gap-2 self-stretch text-sm">
        <span className="min-w-0 flex-1 truncate">{header}</span>
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => onShow(target.checked)}
          className="size-4 shrink-0 accent-primary max-md:size-5"
        />
      </label>
    </li>
  )
}

interface FootProps {
  isNameFrozen: boolean
  onFreeze: (isNameFrozen: boolean) => void
  isUsual: boolean
  onReset: () => void
}

function Foot({ isNameFrozen, onFreeze, isUsual, onReset }: FootProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 border-t p-2 pl-3">
      <Switch label={t('Freeze the name')} checked={isNameFrozen} onChange={onFreeze} />
      <span aria-hidden className="flex-1 text-sm">
        {t('Freeze the name')}
      </span>
      <Button
        variant="ghost"
        size="sm"
        disabledReason={isUsual ? t('The columns are as they usually are.') : null}
        onClick={onReset}
      >
        {t('Reset')}
      </Button>
    </div>
  )
}
