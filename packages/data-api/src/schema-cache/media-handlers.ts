import { z } from 'zod'
import { EXPOSED, MEDIA_TYPE_NAME } from './introspection-sql.ts'
import type { QualifiedName, Relation } from './relation.ts'

/** An aggregate that combines rows into one value of a media type. */
export interface MediaHandler extends QualifiedName {
  /** The media type of the answer. */
  mediaType: string
  /** True when the value is of bytes. */
  binary: boolean
  /** The relation whose rows it takes, null where it takes those of any. */
  target: QualifiedName | null
}

/** The handlers by the requested media type; `*` `/` `*` stands for all. */
export type MediaHandlers = ReadonlyMap<string, MediaHandler>

/** The name for every media type, which a domain can have too. */
export const ANY_TYPE = '*/*'

/** The media type of a domain's values. The domain for any media type leaves it open. */
export function answeredAs(domain: string): string {
  return domain === ANY_TYPE ? 'application/octet-stream' : domain
}

/**
 * Aggregates of the exposed schemas over one row, whose result is of a domain that is named as a media type.
 * Source: https://docs.postgrest.org/en/v14/references/api/media_type_handlers.html
 */
export const MEDIA_HANDLERS = `
  with ${EXPOSED}
  select coalesce(json_agg(json_build_object(
    'schema', e.nspname,
    'name', p.proname,
    'domain', lower(d.typname),
    'binary', d.typbasetype = 'bytea'::regtype,
    'relationId', nullif(taken.typrelid, 0)::text
  ) order by p.oid), '[]')::text as answer
  from pg_proc p
  join exposed e on e.oid = p.pronamespace
  join pg_type d on d.oid = p.prorettype and d.typtype = 'd' and d.typname ~* '${MEDIA_TYPE_NAME}'
  join pg_type taken on taken.oid = p.proargtypes[0]
  where p.prokind = 'a' and p.pronargs = 1
    and (taken.typrelid <> 0 or taken.oid = 'anyelement'::regtype)`

export const mediaHandlerRows = z.array(
  z.object({
    schema: z.string(),
    name: z.string(),
    domain: z.string(),
    binary: z.boolean(),
    relationId: z.string().nullable(),
  }),
)

/** The handlers by the relation whose rows they take, those of any rows under null. */
export function mediaHandlersOf(
  rows: z.infer<typeof mediaHandlerRows>,
  relationById: ReadonlyMap<string, Relation>,
): ReadonlyMap<Relation | null, MediaHandlers> {
  const all = new Map<Relation | null, Map<string, MediaHandler>>()
  for (const { schema, name, domain, binary, relationId } of rows) {
    const relation = relationId === null ? null : relationById.get(relationId)
    if (relation === undefined) continue
    const target = relation && { schema: relation.schema, name: relation.name }
    const known = all.get(relation) ?? new Map<string, MediaHandler>()
    all.set(relation, known.set(domain, { schema, name, mediaType: answeredAs(domain), binary, target }))
  }
  return all
}
