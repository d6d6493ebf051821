import { ambiguousRelationship, relationshipNotFound } from '../errors/schema-errors.ts'
import type { EmbedItem } from '../request/select.ts'
import { inSchema, type Relation } from '../schema-cache/relation.ts'
import { joiningColumns, type Relationship } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'

/**
 * Finds the relationship that an embedded resource means: by the name of its table, of the constraint or of the column
 * that points at it; a hint decides between several. A function of the row goes before all of them. Throws PGRST200
 * when
 * there is none, PGRST201 when there are several.
 * Source: https://docs.postgrest.org/en/v14/references/api/resource_embedding.html#foreign-key-joins-on-multiple-foreign-key-relationships
 */
export function findRelationship(
  cache: SchemaCache,
  origin: Relation,
  { target, hint }: Pick<EmbedItem, 'target' | 'hint'>,
): Relationship {
  const known = (inSchema(cache.relationships, origin.schema, origin.name) ?? []).filter(
    (relationship) => relationship.target.schema === origin.schema && canStart(relationship, origin),
  )
  const computed = known.filter(({ computedBy }) => computedBy?.name === target).slice(0, 1)
  const [found, ...others] =
    computed.length > 0 ? computed : known.filter((relationship) => isMeant(relationship, target, hint))
  if (found === undefined) {
    throw relationshipNotFound(
      origin,
      target,
      hint,
      known.map((relationship) => relationship.target),
    )
  }
  if (others.length > 0) throw ambiguousRelationship(origin, target, [found, ...others])
  return found
}

/** A function may be called as a table and return other columns. */
function canStart(relationship: Relationship, origin: Relation): boolean {
  if (relationship.computedBy !== null) return 'primaryKey' in origin
  return joiningColumns(relationship).every((name) => origin.columns.has(name))
}

function isMeant(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.computedBy !== null) return false
  if (isSelfReference(relationship)) return isMeantOfSelf(relationship, target, hint)
  const isNamed = relationship.target.name === target
  if (hint !== null) return isNamed && answersTo(relationship, hint)
  if (isNamed || relationship.target.isView) return isNamed
  return hasConstraint(relationship, target) || singleColumn(relationship)?.[0] === target
}

function answersTo(relationship: Relationship, hint: string): boolean {
  return (
    hasConstraint(relationship, hint) ||
    relationship.junction?.table.name === hint ||
    (singleColumn(relationship)?.includes(hint) ?? false)
  )
}

/**
 * Both directions of a key within one table have the same target: the column's name means the parent, the table's name
 * the children.
 */
function isMeantOfSelf(relationship: Relationship, target: string, hint: string | null): boolean {
  const [here, there] = singleColumn(relationship) ?? []
  const isDownwards = relationship.cardinality === 'one-to-many' && relationship.target.name === target
  if (hint !== null) return isDownwards && there === hint
  return isDownwards || (relationship.cardinality === 'many-to-one' && here === target)
}

function isSelfReference({ schema, name, target }: Relationship): boolean {
  return target.schema === schema && target.name === name
}

function hasConstraint({ junction, constraint, constraintOfTable }: Relationship, name: string): boolean {
  return junction === null && (constraint === name || constraintOfTable === name)
}

/** The pair of columns of a key that has only one. */
function singleColumn({ columns }: Relationship): readonly [string, string] | undefined {
  return columns.length === 1 ? columns[0] : undefined
}
