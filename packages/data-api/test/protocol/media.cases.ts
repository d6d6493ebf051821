import type { ProtocolCase } from './case.ts'

function accepts(request: string, accept: string, answer: string, type: string): ProtocolCase {
  return {
    request,
    headers: { accept },
    status: 200,
    answer: type.includes('json') ? JSON.parse(answer) : answer,
    answered: { 'content-type': type },
  }
}

function notAvailable(request: string, accept: string): ProtocolCase {
  return {
    request,
    headers: { accept },
    status: 406,
    answer: { code: 'PGRST107', message: `None of these media types are available: ${accept}` },
    answered: { 'proxy-status': 'PostgREST; error=PGRST107' },
  }
}

const TABS = 'text/tab-separated-values'
/** PostgREST names the character set of those types alone that it knows itself. */
const TABS_TYPE = TABS
const ROWS = 'application/vnd.rows'
const JSON_TYPE = 'application/json; charset=utf-8'
const BYTES = 'application/octet-stream'

/** Aggregates of the schema that answer rows, and functions whose values are of a media type. */
export const MEDIA: ProtocolCase[] = [
  accepts('GET /spots?order=id', TABS, '3\t4\n5\t6\n', TABS_TYPE),
  accepts('GET /spots?order=id.desc', TABS, '5\t6\n3\t4\n', TABS_TYPE),
  accepts('GET /spots?id=eq.2', TABS, '5\t6\n', TABS_TYPE),
  accepts('GET /spots?order=id&limit=1', TABS, '3\t4\n', TABS_TYPE),
  accepts('GET /spots?id=eq.9', TABS, '', TABS_TYPE),
  accepts('GET /spots?select=*&id=eq.1', TABS, '3\t4\n', TABS_TYPE),
  accepts('GET /rpc/all_spots', TABS, '3\t4\n5\t6\n', TABS_TYPE),
  accepts('GET /rpc/all_spots?id=eq.1', TABS, '3\t4\n', TABS_TYPE),
  accepts('GET /rpc/spot', TABS, '3\t4\n', TABS_TYPE),
  accepts('GET /spots?order=id', 'image/x-dot', '\x03\x05', 'image/x-dot'),
  notAvailable('GET /spots?select=id,x,y', TABS),
  notAvailable('GET /spots?select=id', TABS),
  notAvailable('GET /spots?select=*,id', TABS),
  notAvailable('GET /projects', TABS),
  notAvailable('GET /rpc/letters', TABS),
  { request: 'HEAD /spots', headers: { accept: TABS }, status: 200, answered: { 'content-type': TABS_TYPE } },
  {
    request: 'POST /counters',
    headers: { accept: ROWS, prefer: 'return=representation', 'content-type': 'application/json' },
    body: '{"label": "x"}',
    status: 201,
    answered: { 'content-type': ROWS },
  },
  accepts('GET /spots?order=id', `image/unknown, ${TABS}`, '3\t4\n5\t6\n', TABS_TYPE),
  accepts('GET /spots?id=eq.1', `${TABS};q=0.1, application/json`, '[{"id":1,"x":3,"y":4}]', JSON_TYPE),
  accepts(
    'GET /spots?id=eq.1',
    'application/vnd.pgrst.object+json',
    '{"id":1,"x":3,"y":4}',
    'application/vnd.pgrst.object+json; charset=utf-8',
  ),
  accepts('GET /spots?order=id', ROWS, '(1,3,4)\n(2,5,6)\n', ROWS),
  accepts('GET /spots?order=id&select=y', ROWS, '(4)\n(6)\n', ROWS),
  accepts('GET /spots?order=id&select=y,x', ROWS, '(4,3)\n(6,5)\n', ROWS),
  accepts('GET /projects?id=eq.1&select=id,name', ROWS, '(1,Engine)\n', ROWS),
  accepts('GET /rpc/all_spots', ROWS, '(1,3,4)\n(2,5,6)\n', ROWS),
  accepts('GET /rpc/numbers?upto=2', ROWS, '(1,1)\n(2,4)\n', ROWS),
  accepts('GET /waves?order=id', 'text/csv', 'wave\n1\n2', 'text/csv; charset=utf-8'),
  {
    request: 'GET /waves?order=id',
    headers: { accept: 'text/csv' },
    status: 200,
    answered: { 'content-disposition': 'attachment; filename=waves.csv' },
  },
  accepts('GET /waves?order=id&select=id', 'text/csv', 'id\n1\n2', 'text/csv; charset=utf-8'),
  accepts('GET /waves?order=id', 'application/json', '[{"id":1},{"id":2}]', JSON_TYPE),
  accepts('GET /ripples?order=id', 'any/thing', '12', BYTES),
  accepts('GET /ripples?order=id', '*/*', '12', BYTES),
  accepts('GET /ripples?order=id', 'application/json', '12', BYTES),
  accepts('GET /ripples?order=id', 'text/csv', '12', BYTES),
  accepts('GET /ripples?order=id&select=id', 'application/json', '[{"id":1},{"id":2}]', JSON_TYPE),
  { ...accepts('GET /ripples?order=id', '', '12', BYTES), headers: {} },
  accepts('GET /rpc/dot', 'image/x-dot', '\x01\x02', 'image/x-dot'),
  accepts('GET /rpc/dot', 'image/x-dot, */*', '\x01\x02', 'image/x-dot'),
  accepts('GET /rpc/dot', 'text/html,image/x-dot,*/*;q=0.8', '\x01\x02', 'image/x-dot'),
  accepts('POST /rpc/dot', 'image/x-dot', '\x01\x02', 'image/x-dot'),
  accepts('GET /rpc/no_dot', 'image/x-dot', '', 'image/x-dot'),
  accepts('GET /rpc/dot', 'application/json', '"\\\\x0102"', JSON_TYPE),
  accepts('GET /rpc/anything', 'image/x-dot', 'x', BYTES),
  accepts('GET /rpc/anything', 'application/json', 'x', BYTES),
  accepts('GET /rpc/anything', '*/*', 'x', BYTES),
  accepts('GET /rpc/anything', 'text/plain', 'x', BYTES),
  accepts('GET /rpc/chosen', '*/*', 'chosen', 'app/chosen'),
  accepts('GET /rpc/chosen', 'app/other', 'chosen', 'app/chosen'),
  accepts('GET /rpc/table_text', TABS, 'a\tb', TABS_TYPE),
  accepts('GET /rpc/table_text', 'application/json', '"a\\tb"', JSON_TYPE),
  notAvailable('GET /rpc/table_text', 'image/x-dot'),
  notAvailable('GET /rpc/letters', 'text/plain'),
  notAvailable('GET /rpc/documents', 'text/xml'),
  notAvailable('GET /rpc/add?a=1', 'text/xml'),
  notAvailable('GET /projects', 'text/plain'),
  notAvailable('GET /projects', 'undefined'),
  accepts('GET /rpc/letters', 'text/csv', 'letters\na\nb\nc', 'text/csv; charset=utf-8'),
  accepts('GET /rpc/add?a=1', 'text/csv', 'add\n11', 'text/csv; charset=utf-8'),
  accepts('GET /rpc/numbers?upto=2', 'text/csv', 'n,square\n1,1\n2,4', 'text/csv; charset=utf-8'),
  accepts('GET /rpc/add?a=1', 'text/plain', '11', 'text/plain; charset=utf-8'),
  accepts('GET /rpc/add?a=1', 'text/plain, application/json', '11', 'text/plain; charset=utf-8'),
  accepts('GET /projects?id=eq.1&select=id', 'text/plain, application/json', '[{"id":1}]', JSON_TYPE),
]
