import { type ProtocolCase, refuses } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const CSV = { 'content-type': 'text/csv' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const TEXT = { 'content-type': 'text/plain' }
const BYTES = { 'content-type': 'application/octet-stream' }

function gives(request: string, answer: unknown, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request, status: 200, answer, ...options }
}

function sends(
  request: string,
  body: string,
  answer: unknown,
  headers: Record<string, string> = JSON_BODY,
  status = 200,
): ProtocolCase {
  return gives(`POST ${request}`, answer, { headers, body, status })
}

const SPOT = { id: 1, x: 3, y: 4 }
const OTHER_SPOT = { id: 2, x: 5, y: 6 }

/** The results of functions: rows of unknown shape, several values, nothing. */
export const RESULTS: ProtocolCase[] = [
  gives('GET /rpc/pair', { a: 1, b: 'x' }),
  sends('/rpc/pair', '', { a: 1, b: 'x' }),
  gives('GET /rpc/pairs', [
    { a: 1, b: 'x' },
    { a: 2, b: 'x' },
  ]),
  gives('GET /rpc/pairs?limit=1', [{ a: 1, b: 'x' }]),
  gives('GET /rpc/named_pair?n=4', { a: 4, b: 5 }),
  sends('/rpc/named_pair', '{"n": 4}', { a: 4, b: 5 }),
  gives('GET /rpc/out_pair?n=4', { a: 4, b: 5 }),
  gives('GET /rpc/out_pair?n=4&select=b', { b: 5 }),
  gives('GET /rpc/one_out?n=4', { a: 4 }),
  gives('GET /rpc/in_out?n=4', { n: 8 }),
  gives('GET /rpc/out_pairs', [
    { a: 1, b: 2 },
    { a: 2, b: 4 },
  ]),
  gives('GET /rpc/out_pairs?b=gt.2', [{ a: 2, b: 4 }]),
  gives('GET /rpc/two_rows', [SPOT, OTHER_SPOT]),
  gives('GET /rpc/two_rows?order=id.desc&select=id', [{ id: 2 }, { id: 1 }]),
  gives('GET /rpc/spot', SPOT),
  gives('GET /rpc/spot?select=x', { x: 3 }),
  gives('GET /rpc/no_spot', { id: null, x: null, y: null }),
  gives('GET /rpc/null_row?select=name', { name: null }),
  gives('GET /rpc/null_text', null),
  gives('GET /rpc/many_moods', ['calm', 'busy']),
  gives('GET /rpc/stamp', '2024-05-01T12:00:00+00:00'),
  gives('GET /rpc/stamp', '2024-05-01T14:00:00+02:00', { headers: { prefer: 'timezone=Europe/Berlin' } }),
  gives('GET /rpc/letters?order=letters', undefined, { status: 400 }),
  gives('GET /rpc/all_spots?select=id,x&x=gt.3', [{ id: 2, x: 5 }]),
  gives('GET /rpc/all_spots', [OTHER_SPOT], {
    headers: { range: '1-1' },
    answered: { 'content-range': '1-1/*' },
  }),
  gives('GET /rpc/all_spots', [OTHER_SPOT], {
    status: 206,
    headers: { range: '1-1', prefer: 'count=exact' },
    answered: { 'content-range': '1-1/2' },
  }),
  sends('/rpc/all_spots?limit=1&offset=1', '{}', [OTHER_SPOT]),
  gives('POST /rpc/all_spots', [SPOT, OTHER_SPOT], {
    headers: { ...JSON_BODY, range: '1-1' },
    body: '{}',
    answered: { 'content-range': '0-1/*' },
  }),
  gives('GET /rpc/add?a=1', 11, {
    headers: { prefer: 'count=exact' },
    answered: { 'content-range': '0-0/1' },
  }),
  gives('GET /rpc/spot', SPOT, {
    headers: { prefer: 'count=exact' },
    answered: { 'content-range': '0-0/1' },
  }),
  gives('HEAD /rpc/all_spots', '', {
    headers: { prefer: 'count=exact' },
    answered: { 'content-range': '0-1/2', 'content-type': 'application/json; charset=utf-8' },
  }),
  gives('GET /rpc/all_spots?id=eq.1', SPOT, { headers: { accept: 'application/vnd.pgrst.object+json' } }),
  gives(
    'GET /rpc/all_spots',
    { code: 'PGRST116', details: 'The result contains 2 rows' },
    {
      status: 406,
      headers: { accept: 'application/vnd.pgrst.object+json' },
    },
  ),
  gives('GET /rpc/write_counter', { code: '25006' }, { status: 405 }),
  gives('HEAD /rpc/write_counter', '', { status: 405 }),
  gives('GET /people?id=eq.1&select=name,all_led(name)', [{ name: 'Ada', all_led: { name: 'Engine' } }]),
  gives('GET /people?id=eq.1&select=name,...all_led(led:name)', [{ name: 'Ada', led: 'Engine' }]),
  gives('GET /people?id=lte.2&select=name,all_led()&order=all_led(name).desc', [
    { name: 'Ada' },
    { name: 'Grace' },
  ]),
]

