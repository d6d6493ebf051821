import { counted, type DocumentReader, type ShapedRecord } from '../shape.ts'
import { type Entry, isEntry, joined, listIn, textIn } from '../values.ts'

/**
 * Reads the applications to which people of a Google organization gave access: the tokens that the Directory API lists. An
 * application stands once, whoever gave it access. https://developers.google.com/workspace/admin/directory/reference/rest/v1/tokens
 */
export const GOOGLE_APPS: DocumentReader = {
  shape: 'google_apps',
  recognizes: (document) => tokensIn(document).length > 0,
  records: (document) => [...applicationsIn(document).values()].map(recordOf),
  leftOut: (document) => {
    const again = tokensIn(document).length - applicationsIn(document).size
    return counted(
      'part',
      Array.from({ length: again }, () => 'users'),
    )
  },
}

function tokensIn(document: Entry): readonly Entry[] {
  return [document, ...listIn(document['items']).filter(isEntry)].filter(
    (each) => textIn(each['clientId']) !== null && textIn(each['displayText']) !== null,
  )
}

function applicationsIn(document: Entry): ReadonlyMap<string, Entry> {
  return new Map(tokensIn(document).map((token) => [textIn(token['clientId']) ?? '', token]))
}

function recordOf(token: Entry): ShapedRecord {
  return {
    kind: 'system',
    cells: {
      name: textIn(token['displayText']),
      scopes: joined(listIn(token['scopes'])),
      source_id: textIn(token['clientId']),
    },
  }
}
