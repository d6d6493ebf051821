import { z } from 'zod'
import { SPELLED_TYPES } from './introspection-sql.ts'
import type { Representation } from './relation.ts'

/**
 * Implicit casts by functions between a domain and JSON or text. Postgres itself never follows casts of domains.
 * Source: https://docs.postgrest.org/en/v14/references/api/domain_representations.html
 */
export const REPRESENTATIONS = `
  with recursive ${SPELLED_TYPES},
  casts as (
    select
      case when source.typtype = 'd' then source.oid else target.oid end as domain,
      source.typtype = 'd' as outwards,
      case when source.typtype = 'd' then target.oid else source.oid end = 'json'::regtype as is_json,
      json_build_object('schema', n.nspname, 'name', p.proname) as function
    from pg_cast c
    join pg_type source on source.oid = c.castsource
    join pg_type target on target.oid = c.casttarget
    join pg_proc p on p.oid = c.castfunc
    join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i' and c.castmethod = 'f'
      and (
        source.typtype = 'd' and c.casttarget = 'json'::regtype
        or target.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype)
      )
  )
  select coalesce(json_agg(json_build_object(
    'type', spelled.name, 'outwards', outwards, 'isJson', is_json, 'function', function
  )), '[]')::text as answer
  from casts
  join spelled on spelled.oid = casts.domain
  where $1::text is not null`

export const representationRows = z.array(
  z.object({
    type: z.string(),
    outwards: z.boolean(),
    isJson: z.boolean(),
    function: z.object({ schema: z.string(), name: z.string() }),
  }),
)

/** The representations by the name of their domain, as Postgres spells it. */
export function representationsOf(
  rows: z.infer<typeof representationRows>,
): ReadonlyMap<string, Representation> {
  const all = new Map<string, Representation>()
  for (const { type, outwards, isJson, function: cast } of rows) {
    const sofar = all.get(type) ?? { toJson: null, fromJson: null, fromText: null }
    if (outwards) all.set(type, { ...sofar, toJson: cast })
    else all.set(type, isJson ? { ...sofar, fromJson: cast } : { ...sofar, fromText: cast })
  }
  return all
}
