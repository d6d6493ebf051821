import { type ProtocolCase, readsIds } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const TEXT_BODY = { 'content-type': 'text/plain' }
const SHOW = { ...JSON_BODY, prefer: 'return=representation' }

function reads(url: string, answer: unknown): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer }
}

function refuses(url: string, status: number, answer: unknown): ProtocolCase {
  return { request: `GET ${url}`, status, answer }
}

/** The filter operators on `ltree`, alone and in lists. */
const TREES: ProtocolCase[] = readsIds('shelves', [
  ['path=cs.hall.left.top', [1, 2]],
  ['path=cd.hall.left', [1, 2]],
  ['path=cd.attic', [3]],
  ['path=not.cd.hall', [3]],
  ['path=eq.attic', [3]],
  ['path=neq.attic', [1, 2]],
  ['path=in.(attic,hall.left)', [1, 3]],
  ['path=not.in.(attic,hall.left)', [2]],
  ['path=eq(any).{attic,hall.left}', [1, 3]],
  ['path=lt.b', [3]],
  ['path=gte.hall.left', [1, 2]],
  ['path=gt(all).{attic,hall.left}', [2]],
  ['path=isdistinct.attic', [1, 2]],
  ['path=is.null', []],
  ['path=match.*.left.*', [1, 2]],
  ['path=match.hall.*%7B1%7D', [1]],
  ['path=match.H*@.*', [1, 2]],
  ['path=match.!attic', []],
  ['path=not.match.hall.*', [3]],
  ['path=match(any).{attic,*.top}', [2, 3]],
  ['path=match(all).{hall.*,*.left}', [1]],
  ['or=(path.match.*.top,path.eq.attic)', [2, 3]],
  ['roads=cs.{sea.north}', [2]],
  ['roads=ov.{sea.south,sea.north.ice}', [2, 3]],
  ['roads=match.*.ice', [3]],
  ['roads=eq.{}', [1]],
])

/** `citext`, and the operators that indices of `pg_trgm` serve. */
const WORDS: ProtocolCase[] = readsIds('shelves', [
  ['label=eq.MAPS', [1, 2]],
  ['label=neq.MAPS', [3]],
  ['label=like.maps', [1, 2]],
  ['label=like.*ETT*', [3]],
  ['label=ilike.L*', [3]],
  ['label=like(any).{l*,m*}', [1, 2, 3]],
  ['label=match.^MA', [1, 2]],
  ['label=imatch.s$', [1, 2, 3]],
  ['label=in.(letters)', [3]],
  ['closeness=gt.0.5', [3]],
  ['depth=gte.2', [1, 2]],
])

const VALUES: ProtocolCase[] = [
  reads('/shelves?id=eq.2&select=path,roads', [{ path: 'hall.left.top', roads: ['sea.north', 'sea.south'] }]),
  reads('/shelves?select=id&order=path.desc', [{ id: 2 }, { id: 1 }, { id: 3 }]),
  reads('/shelves?select=id&order=closeness.desc,id&limit=1', [{ id: 3 }]),
  reads('/shelves?select=id,depth&order=depth.desc,id', [
    { id: 2, depth: 3 },
    { id: 1, depth: 2 },
    { id: 3, depth: 1 },
  ]),
  reads('/shelves?id=eq.1&select=path::text', [{ path: 'hall.left' }]),
  reads('/shelves?id=eq.1&select=road:label::ltree', [{ road: 'Maps' }]),
  refuses('/shelves?select=path::lquery', 400, {
    code: '42846',
    message: 'cannot cast type ltree to lquery',
  }),
  reads('/shelves?id=eq.3&select=label::citext', [{ label: 'Letters' }]),
  refuses('/shelves?select=path::ltxt', 400, { code: '42704', message: 'type "ltxt" does not exist' }),
  refuses('/shelves?path=eq.a..b', 400, { code: '42601' }),
  refuses('/shelves?path=match.a..b', 400, { code: '42601' }),
  refuses('/shelves?path=like.hall*', 404, {
    code: '42883',
    message: 'operator does not exist: ltree ~~ unknown',
  }),
  refuses('/shelves?path=imatch.hall', 404, {
    code: '42883',
    message: 'operator does not exist: ltree ~* unknown',
  }),
]

const CALLS: ProtocolCase[] = [
  reads('/rpc/shelves_below?road=hall.left&select=id&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/rpc/shelves_below?road=hall&path=match.*.top&select=id', [{ id: 2 }]),
  reads('/rpc/road_above?road=hall.left.top', 'hall.left'),
  {
    request: 'POST /rpc/road_above',
    headers: JSON_BODY,
    body: '{"road": "hall.left"}',
    status: 200,
    answer: 'hall',
  },
  refuses('/rpc/road_above?road=a..b', 400, { code: '42601' }),
  reads('/rpc/shelves_named?word=leters&select=id', [{ id: 3 }]),
  reads('/rpc/shelves_named?word=map&select=id', [{ id: 1 }, { id: 2 }]),
  reads('/rpc/show_limit', 0.3),
  {
    request: 'POST /rpc/show_trgm',
    headers: TEXT_BODY,
    body: 'ab',
    status: 200,
    answer: ['  a', ' ab', 'ab '],
  },
  refuses('/rpc/similarity?a=x&b=y', 404, { code: 'PGRST202' }),
]

const WRITES: ProtocolCase[] = [
  {
    request: 'POST /shelves?select=id,path,roads,depth',
    headers: SHOW,
    body: '{"id": 9, "path": "cellar.rack", "label": "Jars", "roads": ["sea.north"]}',
    status: 201,
    answer: [{ id: 9, path: 'cellar.rack', roads: ['sea.north'], depth: 2 }],
  },
  {
    request: 'PATCH /shelves?path=match.cellar.*&select=path',
    headers: SHOW,
    body: '{"path": "cellar"}',
    status: 200,
    answer: [{ path: 'cellar' }],
  },
  {
    request: 'PATCH /shelves?id=eq.9',
    headers: JSON_BODY,
    body: '{"path": "a..b"}',
    status: 400,
    answer: { code: '42601' },
  },
  {
    request: 'DELETE /shelves?path=cd.cellar&select=id',
    headers: SHOW,
    status: 200,
    answer: [{ id: 9 }],
  },
]

/** Types, operators and functions of the extensions `ltree`, `citext` and `pg_trgm`, which come with Postgres. */
export const EXTENSIONS: ProtocolCase[] = [...TREES, ...WORDS, ...VALUES, ...CALLS, ...WRITES]
