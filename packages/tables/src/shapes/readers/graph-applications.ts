import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from '../values.ts'

/**
 * Reads applications and service principals of Microsoft Graph, from its answers and as command lines print them.
 * https://learn.microsoft.com/graph/api/resources/serviceprincipal
 */
export const GRAPH_APPLICATIONS: DocumentReader = {
  shape: 'graph_applications',
  recognizes: (document) => applicationsIn(document).length > 0,
  records: (document) => applicationsIn(document).map((each) => ({ kind: null, cells: cellsOf(each) })),
  leftOut: (document) => {
    const credentials = applicationsIn(document).flatMap((each) =>
      ['passwordCredentials', 'keyCredentials'].flatMap((key) => listIn(each[key])),
    )
    return counted(
      'secret',
      credentials.map(() => ''),
    )
  },
}

function applicationsIn(document: Entry): readonly Entry[] {
  return [document, ...listIn(document['value']).filter(isEntry)].filter(
    (each) => textIn(each['appId']) !== null && textIn(each['displayName']) !== null && !isPackage(each),
  )
}

/** Packages of Copilot name an application too, and have a reader of their own. */
function isPackage(each: Entry): boolean {
  return Array.isArray(each['elementTypes']) || Array.isArray(each['supportedHosts'])
}

function cellsOf(each: Entry) {
  const publisher = entryIn(each['verifiedPublisher'])
  return {
    name: textIn(each['displayName']),
    description: textIn(each['description']) ?? textIn(each['notes']),
    vendor: textIn(each['publisherName']) ?? textIn(publisher['displayName']),
    tags: joined(listIn(each['tags']).filter((tag) => !/^(?:WindowsAzure|HideApp$)/.test(textIn(tag) ?? ''))),
    links: linkText(each['homepage'], null),
    type: textIn(each['servicePrincipalType']),
    created: textIn(each['createdDateTime']),
    enabled: typeof each['accountEnabled'] === 'boolean' ? each['accountEnabled'] : null,
    source_id: textIn(each['appId']),
  }
}
