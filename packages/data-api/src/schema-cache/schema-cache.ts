import type { FunctionSchema } from './functions.ts'
import type { SchemaMap, Table } from './relation.ts'
import type { Relationship } from './relationships.ts'

/** All that may be named in a request. Nothing outside the exposed schemas is in here. */
export interface SchemaCache {
  tables: SchemaMap<Table>
  functions: SchemaMap<readonly FunctionSchema[]>
  /** Relationships by the table that they start from. */
  relationships: SchemaMap<readonly Relationship[]>
  /** What may stand behind `::`, from the name in lower case to the type as Postgres spells it. */
  castTypes: ReadonlyMap<string, string>
  /** Text search configurations by name. */
  textSearchConfigs: ReadonlySet<string>
  timeZones: ReadonlySet<string>
}
