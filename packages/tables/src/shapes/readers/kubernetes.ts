import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { publicCommand, tokenlessAddress } from '../secrets.ts'
import { counted, type DocumentReader, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, listIn, textIn } from '../values.ts'

/** The kinds of objects that run something of their own, and the catalogue of each. */
const WORKLOADS: Readonly<Record<string, CatalogueKind>> = {
  CronJob: 'automation',
  Deployment: 'system',
  StatefulSet: 'system',
  DaemonSet: 'system',
  ReplicationController: 'system',
  Pod: 'system',
}
/** Kinds of agents, in the groups of kagent, agentregistry, and others that follow them. */
const AGENTS = new Set(['Agent', 'SandboxAgent', 'MCPServer', 'RemoteMCPServer', 'ToolServer', 'Skill'])

/**
 * Reads objects of Kubernetes, and lists of them: workloads, and the agents of kagent and agentregistry. Variables, secrets
 * and configurations are never read. https://kubernetes.io/docs/concepts/overview/working-with-objects/
 */
export const KUBERNETES: DocumentReader = {
  shape: 'kubernetes',
  recognizes: (document) => objectsIn(document).length > 0,
  records: (document) =>
    objectsIn(document).flatMap((object) => {
      const kind = catalogueOf(object)
      return kind === null ? [] : [{ kind, cells: cellsOf(object) }]
    }),
  leftOut: (document) => {
    const objects = objectsIn(document)
    const without = objects.filter((object) => catalogueOf(object) === null)
    return [
      ...counted(
        'no_place',
        without.map((object) => textIn(object['kind']) ?? ''),
      ),
      ...secretParts(objects.flatMap(variablesOf).length),
    ]
  },
}

function objectsIn(document: Entry): readonly Entry[] {
  const isList = /List$/.test(textIn(document['kind']) ?? '')
  const objects = isList ? listIn(document['items']).filter(isEntry) : [document]
  return objects.filter(
    (object) =>
      textIn(object['kind']) !== null &&
      textIn(entryIn(object['metadata'])['name']) !== null &&
      !/^backstage\.io\//.test(textIn(object['apiVersion']) ?? '') &&
      (textIn(object['apiVersion']) !== null || isList),
  )
}

function catalogueOf(object: Entry): CatalogueKind | null {
  const kind = textIn(object['kind']) ?? ''
  // Another object runs it, and is in the list itself.
  if (listIn(entryIn(object['metadata'])['ownerReferences']).length > 0) return null
  if (Object.hasOwn(WORKLOADS, kind)) return WORKLOADS[kind] ?? null
  const isGrouped = (textIn(object['apiVersion']) ?? '').includes('.')
  return isGrouped && AGENTS.has(kind) ? 'agent' : null
}

function cellsOf(object: Entry) {
  const metadata = entryIn(object['metadata'])
  const spec = entryIn(object['spec'])
  const annotations = entryIn(metadata['annotations'])
  const labels = entryIn(metadata['labels'])
  const name = textIn(metadata['name'])
  const namespace = textIn(metadata['namespace'])
  const kind = textIn(object['kind']) ?? ''
  return {
    name: textIn(metadata['title']) ?? textIn(spec['title']) ?? name,
    description:
      textIn(spec['description']) ??
      textIn(annotations['description']) ??
      textIn(annotations['kubernetes.io/description']),
    status: spec['suspend'] === true ? 'inactive' : null,
    owner: textIn(annotations['owner']) ?? textIn(labels['owner']),
    platform: AGENTS.has(kind) ? platformOf(object) : 'Kubernetes',
    version: textIn(spec['version']) ?? textIn(labels['app.kubernetes.io/version']),
    object: kind,
    namespace,
    schedule: textIn(spec['schedule']),
    links: addressOf(spec),
    command: commandOf(spec),
    tags: joined(listIn(spec['tags'])),
    source_id: `${kind}:${namespace ?? 'default'}/${name}`.toLowerCase(),
  }
}

function platformOf(object: Entry): string {
  if (/MCP|Tool/.test(textIn(object['kind']) ?? '')) return 'MCP'
  return /^kagent\./.test(textIn(object['apiVersion']) ?? '') ? 'kagent' : 'Kubernetes'
}

function addressOf(spec: Entry): string | null {
  const remotes = listIn(spec['remotes']).map((remote) => textIn(entryIn(remote)['url']))
  const address = [textIn(spec['url']), ...remotes].find((each) => each !== null) ?? null
  return address === null ? null : tokenlessAddress(address)
}

function commandOf(spec: Entry): string | null {
  const deployment = entryIn(spec['deployment'])
  const command = textIn(deployment['cmd'])
  const words = [command, ...listIn(deployment['args']).map(textIn)].filter((word) => word !== null)
  return textIn(publicCommand(words))
}

/** The variables of all containers of an object, however deep its template lies. */
function variablesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(variablesOf)
  if (!isEntry(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'env' ? [...listIn(inner), ...Object.keys(entryIn(inner))] : variablesOf(inner),
  )
}
