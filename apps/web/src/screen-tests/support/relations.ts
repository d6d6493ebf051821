import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { MapPart } from '@cairn/workspace/port/records/record-map'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Edge, NewRelation, Relation, RelationsPart } from '@cairn/workspace/port/records/relations'
import type { Solution } from '@cairn/workspace/port/records/solutions'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { mapAmong, placedBy } from '@/workspace/demo/record-map.ts'
import { neighboursAmong } from '@/workspace/demo/relations.ts'

/** The records of the catalogues that a test arranges. */
type RecordsOf = Readonly<Partial<Record<CatalogueKind, () => readonly CatalogueRecord[]>>>

/**
 * Relations that are kept, beside the systems of solutions.
 *
 * @param names of people and tags, for the map
 */
export function relationsPart(
  arranged: RecordsOf,
  solutions: () => readonly Solution[],
  names: ReadonlyMap<string, string>,
): RelationsPart & MapPart {
  const recordsOf = (kind: CatalogueKind) => arranged[kind]?.() ?? []
  let kept: readonly NewRelation[] = []
  const isSame = (one: Relation, other: Relation) =>
    one.fromId === other.fromId && one.toId === other.toId && one.type === other.type
  const nodes = () =>
    CATALOGUE_KINDS.flatMap((kind) =>
      recordsOf(kind).map(({ id, name, status, ownerId, fields: { criticality } }) => ({
        ...{ id, kind, name, status, ownerId, state: null, troubleSince: null, maintenanceUntil: null },
        criticality: typeof criticality === 'string' ? criticality : null,
      })),
    )
  const links = () =>
    solutions().flatMap(({ id, relatedSystems }) =>
      relatedSystems.map((toId): Edge => {
        return { fromId: id, toId, type: 'depends_on', note: '', field: null, isRelation: false }
      }),
    )
  return {
    neighbours: async (_, id, depth, limit) => {
      const edges = kept.map((relation): Edge => ({ ...relation, field: null, isRelation: true }))
      return neighboursAmong(nodes(), [...edges, ...links()], id, depth, limit)
    },
    map: async (by, unfolded, list) => {
      const edges = kept.map((relation): Edge => ({ ...relation, field: null, isRelation: true }))
      const recordOf = ({ kind, id }: { kind: CatalogueKind; id: string }) =>
        recordsOf(kind).find((record) => record.id === id)
      const ids = new Set(list && filterRecords(recordsOf(list.kind), list.filter).map(({ id }) => id))
      const listed = nodes().filter(({ id }) => list === null || ids.has(id))
      return mapAmong(placedBy(by, listed, recordOf, names), [...edges, ...links()], unfolded)
    },
    async add(relation) {
      if (kept.some((known) => isSame(known, relation)))
        throw new WorkspaceError(phrase('Something went wrong.'), {
          kind: 'conflict',
          refusal: { code: 'relation.exists', parameters: {} },
        })
      kept = [...kept, relation]
    },
    async remove(relation) {
      kept = kept.filter((known) => !isSame(known, relation))
    },
  }
}
