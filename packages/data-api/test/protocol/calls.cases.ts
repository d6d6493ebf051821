import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function called(request: string, answer: unknown, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request, status: 200, answer, ...options }
}

/** Functions, by GET and by POST. */
export const CALLS: ProtocolCase[] = [
  called('GET /rpc/add?a=1&b=2', 3),
  called('GET /rpc/add?a=1', 11),
  called('POST /rpc/add', 3, { headers: JSON_BODY, body: '{"a": 1, "b": 2}' }),
  called('POST /rpc/add', 3, { headers: FORM, body: 'a=1&b=2' }),
  called('GET /rpc/total?numbers=1&numbers=2&numbers=3', 6),
  called('POST /rpc/total', 6, { headers: JSON_BODY, body: '{"numbers": [1, 2, 3]}' }),
  called('POST /rpc/greet', 'Hello Ada', { headers: JSON_BODY, body: '{"person": {"name": "Ada"}}' }),
  called('POST /rpc/echo', { a: [1, 2] }, { headers: JSON_BODY, body: '{"a": [1, 2]}' }),
  called('GET /rpc/letters', ['a', 'b', 'c']),
  called('GET /rpc/letters?limit=2', ['a', 'b']),
  called('GET /rpc/letters?offset=2', ['c']),
  called('GET /rpc/projects_of?person=1&select=name&order=id', [
    { name: 'Engine' },
    { name: 'Stars * and % signs' },
  ]),
  called('GET /rpc/projects_of?person=1&name=like.%ngin%&select=id', [{ id: 1 }]),
  called('GET /rpc/projects_of?person=2&select=id,tasks(number)', [{ id: 2, tasks: [{ number: 1 }] }]),
  called('GET /rpc/first_project?select=id,name', { id: 1, name: 'Engine' }),
  called('GET /rpc/numbers?upto=2', [
    { n: 1, square: 1 },
    { n: 2, square: 4 },
  ]),
  called('GET /rpc/numbers?upto=3&square=gt.4', [{ n: 3, square: 9 }]),
  called('GET /rpc/numbers?upto=3&order=n.desc&limit=1', [{ n: 3, square: 9 }]),
  called('GET /rpc/numbers?upto=2&select=square', [{ square: 1 }, { square: 4 }]),
  called('POST /rpc/say_nothing', '', { status: 204, headers: JSON_BODY, body: '{}' }),
  called('POST /rpc/twofold', 'number', { headers: JSON_BODY, body: '{"a": 1}' }),
  called('POST /rpc/twofold', 'text', { headers: JSON_BODY, body: '{"b": "x"}' }),
  called('GET /rpc/page', '<b>hello</b>', {
    headers: { accept: 'text/html' },
    answered: { 'content-type': 'text/html; charset=utf-8' },
  }),
  called('GET /rpc/document', '<a/>', {
    headers: { accept: 'text/xml' },
    answered: { 'content-type': 'text/xml; charset=utf-8' },
  }),
  called('GET /rpc/much?bytes=3', 'xxx', {
    headers: { accept: 'text/plain' },
    answered: { 'content-type': 'text/plain; charset=utf-8' },
  }),
  called('GET /rpc/brew?status=201', 'tea', { status: 201 }),
  called('GET /rpc/brew?status=200&headers=[{"X-Pot":"blue"}]', 'tea', { answered: { 'x-pot': 'blue' } }),
  called('GET /rpc/brew?status=200&headers=[{"Vary":"X-Pot"}]', 'tea', { answered: { vary: 'X-Pot' } }),
  called('GET /rpc/add_counter?label=x', undefined, { status: 405 }),
]
