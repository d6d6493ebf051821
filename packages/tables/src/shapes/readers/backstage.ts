import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { counted, type DocumentReader } from '../shape.ts'
import { type Entry, entryIn, joined, linkText, listIn, textIn } from '../values.ts'

/** The kinds of entities that a register has a place for, and the catalogue of each. */
const KINDS: Readonly<Record<string, CatalogueKind>> = {
  component: 'system',
  system: 'system',
  api: 'system',
  resource: 'system',
  airesource: 'agent',
}

/**
 * Reads an entity of a Backstage catalog, as `catalog-info.yaml` holds them. Its reference is the id at the source.
 * https://backstage.io/docs/features/software-catalog/descriptor-format
 */
export const BACKSTAGE: DocumentReader = {
  shape: 'backstage',
  recognizes: (document) =>
    textIn(document['kind']) !== null &&
    textIn(entryIn(document['metadata'])['name']) !== null &&
    /^backstage\.io\//.test(textIn(document['apiVersion']) ?? ''),
  records: (entity) => {
    const kind = catalogueOf(entity)
    return kind === null ? [] : [{ kind, cells: cellsOf(entity) }]
  },
  leftOut: (entity) =>
    catalogueOf(entity) === null ? counted('no_place', [textIn(entity['kind']) ?? '']) : [],
}

/** The fields with what an entity depends on, and the kind that a reference without one has. */
const DEPENDS_ON = { dependsOn: 'component', consumesApis: 'api' }

/** Null for kinds without a place, such as people, groups, templates and locations. */
function catalogueOf(entity: Entry): CatalogueKind | null {
  const type = textIn(entryIn(entity['spec'])['type'])?.toLowerCase() ?? ''
  if (/^(?:mcp-server|mcp|ai-agent|agent)$/.test(type)) return 'agent'
  const kind = kindOf(entity)
  return (Object.hasOwn(KINDS, kind) ? KINDS[kind] : null) ?? null
}

function cellsOf(entity: Entry) {
  const metadata = entryIn(entity['metadata'])
  const spec = entryIn(entity['spec'])
  const id = textIn(metadata['name'])
  const namespace = textIn(metadata['namespace']) ?? 'default'
  return {
    name: textIn(metadata['title']) ?? id,
    description: textIn(metadata['description']),
    owner: textIn(spec['owner']),
    lifecycle: textIn(spec['lifecycle']),
    entity: textIn(entity['kind']),
    type: textIn(spec['type']),
    system: textIn(spec['system']),
    tags: joined(listIn(metadata['tags'])),
    links: linksOf(metadata, spec),
    depends_on: references(spec, namespace, DEPENDS_ON),
    part_of: references(spec, namespace, { subcomponentOf: 'component' }),
    provides: references(spec, namespace, { providesApis: 'api' }),
    source_id: `${kindOf(entity)}:${namespace}/${id}`.toLowerCase(),
  }
}

/** Returns references to other entities as the ids that these have at the source. */
function references(spec: Entry, namespace: string, kinds: Readonly<Record<string, string>>): string | null {
  const found = Object.entries(kinds).flatMap(([field, usual]) => {
    const given = spec[field]
    return (Array.isArray(given) ? listIn(given) : [given]).flatMap((each) => {
      const [, kind = usual, place = namespace, name] =
        /^(?:([^:/]+):)?(?:([^:/]+)\/)?([^:/]+)$/.exec(textIn(each) ?? '') ?? []
      return name === undefined ? (textIn(each) ?? []) : `${kind}:${place}/${name}`.toLowerCase()
    })
  })
  return joined([...new Set(found)], '\n')
}

function kindOf(entity: Entry): string {
  return (textIn(entity['kind']) ?? '').toLowerCase()
}

/** The links of an entity, the addresses of its interfaces, and where its source is. */
function linksOf(metadata: Entry, spec: Entry): string | null {
  const annotations = entryIn(metadata['annotations'])
  const source = textIn(annotations['backstage.io/source-location'])?.replace(/^url:/, '')
  const project = textIn(annotations['github.com/project-slug'])
  const remotes = listIn(spec['remotes']).map((remote) => textIn(entryIn(remote)['url']))
  const links = listIn(metadata['links']).map((link) =>
    linkText(entryIn(link)['url'], entryIn(link)['title']),
  )
  return joined(
    [...remotes, ...links, source, !source && project ? `https://github.com/${project}` : null],
    '\n',
  )
}
