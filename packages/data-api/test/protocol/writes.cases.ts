import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const MERGE = { ...JSON_BODY, prefer: 'resolution=merge-duplicates' }
const SHOW = { ...JSON_BODY, prefer: 'return=representation' }

/** Each begins with the counters 1 (one, 1) and 2 (two, 2). */
export const WRITES: ProtocolCase[] = [
  {
    request: 'POST /counters',
    headers: JSON_BODY,
    body: '{"label": "x"}',
    status: 201,
    answer: '',
    answered: { 'content-length': '0', 'content-type': null },
  },
  {
    request: 'POST /counters',
    headers: { ...JSON_BODY, prefer: 'return=headers-only' },
    body: '{"label": "x"}',
    status: 201,
    answer: '',
    answered: { 'content-length': '0', 'preference-applied': 'return=headers-only' },
  },
  {
    request: 'POST /counters?select=label,value',
    headers: SHOW,
    body: '{"label": "x"}',
    status: 201,
    answer: [{ label: 'x', value: 7 }],
    answered: { 'preference-applied': 'return=representation' },
  },
  { request: 'POST /counters', headers: JSON_BODY, body: '[]', status: 201, answer: '' },
  {
    request: 'POST /counters',
    headers: { ...JSON_BODY, prefer: 'return=representation, resolution=merge-duplicates' },
    body: '[]',
    status: 200,
    answer: [],
  },
  {
    request: 'POST /project_members',
    headers: MERGE,
    body: '[{"project_id": 1, "person_id": 1}]',
    status: 200,
    answer: '',
    answered: { 'content-length': '0', 'preference-applied': 'resolution=merge-duplicates' },
  },
  {
    request: 'POST /project_members',
    headers: { ...JSON_BODY, prefer: 'resolution=ignore-duplicates, return=representation' },
    body: '[{"project_id": 1, "person_id": 1}]',
    status: 201,
    answer: [],
  },
  {
    request: 'POST /project_members',
    headers: JSON_BODY,
    body: '[{"project_id": 1, "person_id": 1}]',
    status: 409,
    answer: { code: '23505' },
    answered: { 'proxy-status': 'PostgREST; error=23505' },
  },
  {
    request: 'PATCH /counters?label=eq.one',
    headers: JSON_BODY,
    body: '{"value": 5}',
    status: 204,
    answer: '',
    answered: { 'content-length': null, 'content-range': '0-0/*' },
  },
  {
    request: 'PATCH /counters?label=eq.none',
    headers: JSON_BODY,
    body: '{"value": 5}',
    status: 204,
    answer: '',
    answered: { 'content-range': '*/*' },
  },
  {
    request: 'PATCH /counters?label=eq.one&select=label,value',
    headers: SHOW,
    body: '{"value": 5}',
    status: 200,
    answer: [{ label: 'one', value: 5 }],
  },
  {
    request: 'PATCH /counters?label=eq.one',
    headers: JSON_BODY,
    body: '{"value": -5}',
    status: 400,
    answer: { code: '23514' },
  },
  {
    request: 'PATCH /counters?label=eq.one',
    headers: JSON_BODY,
    body: '{"none": 1}',
    status: 400,
    answer: { code: 'PGRST204' },
  },
  {
    request: 'PUT /tasks?title=eq.x',
    headers: JSON_BODY,
    body: '[{"project_id": 1, "number": 1, "title": "x", "done": true}]',
    status: 405,
    answer: { code: 'PGRST105' },
  },
  { request: 'DELETE /counters?label=eq.one', status: 204, answer: '', answered: { 'content-range': '*/*' } },
  {
    request: 'DELETE /counters?label=eq.one&select=label',
    headers: { prefer: 'return=representation, count=exact' },
    status: 200,
    answer: [{ label: 'one' }],
    answered: { 'content-range': '*/1' },
  },
  {
    request: 'DELETE /counters?label=like.%o%',
    headers: { prefer: 'count=exact' },
    status: 204,
    answered: { 'content-range': '*/2' },
  },
  {
    request: 'POST /counters?select=label,value&columns=label,value',
    headers: { ...JSON_BODY, prefer: 'return=representation, missing=default' },
    body: '[{"label": "x"}, {"value": 1}]',
    status: 201,
    answer: [
      { label: 'x', value: 7 },
      { label: 'unnamed', value: 1 },
    ],
    answered: { 'preference-applied': 'missing=default, return=representation' },
  },
  {
    request: 'POST /gauges?select=id,level&columns=id,level',
    headers: { ...JSON_BODY, prefer: 'return=representation, missing=default' },
    body: '[{"id": 1}, {"id": 2, "level": 3}]',
    status: 201,
    answer: [
      { id: 1, level: 50 },
      { id: 2, level: 3 },
    ],
  },
]
