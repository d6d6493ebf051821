import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AddressProblems } from '@/catalogue/list/address/address-problems.tsx'
import { useListState } from '@/catalogue/list/address/use-list-state.ts'
import { RecordFilters } from '@/catalogue/list/record-filters.tsx'
import { useFilterTexts } from '@/catalogue/list/use-filter-texts.ts'
import { useRecordFilters } from '@/catalogue/list/use-record-filters.ts'
import { FoldedMap } from './folded-map.tsx'
import type { MapAddress } from './map-address.ts'
import { MapHead } from './map-head.tsx'

interface ListedMapProps {
  address: MapAddress
  list: NonNullable<MapAddress['list']>
}

/** The records of a list that match its filter, in groups, and what leads from one of them to another. */
export function ListedMap({ address, list: { kind, search } }: ListedMapProps) {
  const { t } = useTranslation()
  const state = useListState(kind)
  const { view, owners, isRefused, waitsFor, problems, removeProblems, change } = state
  const filters = useRecordFilters(kind, state)
  const texts = useFilterTexts(kind, state, filters)
  const { text, statuses, gaps, conditions } = view
  const asked = useMemo(
    () => ({ kind, filter: { text, statuses, owners, gaps, ...(conditions && { conditions }) } }),
    [kind, text, statuses, owners, gaps, conditions],
  )
  if (isRefused || waitsFor)
    return (
      <>
        <MapHead title={t('Map')} address={address} drawing={null} />
        {isRefused && <AddressProblems problems={problems} onRemove={removeProblems} />}
      </>
    )
  const { title, path } = CATALOGUES[kind]
  const filter =
    texts.length === 0 ? t(title) : t('{{label}}: {{values}}', { label: t(title), values: texts.join(', ') })
  return (
    <FoldedMap
      address={address}
      list={asked}
      filter={filter}
      below={
        <div className="@container mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm print:hidden">
          <p>
            {filter}{' '}
            <Link
              to={search === '' ? path : `${path}?${search}`}
              className="text-link underline underline-offset-3"
            >
              {t('Show the list')}
            </Link>
          </p>
          <RecordFilters
            kind={kind}
            isLine
            filters={filters}
            conditions={{
              conditions: conditions && state.asked,
              onChange: (next) => change((now) => ({ conditions: next(now.conditions) })),
              records: null,
            }}
          />
        </div>
      }
    />
  )
}
