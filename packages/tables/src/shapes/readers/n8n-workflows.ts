import { counted, type DocumentReader, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, listIn, textIn } from '../values.ts'

/**
 * Reads a workflow as the editor of n8n downloads it, and pages of its API. Nodes are parts of a workflow, and their
 * parameters and pinned data may hold anything: they are never read. https://docs.n8n.io/workflows/export-import/
 */
export const N8N_WORKFLOWS: DocumentReader = {
  shape: 'n8n_workflows',
  recognizes: (document) => workflowsIn(document).length > 0,
  records: (document) =>
    workflowsIn(document).map((workflow) => ({ kind: 'automation', cells: cellsOf(workflow) })),
  leftOut: (document) => {
    const nodes = workflowsIn(document).flatMap((workflow) => listIn(workflow['nodes']).filter(isEntry))
    return [
      ...counted(
        'part',
        nodes.map(() => 'nodes'),
      ),
      ...secretParts(nodes.filter((node) => isEntry(node['credentials'])).length),
    ]
  },
}

function workflowsIn(document: Entry): readonly Entry[] {
  const inner = entryIn(document['workflow'])
  const page = listIn(document['data']).filter(isEntry)
  if (isWorkflow(inner)) return [{ ...document, ...inner, name: inner['name'] ?? document['name'] }]
  return [document, ...page].filter(isWorkflow)
}

function isWorkflow(value: Entry): boolean {
  return Array.isArray(value['nodes']) && isEntry(value['connections'])
}

function cellsOf(workflow: Entry) {
  return {
    name: textIn(workflow['name']),
    description: textIn(workflow['description']) ?? textIn(entryIn(workflow['meta'])['description']),
    status: stateOf(workflow),
    source: 'n8n',
    tags: joined(listIn(workflow['tags']).map((tag) => textIn(tag) ?? textIn(entryIn(tag)['name']))),
    source_id: textIn(workflow['id']),
  }
}

function stateOf(workflow: Entry): string | null {
  if (workflow['isArchived'] === true) return 'archived'
  if (typeof workflow['active'] !== 'boolean') return null
  return workflow['active'] ? 'active' : 'inactive'
}
