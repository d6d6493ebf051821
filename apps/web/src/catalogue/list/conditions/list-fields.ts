import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { filterTypesOf } from '@cairn/workspace/rules/filter-types'
import { useCallback, useMemo } from 'react'
import { useFields } from '../../fields/use-fields.ts'
import { useTags } from '../../tags/use-tags.ts'

/** What a list can be asked for. */
export interface ListFields {
  kind: CatalogueKind
  /** The types of all fields that a list can be filtered by. */
  types: ReadonlyMap<string, FieldType>
  /** Whether the account has no such tag; none is gone before its tags are there. */
  isTagGone: (id: string) => boolean
}

/** What a list can be filtered by, as far as that is known by now. */
export function useListFields(kind: CatalogueKind): ListFields {
  const fields = useFields(kind)
  const { tags, isKnown } = useTags()
  const isTagGone = useCallback(
    (id: string) => isKnown && tags.every((tag) => tag.id !== id),
    [tags, isKnown],
  )
  return useMemo(
    () => ({
      kind,
      types: new Map([...filterTypesOf(kind), ...fields.map(({ key, type }) => [key, type] as const)]),
      isTagGone,
    }),
    [kind, fields, isTagGone],
  )
}
