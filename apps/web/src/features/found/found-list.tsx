import type { FoundChoice, FoundFilter, FoundGroup, FoundRecord } from '@cairn/workspace/port/found'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { CardSkeleton } from '@/shared/loading/card-skeleton.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Card } from '@/ui/layout/card.tsx'
import { FoundActions } from './found-actions.tsx'
import { COLUMNS, FoundRow } from './found-row.tsx'

interface FoundListProps {
  filter: FoundFilter
  items: readonly FoundRecord[] | null
  /** The number of records that match the filter, further pages included. */
  total: number
  groups: readonly FoundGroup[]
  isOld: boolean
  /** Why the user may not decide. */
  refusal: string | null
  /** The content in place of an empty list. */
  empty: ReactNode
}

/** The discovered records, some or all of which can be selected. */
export function FoundList({ filter, items, total, groups, isOld, refusal, empty }: FoundListProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const list = useKeptFocus<HTMLUListElement>()
  const [chosen, setChosen] = useState<ReadonlySet<string> | 'all'>(new Set())
  if (items === null || (isOld && items.length === 0)) return <CardSkeleton />
  if (items.length === 0) return empty
  const isSelectable = (found: FoundRecord) =>
    refusal === null && (found.state !== 'registered' || found.recordId === null)
  const isSelected = ({ id }: FoundRecord) => chosen === 'all' || chosen.has(id)
  const ids = items.filter((found) => isSelectable(found) && isSelected(found)).map(({ id }) => id)
  const { kind, source } = filter
  const choice: FoundChoice = chosen === 'all' ? { kind, source } : { ids }
  const select = (id: string, isOn: boolean) => {
    const others = items.filter((each) => isSelected(each) && each.id !== id).map((each) => each.id)
    setChosen(new Set(isOn ? [...others, id] : others))
  }
  return (
    <>
      {refusal === null && filter.state !== 'registered' && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-4">
          <SelectAll
            total={total}
            isChosen={chosen === 'all' || ids.length === total}
            onChoose={(isChosen) => setChosen(isChosen ? 'all' : new Set())}
          />
          {ids.length > 0 && (
            <FoundActions
              state={filter.state}
              choice={choice}
              count={chosen === 'all' ? total : ids.length}
              origins={
                chosen === 'all' ? fitting(groups, filter) : items.filter(({ id }) => ids.includes(id))
              }
              onDone={() => setChosen(new Set())}
            />
          )}
        </div>
      )}
      <Card aria-busy={isOld} className={cn(isOld && 'opacity-60')}>
        <Heads />
        <ul {...list} aria-label={t('Not registered yet')} className="divide-y">
          {items.map((found) => (
            <FoundRow
              key={found.id}
              found={found}
              nowMs={nowMs}
              isSelected={isSelected(found)}
              onSelect={isSelectable(found) ? (isOn) => select(found.id, isOn) : null}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}

interface SelectAllProps {
  total: number
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function SelectAll({ total, isChosen, onChoose }: SelectAllProps) {
  const { t } = useTranslation()
  return (
    <label className="flex items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        className="size-4 shrink-0 accent-primary max-lg:size-5"
      />
      {t('Select all ({{number}})', { number: total })}
    </label>
  )
}

/** The heads of the columns, for the eye: each row says what its parts are. */
function Heads() {
  const { t } = useTranslation()
  return (
    <div
      aria-hidden
      className={cn(COLUMNS, 'border-b px-4 py-2 text-muted-foreground text-xs max-lg:hidden')}
    >
      <span className="col-start-3">{t('Name')}</span>
      <span>{t('Source')}</span>
      <span>{t('Owner')}</span>
      <span>{t('First seen')}</span>
      <span>{t('Last seen')}</span>
    </div>
  )
}

function fitting(groups: readonly FoundGroup[], { state, kind, source }: FoundFilter) {
  return groups.filter(
    (group) =>
      group.state === state &&
      group.kind === (kind ?? group.kind) &&
      group.source === (source ?? group.source),
  )
}
