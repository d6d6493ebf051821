import type { FunctionSchema } from './functions.ts'
import type { MediaHandlers } from './media-handlers.ts'
import type { Relation, SchemaMap, Table } from './relation.ts'
import type { Relationship } from './relationships.ts'

/** All that may be named in a request. Nothing outside the exposed schemas is in here. */
export interface SchemaCache {
  tables: SchemaMap<Table>
  functions: SchemaMap<readonly FunctionSchema[]>
  /** Relationships by the table that they start from. */
  relationships: SchemaMap<readonly Relationship[]>
  /** Aggregates that answer rows as a media type, by the relation whose rows they take; under null, of any rows. */
  mediaHandlers: ReadonlyMap<Relation | null, MediaHandlers>
  /** What may stand behind `::`, from the name in lower case to the type as Postgres spells it. */
  castTypes: ReadonlyMap<string, string>
  /** Text search configurations by name. */
  textSearchConfigs: ReadonlySet<string>
  timeZones: ReadonlySet<string>
}