/** The arguments of functions: of every type, by address, JSON, CSV and form. */
export const ARGUMENTS: ProtocolCase[] = [
  sends('/rpc/add', 'a,b\n1,2', 3, CSV),
  sends('/rpc/add', 'a\n1', 11, CSV),
  sends('/rpc/add', 'a,b\n1,2\n5,6', 3, CSV),
  sends('/rpc/add', '[{"a": 1, "b": 2}]', 3),
  sends('/rpc/add', '[{"a": 1, "b": 2}, {"a": 5, "b": 6}]', 3),
  sends('/rpc/add?columns=a', '{"a": 1, "b": 5}', 11),
  sends('/rpc/add', 'a=1', 11, FORM),
  sends('/rpc/prefixed', '{"prefix": ">", "words": ["a", "b"]}', '>a-b'),
  gives('GET /rpc/prefixed?prefix=>&words=a&words=b', '>a-b'),
  gives('GET /rpc/prefixed?prefix=>&words=a', '>a'),
  sends('/rpc/prefixed', 'prefix=>&words=a&words=b', '>a-b', FORM),
  gives('GET /rpc/mean?v=1&v=2', 1.5),
  sends('/rpc/mean', '{"v": [1, 2, 3]}', 2),
  gives('GET /rpc/maybe', 0),
  gives('GET /rpc/maybe?v=7', 1),
  sends('/rpc/maybe', '{}', 0),
  gives('GET /rpc/numbers_of?list={1,2}', [1, 2]),
  sends('/rpc/numbers_of', '{"list": [1, 2]}', [1, 2]),
  sends('/rpc/numbers_of', '{"list": "{1,2}"}', [1, 2]),
  sends('/rpc/keys_of', '{"doc": {"a": 1, "b": 2}}', ['a', 'b']),
  gives('GET /rpc/keys_of?doc={"a":1}', ['a']),
  gives('GET /rpc/mood_of?wanted=busy', 'busy'),
  sends('/rpc/mood_of', '{"wanted": "calm"}', 'calm'),
  gives('GET /rpc/short?t=word', 'word'),
  gives('GET /rpc/quoted%20Name?a%20b=3', 3),
  sends('/rpc/quoted%20Name', '{"a b": 3}', 3),
  gives('GET /rpc/defaults', '1/2'),
  gives('GET /rpc/defaults?a=5', '5/2'),
  gives('GET /rpc/defaults?b=5', '1/5'),
  sends('/rpc/defaults', '{"b": 5}', '1/5'),
  sends('/rpc/defaults', '', '1/2'),
  gives('GET /rpc/area?side=3', 9),
  gives('GET /rpc/area?width=3&height=2', 6),
  sends('/rpc/area', '{"side": 3}', 9),
  sends('/rpc/area', '{"height": 2, "width": 3}', 6),
  sends('/rpc/take', '{"a": 1}', 'document {"a": 1}'),
  sends('/rpc/take', 'word', 'text word', TEXT),
  sends('/rpc/take', 'ab', 'bytes 6162', BYTES),
  sends('/rpc/shout', 'word', 'WORD', TEXT),
  // A value that is neither an object nor an array counts as no rows.
  sends('/rpc/echo', '5', []),
  sends('/rpc/echo', '[{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]),
  sends('/rpc/echo', '[1, 2]', { code: 'PGRST102', message: 'All object keys must match' }, JSON_BODY, 400),
  gives('GET /rpc/add?a=1&a=2', 12),
  gives('GET /rpc/projects_of?person=1&id=gt.1&select=id', [{ id: 4 }]),
  gives('GET /rpc/projects_of?person=1&or=(id.eq.1,id.eq.2)&select=id', [{ id: 1 }]),
  ...refuses([
    ['GET /rpc/mood_of?wanted=angry', 400, '22P02', 'invalid input value for enum mood: "angry"'],
    ['GET /rpc/add?a=x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    [
      'GET /rpc/area?width=3',
      404,
      'PGRST202',
      'Could not find the function public.area(width) in the schema cache',
    ],
    [
      'GET /rpc/area',
      404,
      'PGRST202',
      'Could not find the function public.area without parameters in the schema cache',
    ],
    [
      'GET /rpc/add?a=1&b=2&c=3',
      404,
      'PGRST202',
      'Could not find the function public.add(a, b, c) in the schema cache',
    ],
    ['GET /rpc/take?x=1', 404, 'PGRST202', 'Could not find the function public.take(x) in the schema cache'],
    ['PATCH /rpc/add', 405, 'PGRST101', 'Cannot use the PATCH method on RPC'],
    ['PUT /rpc/add', 405, 'PGRST101', 'Cannot use the PUT method on RPC'],
    ['GET /rpc/spot?select=none', 400, '42703', 'column spots.none does not exist'],
  ]),
]
