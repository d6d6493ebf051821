import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { filterTypesOf } from '@cairn/workspace/rules/filter-types'
import { useCallback, useMemo } from 'react'
import { useFields } from '../../fields/use-fields.ts'
import { useTags } from '../../tags/use-tags.ts'

/** The fields and tags that an address can ask a list for. */
export interface ListFields {
  kind: CatalogueKind
  /** The types of all fields that a list can be filtered by. */
  types: ReadonlyMap<string, FieldType>
  /** Whether the account has no such tag; false until the tags are loaded. */
  isTagGone: (id: string) => boolean
}

/** Returns the fields and tags to filter a list by, as far as they are loaded. */
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
