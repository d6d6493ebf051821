import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const SHOW = { ...JSON_BODY, prefer: 'return=representation' }

function reads(url: string, answer: unknown): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer }
}

const RED = { id: 1, name: 'Red', shade: '#ff0000' }
const BLUE = { id: 2, name: 'Blue', shade: '#0000ff' }

/** A domain that says itself what its JSON is. Each begins with the paints 1 (Red) and 2 (Blue), and 3 without shade. */
export const REPRESENTATIONS: ProtocolCase[] = [
  reads('/paints?id=eq.1', [RED]),
  reads('/paints?id=eq.1&select=shade', [{ shade: '#ff0000' }]),
  reads('/paints?id=eq.1&select=s:shade', [{ s: '#ff0000' }]),
  reads('/paints?id=eq.1&select=shade::integer', [{ shade: 16711680 }]),
  reads('/paints?id=eq.1&select=shade::text', [{ shade: '16711680' }]),
  reads('/paints?id=eq.1&select=*,id', [RED]),
  reads('/paints?id=eq.3', [{ id: 3, name: 'Clear', shade: null }]),
  reads('/named_paints?id=eq.2', [BLUE]),
  reads('/walls?select=id,paints(name,shade)', [{ id: 1, paints: { name: 'Red', shade: '#ff0000' } }]),
  reads('/walls?select=id,paints(*)', [{ id: 1, paints: RED }]),
  reads('/walls?select=id,...paints(shade)', [{ id: 1, shade: '#ff0000' }]),
  reads('/paints?shade=eq.%23ff0000&select=id', [{ id: 1 }]),
  reads('/paints?shade=eq.0000ff&select=id', [{ id: 2 }]),
  reads('/paints?shade=neq.0000ff&select=id', [{ id: 1 }]),
  reads('/paints?shade=gt.0000ff&select=id', [{ id: 1 }]),
  reads('/paints?shade=in.(0000ff,ff0000)&select=id&order=id', [{ id: 1 }, { id: 2 }]),
  reads('/paints?shade=in.()&select=id', []),
  reads('/paints?shade=not.in.(0000ff)&select=id', [{ id: 1 }]),
  reads('/paints?shade=eq(any).{0000ff,00ff00}&select=id', [{ id: 2 }]),
  reads('/paints?shade=is.null&select=id', [{ id: 3 }]),
  reads('/paints?or=(shade.eq.0000ff,shade.is.null)&select=id&order=id', [{ id: 2 }, { id: 3 }]),
  reads('/walls?select=id,paints!inner()&paints.shade=eq.ff0000', [{ id: 1 }]),
  reads('/paints?order=shade.nullslast&select=id', [{ id: 2 }, { id: 1 }, { id: 3 }]),
  {
    request: 'POST /paints',
    headers: SHOW,
    body: '{"id": 9, "name": "Green", "shade": "#00ff00"}',
    status: 201,
    answer: [{ id: 9, name: 'Green', shade: '#00ff00' }],
  },
  {
    request: 'POST /paints',
    headers: SHOW,
    body: '[{"id": 8, "name": "x", "shade": "1"}, {"id": 9, "name": "y", "shade": null}]',
    status: 201,
    answer: [
      { id: 8, name: 'x', shade: '#000001' },
      { id: 9, name: 'y', shade: null },
    ],
  },
  {
    request: 'POST /paints?select=id,shade::integer',
    headers: { ...SHOW, 'content-type': 'text/csv' },
    body: 'id,name,shade\n9,Green,#00ff00',
    status: 201,
    answer: [{ id: 9, shade: 65280 }],
  },
  {
    request: 'POST /paints?columns=id,name,shade',
    headers: { ...JSON_BODY, prefer: 'return=representation, missing=default' },
    body: '[{"id": 8, "name": "x"}, {"id": 9, "name": "y", "shade": "2"}]',
    status: 201,
    answer: [
      { id: 8, name: 'x', shade: '#0000ff' },
      { id: 9, name: 'y', shade: '#000002' },
    ],
  },
  {
    request: 'POST /paints?select=id,shade',
    headers: { ...JSON_BODY, prefer: 'return=representation, resolution=merge-duplicates' },
    body: '[{"id": 1, "name": "Red", "shade": "ee0000"}]',
    status: 200,
    answer: [{ id: 1, shade: '#ee0000' }],
  },
  {
    request: 'PATCH /paints?id=eq.1',
    headers: SHOW,
    body: '{"shade": "#aa0000"}',
    status: 200,
    answer: [{ ...RED, shade: '#aa0000' }],
  },
  {
    request: 'PATCH /paints?shade=eq.ff0000&select=id',
    headers: SHOW,
    body: '{"name": "Scarlet"}',
    status: 200,
    answer: [{ id: 1 }],
  },
  {
    request: 'PUT /paints?id=eq.1',
    headers: SHOW,
    body: '{"id": 1, "name": "Ruby", "shade": "bb0000"}',
    status: 200,
    answer: [{ id: 1, name: 'Ruby', shade: '#bb0000' }],
  },
  {
    request: 'DELETE /paints?shade=eq.0000ff',
    headers: SHOW,
    status: 200,
    answer: [BLUE],
  },
  {
    request: 'GET /paints?id=eq.1',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    status: 200,
    answer: RED,
  },
]

/** `Location` and rows of what is written through views. Each begins with two spots and two waves. */
export const VIEW_WRITES: ProtocolCase[] = [
  {
    request: 'POST /spot_waves',
    headers: { ...JSON_BODY, prefer: 'return=headers-only' },
    body: '{"spot": 5, "x": 1, "wave": 6}',
    status: 201,
    answer: '',
    answered: { location: '/spot_waves?spot=eq.5&wave=eq.6' },
  },
  {
    request: 'POST /named_paints',
    headers: { ...JSON_BODY, prefer: 'return=headers-only' },
    body: '{"id": 7, "name": "x"}',
    status: 201,
    answered: { location: '/named_paints?id=eq.7' },
  },
  {
    request: 'POST /named_paints',
    headers: { ...JSON_BODY, prefer: 'resolution=merge-duplicates' },
    body: '[]',
    status: 200,
    answer: '',
  },
  {
    request: 'POST /paints',
    headers: { ...JSON_BODY, prefer: 'return=headers-only' },
    body: '[{"id": 7, "name": "x"}, {"id": 8, "name": "y"}]',
    status: 201,
    answered: { location: null },
  },
  {
    request: 'POST /club_people',
    headers: { ...JSON_BODY, prefer: 'return=headers-only' },
    body: '{"club_id": 2, "person_id": 3}',
    status: 201,
    answered: { location: '/club_people?club_id=eq.2&person_id=eq.3' },
  },
  {
    request: 'GET /task_sheets?select=title,name&project=eq.2',
    status: 200,
    answer: [{ title: 'Parse (everything)', name: 'Compiler' }],
  },
]
