/**
 * The built-in types that a request may cast to, as Postgres spells them. Left out on purpose: the `reg…` types,
 * because they reveal what exists in the database, and types that only the server itself uses.
 */
const SPELLED = [
  'text',
  'character varying',
  'bpchar',
  'boolean',
  'smallint',
  'integer',
  'bigint',
  'real',
  'double precision',
  'numeric',
  'money',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'bytea',
  'inet',
  'cidr',
  'macaddr',
  'bit varying',
  'tsvector',
  'tsquery',
  'int4range',
  'int8range',
  'numrange',
  'daterange',
  'tsrange',
  'tstzrange',
] as const

/** Other names of these types, as people write them. */
const ALSO: Readonly<Record<string, (typeof SPELLED)[number]>> = {
  varchar: 'character varying',
  char: 'bpchar',
  character: 'bpchar',
  bool: 'boolean',
  int2: 'smallint',
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float: 'double precision',
  float8: 'double precision',
  decimal: 'numeric',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  varbit: 'bit varying',
}

/** From the name in a request, in lower case, to the type. A leading underscore means an array, as in the catalogue. */
export const BUILT_IN_CASTS: ReadonlyMap<string, string> = new Map(
  [...SPELLED.map((name) => [name, name] as const), ...Object.entries(ALSO)].flatMap(([name, spelled]) => [
    [name, spelled],
    [`_${name}`, `${spelled}[]`],
  ]),
)
