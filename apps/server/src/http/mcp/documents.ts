import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Refused } from './as-person.ts'
import { isKind } from './records.ts'

type DocumentKind = CatalogueKind | 'person'

/** The id of a record or person among all documents: `system:` and its id. */
export const documentId = (kind: DocumentKind, id: string): string => `${kind}:${id}`

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Reads the id of a document. Throws {@link Refused} where it is none. */
export function readDocumentId(text: string): { kind: DocumentKind; id: string } {
  const [kind = '', rest = ''] = text.trim().split(':')
  const id = UUID.exec(rest)?.[0]
  if (id === undefined || id.length !== rest.length || !(kind === 'person' || isKind(kind)))
    throw new Refused(
      'There is no such document. Take the id from an answer of search, such as system:0b1c….',
      { details: 'tool.unknown_document' },
    )
  return { kind, id }
}
