import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { Conditions } from '@cairn/workspace/port/records/conditions'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { UNOWNED } from '@cairn/workspace/port/records/relation-conditions'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { useRecordSearch } from '../../relations/use-record-search.tsx'
import { type FilterField, isRelationField } from './filter-fields.tsx'

interface RelatedRecordsProps {
  field: FilterField
  chosen: readonly string[]
  onPick: (id: string) => void
}

/** The choice of related records among all catalogues. */
export function RelatedRecords({ field, chosen, onPick }: RelatedRecordsProps) {
  const { t } = useTranslation()
  const { options: found, search } = useRecordSearch('')
  const known = field.options ?? []
  const options =
    search.typed === '' ? [...known, ...found.filter(({ id }) => known.every((one) => one.id !== id))] : found
  return (
    <ListPicker
      label={field.label}
      options={options}
      chosen={chosen}
      multiple
      search={{ ...search, total: search.typed === '' ? options.length : search.total }}
      onPick={onPick}
      emptyText={t('No records found')}
    />
  )
}

/** Returns the fields, those of relations with the records that the conditions name among their options. */
export function useNamedRecords(
  fields: readonly FilterField[],
  { conditions }: Conditions,
): readonly FilterField[] {
  const workspace = useWorkspace()
  const ids = conditions
    .flatMap((part) => ('field' in part ? [part] : part.conditions))
    .flatMap(({ field, values }) => (isRelationField({ key: field }) ? values : []))
    .filter((id) => id !== UNOWNED)
  const answers = useQueries({
    queries: CATALOGUE_KINDS.map((kind) => ({
      ...catalogueQueries<CatalogueRecord>(kind, workspace[CATALOGUES[kind].table]).byIds(ids),
      enabled: ids.length > 0,
    })),
  })
  const names = answers.flatMap(({ data = [] }) => data.map(({ id, name }) => ({ id, label: name })))
  return fields.map((field) =>
    isRelationField(field) ? { ...field, options: [...(field.options ?? []), ...names] } : field,
  )
}
