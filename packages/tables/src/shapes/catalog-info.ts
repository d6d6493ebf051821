import { rowsOf, type ShapedRows } from './shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from './values.ts'

/** The kinds of Backstage that a register has a place for; templates, locations and domains are none of them. */
const KINDS = new Set(['component', 'system', 'api', 'resource', 'group', 'user'])

const HEAD = [
  'name',
  'title',
  'description',
  'kind',
  'type',
  'lifecycle',
  'owner',
  'system',
  'email',
  'tags',
  'links',
  'depends_on',
  'source_id',
] as const

/** Whether a document is an entity of a Backstage catalog, as `catalog-info.yaml` holds them. */
export function isCatalogEntity(value: unknown): value is Entry {
  return (
    isEntry(value) &&
    textIn(value['kind']) !== null &&
    textIn(value['apiVersion']) !== null &&
    textIn(entryIn(value['metadata'])['name']) !== null
  )
}

/** Entities as rows. `source_id` is the reference by which Backstage knows the entity. */
export function catalogRows(entities: readonly Entry[]): ShapedRows {
  const known = entities.filter((entity) => KINDS.has(kindOf(entity)))
  return rowsOf('catalog_info', HEAD, known.map(catalogRow))
}

function catalogRow(entity: Entry) {
  const metadata = entryIn(entity['metadata'])
  const spec = entryIn(entity['spec'])
  const profile = entryIn(spec['profile'])
  const name = textIn(metadata['name'])
  const namespace = textIn(metadata['namespace']) ?? 'default'
  return {
    name,
    title: textIn(metadata['title']) ?? textIn(profile['displayName']),
    description: textIn(metadata['description']),
    kind: textIn(entity['kind']),
    type: textIn(spec['type']),
    lifecycle: textIn(spec['lifecycle']),
    owner: textIn(spec['owner']),
    system: textIn(spec['system']),
    email: textIn(profile['email']),
    tags: joined(listIn(metadata['tags'])),
    links: linksOf(metadata),
    depends_on: joined(listIn(spec['dependsOn'])),
    source_id: `${kindOf(entity)}:${namespace}/${name}`.toLowerCase(),
  }
}

function kindOf(entity: Entry): string {
  return (textIn(entity['kind']) ?? '').toLowerCase()
}

/** The links of an entity, and where its source is. */
function linksOf(metadata: Entry): string | null {
  const annotations = entryIn(metadata['annotations'])
  const source = textIn(annotations['backstage.io/source-location'])?.replace(/^url:/, '')
  const project = textIn(annotations['github.com/project-slug'])
  const links = listIn(metadata['links']).map((link) =>
    linkText(entryIn(link)['url'], entryIn(link)['title']),
  )
  return joined([...links, source, !source && project ? `https://github.com/${project}` : null], '\n')
}
