import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, listIn, textIn } from '../values.ts'

/**
 * Reads a blueprint of Make, and the list of scenarios of its API. Modules are parts of a scenario, and are never read.
 * https://help.make.com/blueprints, https://developers.make.com/api-documentation/api-reference/scenarios
 */
export const MAKE_SCENARIOS: DocumentReader = {
  shape: 'make_scenarios',
  recognizes: (document) => scenariosIn(document).length > 0,
  records: (document) =>
    scenariosIn(document).map((scenario) => ({ kind: 'automation', cells: cellsOf(scenario) })),
  leftOut: (document) =>
    counted(
      'part',
      scenariosIn(document).flatMap((scenario) => listIn(scenario['flow']).map(() => 'modules')),
    ),
}

function scenariosIn(document: Entry): readonly Entry[] {
  const blueprint = entryIn(entryIn(document['response'])['blueprint'])
  const listed = listIn(document['scenarios']).filter(isEntry)
  return [
    document,
    blueprint,
    entryIn(document['blueprint']),
    entryIn(document['scenario']),
    ...listed,
  ].filter(isScenario)
}

/** Blueprints have a flow of modules; scenarios of the API say when they run. */
function isScenario(value: Entry): boolean {
  if (textIn(value['name']) === null) return false
  const isBlueprint =
    listIn(value['flow']).some((each) => textIn(entryIn(each)['module']) !== null) &&
    isEntry(value['metadata'])
  return isBlueprint || (isEntry(value['scheduling']) && textIn(value['id']) !== null)
}

function cellsOf(scenario: Entry) {
  return {
    name: textIn(scenario['name']),
    description: textIn(scenario['description']),
    status: stateOf(scenario),
    source: 'Make.com',
    apps: joined(listIn(scenario['usedPackages'])),
    source_id: textIn(scenario['id']),
  }
}

function stateOf(scenario: Entry): string | null {
  if (scenario['isPaused'] === true) return 'inactive'
  const isOn = scenario['isActive'] ?? scenario['islinked']
  if (typeof isOn !== 'boolean') return null
  return isOn ? 'active' : 'inactive'
}
