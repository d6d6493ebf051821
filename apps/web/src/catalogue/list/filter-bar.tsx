import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '@/ui/form/search-field.tsx'
import { FilterMenu } from '@/ui/picker/filter-chip.tsx'
import { AddFilter } from './conditions/add-filter.tsx'
import { ConditionsRow } from './conditions/conditions-row.tsx'
import type { ConditionsProps } from './conditions/new-condition.tsx'
import { othersOf } from './conditions/tag-condition.ts'
import { RecordFilters } from './record-filters.tsx'
import type { RecordFilterState } from './use-record-filters.ts'
import { ChangedView, SaveList } from './views/list-views.tsx'

export interface FilteredTexts {
  /** The name of the box, and its placeholder. */
  label: string
  placeholder: string
  loadingMore: string
}

interface FilterBarProps {
  kind: CatalogueKind
  texts: FilteredTexts
  text: string
  onType: (text: string) => void
  filters: RecordFilterState
  conditions: Omit<ConditionsProps, 'kind'>
  /** The whole filter of the address, as a view keeps it. */
  asked: RecordFilter
  /** Receives the element in which the table puts its menus. */
  menusRef: Ref<HTMLSpanElement>
}

/** The filters of a catalogue, on one line; where it is narrow, a button holds all but the text. */
export function FilterBar({
  kind,
  texts,
  text,
  onType,
  filters,
  conditions,
  asked,
  menusRef,
}: FilterBarProps) {
  const { t } = useTranslation()
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2 max-md:gap-x-1">
        <SearchField
          label={texts.label}
          placeholder={texts.placeholder}
          value={text}
          onType={onType}
          className="min-w-32 max-w-72 flex-1 max-md:min-w-24 max-md:max-w-none"
        />
        <RecordFilters
          kind={kind}
          filters={filters}
          className="hidden @min-[58rem]:contents print:contents"
        />
        <div className="hidden shrink-0 @min-[58rem]:block">
          <AddFilter kind={kind} {...conditions} />
        </div>
        <div className="shrink-0 @min-[58rem]:hidden">
          <FilterMenu label={t('Filters')} count={filters.count}>
            <RecordFilters kind={kind} filters={filters} className="flex flex-col items-start gap-2 p-3" />
            <div className="p-3 pt-0">
              <AddFilter kind={kind} {...conditions} />
            </div>
          </FilterMenu>
        </div>
        {/* On a narrow line, all of these wrap to the next one. */}
        <div className="ml-auto flex items-center gap-2 max-md:contents">
          <SaveList kind={kind} filter={asked} />
          <span ref={menusRef} className="contents" />
        </div>
      </div>
      <ChangedView kind={kind} filter={asked} />
      {conditions.conditions && othersOf(conditions.conditions).conditions.length > 0 && (
        <div className="mt-2 empty:hidden">
          <ConditionsRow kind={kind} {...conditions} conditions={conditions.conditions} />
        </div>
      )}
    </div>
  )
}
