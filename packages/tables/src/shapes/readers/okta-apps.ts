import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, entryIn, isEntry, linkText, textIn } from '../values.ts'

/** Reads an application of Okta, as its API lists them. https://developer.okta.com/docs/api/openapi/okta-management/ */
export const OKTA_APPS: DocumentReader = {
  shape: 'okta_apps',
  recognizes: (document) =>
    textIn(document['label']) !== null &&
    textIn(document['id']) !== null &&
    textIn(document['signOnMode']) !== null,
  records: (app) => [{ kind: 'system', cells: cellsOf(app) }],
  leftOut: (app) => counted('secret', isEntry(app['credentials']) ? ['credentials'] : []),
}

function cellsOf(app: Entry) {
  const settings = entryIn(entryIn(app['settings'])['app'])
  return {
    name: textIn(app['label']),
    description: textIn(entryIn(entryIn(app['settings'])['notes'])['admin']),
    status: textIn(app['status']),
    links: linkText(settings['url'] ?? settings['baseUrl'] ?? settings['domain'], null),
    type: textIn(app['name']),
    sign_on: textIn(app['signOnMode']),
    created: textIn(app['created']),
    source_id: textIn(app['id']),
  }
}
