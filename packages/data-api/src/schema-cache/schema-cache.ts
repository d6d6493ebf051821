import type { FunctionSchema } from './functions.ts'
import type { MediaHandlers } from './media-handlers.ts'
import type { Relation, SchemaMap, Table } from './relation.ts'
import type { Relationship } from './relationships.ts'

/** All names that a request may contain. It has nothing outside the exposed schemas. */
export interface SchemaCache {
  tables: SchemaMap<Table>
  functions: SchemaMap<readonly FunctionSchema[]>
  /** Relationships by the table that they start from. */
  relationships: SchemaMap<readonly Relationship[]>
  /**
   * Aggregates that return rows as a media type, by the relation whose rows they take; under null, those for any rows.
   */
  mediaHandlers: ReadonlyMap<Relation | null, MediaHandlers>
  /** The types for casts after `::`, from the name in lowercase to the type as Postgres spells it. */
  castTypes: ReadonlyMap<string, string>
  /** Text search configurations by name. */
  textSearchConfigs: ReadonlySet<string>
  timeZones: ReadonlySet<string>
}
