import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'

interface RecordAddress {
  kind: CatalogueKind
  id: string
}

/** Where a record's details are: the address of its catalogue, with its id. */
export function recordPath({ kind, id }: RecordAddress): string {
  return `${CATALOGUES[kind].path}?id=${encodeURIComponent(id)}`
}

/** Returns the path of a record's page. */
export function recordPagePath({ kind, id }: RecordAddress): string {
  return `${CATALOGUES[kind].path}/${encodeURIComponent(id)}`
}
