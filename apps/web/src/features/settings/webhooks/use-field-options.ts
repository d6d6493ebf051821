import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { BUILT_IN_KEYS } from '@cairn/workspace/port/records/fields'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldName } from '@/catalogue/history/field-name.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'

/** The columns that every record has beside its fields. */
const COLUMNS = ['name', 'description', 'status', 'owner_id', 'tags', 'links'] as const

/**
 * Returns the fields whose changes can trigger a webhook: those of the chosen kinds, the account's custom fields among
 * them.
 */
export function useFieldOptions(chosen: readonly CatalogueKind[]): readonly PickerOption[] {
  const { t } = useTranslation()
  const own = useQuery(ownFieldQueries.list(useWorkspace())).data ?? []
  const kinds = chosen.length === 0 ? CATALOGUE_KINDS : chosen
  const ofKinds = kinds.flatMap((kind) => Object.keys(CATALOGUES[kind].fields))
  const builtIn = [...new Set([...COLUMNS, ...BUILT_IN_KEYS, ...ofKinds, 'experts'])].map((id) => ({
    id,
    label: fieldName(id, t),
  }))
  const named = own
    .filter(({ kind, deletedAt }) => kinds.includes(kind) && deletedAt === null)
    .map(({ key, name, kind }) => ({
      id: OWN + key,
      label: t('{{field}} ({{kind}})', { field: name, kind: t(CATALOGUES[kind].title) }),
    }))
  return [...builtIn, ...named]
}
