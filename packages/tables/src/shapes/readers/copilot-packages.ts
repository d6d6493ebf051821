import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, isEntry, joined, listIn, textIn } from '../values.ts'

/**
 * Reads the packages of Microsoft 365 Copilot, as Microsoft Graph lists them.
 * https://learn.microsoft.com/microsoft-365/copilot/extensibility/api/admin-settings/package/copilotpackages-list
 */
export const COPILOT_PACKAGES: DocumentReader = {
  shape: 'copilot_packages',
  recognizes: (document) => packagesIn(document).length > 0,
  records: (document) => packagesIn(document).map((each) => ({ kind: 'agent', cells: cellsOf(each) })),
  leftOut: (document) =>
    counted(
      'part',
      packagesIn(document).flatMap((each) => listIn(each['elementDetails']).map(() => 'elementDetails')),
    ),
}

function packagesIn(document: Entry): readonly Entry[] {
  return [document, ...listIn(document['value']).filter(isEntry)].filter(
    (each) =>
      textIn(each['displayName']) !== null &&
      (Array.isArray(each['elementTypes']) || Array.isArray(each['supportedHosts'])),
  )
}

function cellsOf(each: Entry) {
  return {
    name: textIn(each['displayName']),
    description: textIn(each['shortDescription']) ?? textIn(each['longDescription']),
    status: each['isBlocked'] === true ? 'inactive' : each['isBlocked'] === false ? 'active' : null,
    platform: 'Microsoft 365 Copilot',
    vendor: textIn(each['publisher']),
    version: textIn(each['version']),
    tags: joined(listIn(each['categories'])),
    type: joined(listIn(each['elementTypes'])),
    hosts: joined(listIn(each['supportedHosts'])),
    available_to: textIn(each['availableTo']),
    source_id: textIn(each['id']),
  }
}
