import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '@/ui/form/search-field.tsx'
import { FilterMenu } from '@/ui/picker/filter-chip.tsx'
import { AddFilter } from './conditions/add-filter.tsx'
import { type FilterChipsProps, RecordFilters } from './record-filters.tsx'
import type { RecordFilterState } from './use-record-filters.ts'

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
  conditions: FilterChipsProps['conditions']
  /** Receives the element in which the table puts its menus. */
  menusRef: Ref<HTMLSpanElement>
}

/**
 * The search, the filters and the menus of a list, on one line that keeps its height: filters that do not fit are
 * scrolled to, and on a narrow line a button holds them.
 */
export function FilterBar(props: FilterBarProps) {
  const { kind, texts, text, onType, filters, conditions, menusRef } = props
  const { t } = useTranslation()
  const { records } = conditions
  return (
    <div className="@container">
      <div className="flex items-center gap-2 max-md:gap-x-1">
        <SearchField
          label={texts.label}
          placeholder={texts.placeholder}
          value={text}
          onType={onType}
          className="@min-[58rem]:w-56 min-w-24 @min-[58rem]:shrink-0 @min-[69rem]:w-72"
        />
        <div className="hidden shrink-0 @min-[58rem]:block">
          <AddFilter {...{ kind, filters, records }} />
        </div>
        <RecordFilters {...{ kind, filters, conditions }} isLine />
        <div className="shrink-0 @min-[58rem]:hidden">
          <FilterMenu label={t('Filters')} count={filters.count}>
            <RecordFilters {...{ kind, filters, conditions }} />
            <div className="p-3">
              <AddFilter {...{ kind, filters, records }} />
            </div>
          </FilterMenu>
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-2 max-md:gap-1">
          <span ref={menusRef} className="contents" />
        </div>
      </div>
    </div>
  )
}
