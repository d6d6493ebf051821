import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'

/** Where a record's details are: the address of its catalogue, with its id. */
export function recordPath({ kind, id }: { kind: CatalogueKind; id: string }): string {
  return `${CATALOGUES[kind].path}?id=${encodeURIComponent(id)}`
}
