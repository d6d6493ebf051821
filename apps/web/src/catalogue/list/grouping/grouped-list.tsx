import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { MAX_CONDITIONS } from '@cairn/workspace/port/records/conditions'
import type { RecordGroup, RecordGroups } from '@cairn/workspace/port/records/groups'
import { asksForHeartbeats } from '@cairn/workspace/port/records/heartbeat-condition'
import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '@/lib/text/numbers.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { useJoinedOrder } from '@/ui/data-table/joined-order.ts'
import { OpenRowProvider } from '@/ui/data-table/open-row.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { useQueriesOf } from '../../fields/use-record-name.ts'
import { bothOf, countOf } from '../conditions/both-of.ts'
import { valueText } from '../conditions/condition-words.ts'
import { type FilterField, useFilterFields } from '../conditions/filter-fields.tsx'
import { groupCondition } from './group-filter.ts'

/** A group whose records are to be drawn. */
interface ShownGroup {
  /** The value that its records have in common; null for none. */
  value: string | null
  label: string
}

interface GroupedListProps {
  kind: CatalogueKind
  /** The key of the field. */
  group: string
  filter: RecordFilter
  /** All records of the list; null where not all of them are loaded. Then a group is loaded when it is opened. */
  records: readonly CatalogueRecord[] | null
  children: (group: ShownGroup) => ReactNode
}

/** The records of a list, grouped by their values in a field, with their number and costs. */
export function GroupedList({ kind, group: key, filter, records, children }: GroupedListProps) {
  const { t, i18n } = useTranslation()
  const ownerName = useOwnerName()
  const field = useFilterFields(kind).find((one) => one.key === key)
  const { groups, failure, refetch, isFetching } = useGroups({ kind, field, filter, records })
  /** The groups that are not in their initial state. */
  const [toggled, setToggled] = useState<ReadonlySet<string | null>>(new Set())
  const sorted = inOrder(groups?.groups ?? [], field)
  const isOpen = ({ value }: RecordGroup) => (records !== null) !== toggled.has(value)
  const openRowOf = useJoinedOrder(sorted.filter(isOpen).map(({ value }) => value))
  if (failure)
    return (
      <ErrorState
        title={t('The groups could not be loaded')}
        message={failureReason(failure, t)}
        requestId={null}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (groups === null) return <Skeleton className="h-9 w-full" />
  // The server accepts a limited number of conditions.
  const mayAsk = (value: string | null) =>
    isHere(filter, records) ||
    countOf(bothOf(filter.conditions, groupCondition(key, value))) <= MAX_CONDITIONS
  const labelOf = (value: string | null) => {
    if (field?.type === 'member') return ownerName(value)
    return value === null ? t('Not specified') : valueText(value, field, i18n.language)
  }
  return (
    <div className="flex flex-col gap-2">
      {sorted.map((group) => {
        const { value } = group
        const label = labelOf(value)
        return (
          <section key={value} aria-label={label} className="flex flex-col gap-2">
            <GroupHead
              group={group}
              label={label}
              isOpen={isOpen(group)}
              onToggle={() => setToggled((known) => toggledWith(known, value))}
            />
            {isOpen(group) &&
              (mayAsk(value) ? (
                <OpenRowProvider value={openRowOf(value)}>{children({ value, label })}</OpenRowProvider>
              ) : (
                <TooManyFilters />
              ))}
          </section>
        )
      })}
      {groups.rest > 0 && (
        <p className="px-2 text-muted-foreground text-sm">
          {t('{{count}} more groups. Filter the list to see them.', { count: groups.rest })}
        </p>
      )}
    </div>
  )
}

function TooManyFilters() {
  const { t } = useTranslation()
  return (
    <p role="status" className="px-2 text-muted-foreground text-sm">
      {t('With this group, the list has more than {{max}} filters. Remove a filter to see these records.', {
        max: MAX_CONDITIONS,
      })}
    </p>
  )
}

interface GroupHeadProps {
  group: RecordGroup
  label: string
  isOpen: boolean
  onToggle: () => void
}

function GroupHead({ group, label, isOpen, onToggle }: GroupHeadProps) {
  const { t, i18n } = useTranslation()
  const costs = Object.entries(group.costs).map(([currency, cost]) =>
    formatMoney(cost, currency, i18n.language),
  )
  return (
    <h2>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-2 rounded-md px-2 py-1 text-left text-sm hover:bg-muted max-md:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted-foreground ${isOpen ? 'rotate-90' : ''}`}
        />
        <span dir="auto" className="wrap-anywhere min-w-0 font-medium">
          {label}
        </span>
        <span className="text-muted-foreground text-xs tabular-nums">
          {t('{{number}} records', {
            count: group.records,
            number: formatNumber(group.records, i18n.language),
            defaultValue_one: '{{number}} record',
          })}
        </span>
        {costs.length > 0 && (
          <span className="ml-auto text-muted-foreground text-xs tabular-nums">
            {t('{{costs}} per month', { costs: costs.join(' + ') })}
          </span>
        )}
      </button>
    </h2>
  )
}

type GroupsOptions = Pick<GroupedListProps, 'kind' | 'filter' | 'records'> & {
  field: FilterField | undefined
}

/** Whether the loaded records suffice: they tell neither their gaps nor their heartbeats. */
function isHere(filter: RecordFilter, records: GroupedListProps['records']): boolean {
  return records !== null && filter.gaps.length === 0 && !asksForHeartbeats(filter.conditions)
}

/** Returns the groups: built here where all records are loaded, by the server otherwise. */
function useGroups({ kind, field, filter, records }: GroupsOptions) {
  const known = isHere(filter, records) ? records : null
  const here = useMemo(
    () => (known && field ? groupRecords(filterRecords(known, filter), field.key, field.type) : null),
    [known, filter, field],
  )
  const queries = useQueriesOf(kind)
  const asked = useQuery({
    ...queries.groups(field?.key ?? '', filter),
    enabled: known === null && field !== undefined,
    placeholderData: keepPreviousData,
  })
  return {
    groups: here ?? asked.data ?? null,
    failure: here ? null : asked.error,
    refetch: () => void asked.refetch(),
    isFetching: asked.isFetching,
  }
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
