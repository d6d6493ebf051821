import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, entryIn, isEntry, listIn, textIn } from '../values.ts'

/** The types of resources that a register has a place for, their catalogue, and their names. */
const TYPES: Readonly<Record<string, readonly [kind: CatalogueKind, name: string]>> = {
  'microsoft.copilotstudio/agents': ['agent', 'Copilot Studio'],
  'microsoft.powerautomate/cloudflows': ['automation', 'Power Automate'],
  'microsoft.powerautomate/agentflows': ['automation', 'Power Automate'],
  'microsoft.powerautomate/m365agentflows': ['automation', 'Power Automate'],
  'microsoft.powerapps/canvasapps': ['solution', 'Power Apps'],
  'microsoft.powerapps/modeldrivenapps': ['solution', 'Power Apps'],
  'microsoft.powerapps/codeapps': ['solution', 'Power Apps'],
  'microsoft.powerapps/apps': ['solution', 'Power Apps'],
}

/**
 * Reads the inventory of Power Platform, as its API and Azure Resource Graph answer: `{data: [{type, name, properties}]}`.
 * https://learn.microsoft.com/power-platform/admin/inventory-schema
 */
export const POWER_PLATFORM: DocumentReader = {
  shape: 'power_platform',
  recognizes: (document) => resourcesIn(document).length > 0,
  records: (document) =>
    resourcesIn(document).flatMap((resource) => {
      const type = TYPES[typeOf(resource)]
      return type ? [{ kind: type[0], cells: cellsOf(resource, type[1]) }] : []
    }),
  leftOut: (document) =>
    counted(
      'no_place',
      resourcesIn(document)
        .map(typeOf)
        .filter((type) => !Object.hasOwn(TYPES, type)),
    ),
}

function resourcesIn(document: Entry): readonly Entry[] {
  const listed = [...listIn(document['data']), ...listIn(document['value'])].filter(isEntry)
  return [document, ...listed].filter((each) => /^microsoft\.(?:power|copilotstudio)/.test(typeOf(each)))
}

function typeOf(resource: Entry): string {
  return (textIn(resource['type']) ?? '').toLowerCase()
}

function cellsOf(resource: Entry, product: string) {
  const properties = entryIn(resource['properties'])
  return {
    name: textIn(properties['displayName']),
    description: textIn(properties['description']),
    status: properties['isQuarantined'] === true ? 'quarantined' : textIn(properties['state']),
    owner: textIn(properties['ownerPrincipalName']) ?? textIn(properties['ownerId']),
    platform: product,
    source: product,
    environment: textIn(properties['environmentName']) ?? textIn(properties['environmentId']),
    location: textIn(resource['location']),
    source_id: textIn(resource['name']) ?? textIn(resource['id']),
  }
}
