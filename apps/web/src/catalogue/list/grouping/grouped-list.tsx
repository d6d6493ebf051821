import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { MAX_CONDITIONS } from '@cairn/workspace/port/records/conditions'
import type { RecordGroup, RecordGroups } from '@cairn/workspace/port/records/groups'
import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { NearWindow } from '@/shared/loading/near-window.tsx'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { useJoinedOrder } from '@/ui/data-table/joined-order.ts'
import { OpenRowProvider } from '@/ui/data-table/open-row.ts'
import { useRowHeight } from '@/ui/data-table/row-height.ts'
import { TableFrame } from '@/ui/data-table/table-frame.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { bothOf, countOf } from '../conditions/both-of.ts'
import { valueText } from '../conditions/condition-words.ts'
import { type FilterField, useFilterFields } from '../conditions/filter-fields.tsx'
import { groupCondition } from './group-filter.ts'
import { GroupHead } from './group-head.tsx'
import { GroupsLine } from './groups-line.tsx'
import { isHere, useGroups } from './use-groups.ts'

/** A group whose records are to be drawn. */
interface ShownGroup {
  /** The value that its records have in common; null for none. */
  value: string | null
  label: string
  /** The height of its rows, in pixels. */
  height: number
}

interface GroupedListProps {
  kind: CatalogueKind
  /** The key of the field. */
  group: string
  filter: RecordFilter
  /** All records of the list; null where not all of them are loaded. */
  records: readonly CatalogueRecord[] | null
  /** The number of records that the list has; null until it is known. */
  found: number | null
  /** The heads of the columns of all groups. */
  head: ReactNode
  children: (group: ShownGroup) => ReactNode
}

/** The records of a list, grouped by their values in a field, with their number and costs. */
export function GroupedList(props: GroupedListProps) {
  const { kind, group: key, filter, records, found, head } = props
  const { t } = useTranslation()
  const field = useFilterFields(kind).find((one) => one.key === key)
  const { groups, failure, refetch, isFetching } = useGroups({ kind, field, filter, records })
  const { isOpen, toggle, setAll } = useOpenGroups()
  return (
    <>
      <GroupsLine
        groups={groups}
        found={found}
        isOverlapping={field?.type === 'choices'}
        onOpenAll={() => setAll(true)}
        onCloseAll={() => setAll(false)}
      />
      <TableFrame>
        {head}
        {failure ? (
          <div className="p-4">
            <ErrorState
              title={t('The groups could not be loaded')}
              message={failureReason(failure, t)}
              requestId={null}
              onRetry={refetch}
              retrying={isFetching}
            />
          </div>
        ) : groups === null ? (
          <Skeleton className="m-3 w-2/5" />
        ) : (
          <Groups {...props} groups={inOrder(groups.groups, field)} {...{ field, isOpen, toggle }} />
        )}
      </TableFrame>
      {groups !== null && groups.rest > 0 && (
        <p className="px-2 text-muted-foreground text-sm">
          {t('{{count}} more groups. Filter the list to see them.', { count: groups.rest })}
        </p>
      )}
    </>
  )
}

interface GroupsProps extends Pick<GroupedListProps, 'filter' | 'records' | 'children'> {
  /** In their order. */
  groups: readonly RecordGroup[]
  /** The key of the field. */
  group: string
  field: FilterField | undefined
  isOpen: (value: string | null) => boolean
  toggle: (value: string | null) => void
}

function Groups({ groups, group: key, field, filter, records, isOpen, toggle, children }: GroupsProps) {
  const { t, i18n } = useTranslation()
  const ownerName = useOwnerName()
  const rowHeight = useRowHeight()
  const openRowOf = useJoinedOrder(groups.filter(({ value }) => isOpen(value)).map(({ value }) => value))
  // The server accepts a limited number of conditions.
  const mayAsk = (value: string | null) =>
    isHere(filter, records) ||
    countOf(bothOf(filter.conditions, groupCondition(key, value))) <= MAX_CONDITIONS
  const labelOf = (value: string | null) => {
    if (field?.type === 'member') return ownerName(value)
    return value === null ? t('Not specified') : valueText(value, field, i18n.language)
  }
  return groups.map((group) => {
    const { value } = group
    const label = labelOf(value)
    const height = group.records * rowHeight
    return (
      <section key={value} aria-label={label} className="max-md:mb-2">
        <GroupHead group={group} label={label} isOpen={isOpen(value)} onToggle={() => toggle(value)} />
        {isOpen(value) &&
          (mayAsk(value) ? (
            <OpenRowProvider value={openRowOf(value)}>
              <NearWindow height={height}>{children({ value, label, height })}</NearWindow>
            </OpenRowProvider>
          ) : (
            <TooManyFilters />
          ))}
      </section>
    )
  })
}

/** Which groups are open: all, until the user closes some. */
function useOpenGroups() {
  const [areOpen, setOpen] = useState(true)
  /** The groups that are not as most are. */
  const [others, setOthers] = useState<ReadonlySet<string | null>>(new Set())
  return {
    isOpen: (value: string | null) => areOpen !== others.has(value),
    toggle: (value: string | null) => setOthers((known) => toggledWith(known, value)),
    setAll(open: boolean) {
      setOpen(open)
      setOthers(new Set())
    },
  }
}

function TooManyFilters() {
  const { t } = useTranslation()
  return (
    <p role="status" className="px-3 py-2 text-muted-foreground text-sm">
      {t('With this group, the list has more than {{max}} filters. Remove a filter to see these records.', {
        max: MAX_CONDITIONS,
      })}
    </p>
  )
}

/**
 * Sorts the groups: choices in their own order, all others by their number of records; the group without a value comes
 * last.
 */
function inOrder(groups: RecordGroups['groups'], field: FilterField | undefined): readonly RecordGroup[] {
  const isChoice = field?.type === 'choice' || field?.type === 'choices'
  const options = isChoice ? (field?.options ?? []) : []
  const place = ({ value }: RecordGroup) => {
    if (value === null) return options.length + 1
    const at = options.findIndex(({ id }) => id === value)
    return at < 0 ? options.length : at
  }
  return groups.toSorted((one, other) => place(one) - place(other))
}

function toggledWith(known: ReadonlySet<string | null>, value: string | null): ReadonlySet<string | null> {
  const next = new Set(known)
  if (!next.delete(value)) next.add(value)
  return next
}
