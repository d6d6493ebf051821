import type { OwnFieldType, SeenField } from '@cairn/workspace/port/records/own-fields'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 5 * 60_000

/** A count is valid for the moment in which the dialog opens: none is cached for the next one. */
const COUNTED = { staleTime: 0, gcTime: 0 }

/** Key and fetcher of the definitions of custom fields: one request for all kinds. */
export const ownFieldQueries = {
  all: ['own fields'] as const,
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...ownFieldQueries.all, 'list'],
      queryFn: () => workspace.ownFields.list(),
      staleTime: FRESH_MS,
    }),
  /** The number of records that have a choice; counted again each time. */
  choice: (workspace: Workspace, field: string, choice: string) =>
    queryOptions({
      queryKey: [...ownFieldQueries.all, 'choice', field, choice],
      queryFn: () => workspace.ownFields.countChoice(field, choice),
      ...COUNTED,
    }),
  /** The effects of a change of the type; counted again each time. */
  type: (workspace: Workspace, { id, version }: SeenField, { type, recordKind }: OwnFieldType) =>
    queryOptions({
      queryKey: [...ownFieldQueries.all, 'type', id, version, type, recordKind],
      queryFn: () => workspace.ownFields.previewType(id, { type, recordKind }),
      ...COUNTED,
    }),
}
