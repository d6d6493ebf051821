import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const ROLLBACK = { ...JSON_BODY, prefer: 'tx=rollback, return=representation' }
const PLAN_JSON = 'application/vnd.pgrst.plan+json'
const PLAN_TEXT = 'application/vnd.pgrst.plan'
const OBJECT = 'application/vnd.pgrst.object+json'

function reads(url: string, answer: unknown, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request: `GET ${url}`, status: 200, answer, ...options }
}

function refused(url: string, code: string, status = 400): ProtocolCase {
  return { request: `GET ${url}`, status, answer: { code } }
}

/** With `PGRST_DB_AGGREGATES_ENABLED`. */
export const AGGREGATES: ProtocolCase[] = [
  reads('/projects?select=count()', [{ count: 4 }]),
  reads('/projects?select=count', [{ count: 4 }]),
  reads('/projects?select=n:count()', [{ n: 4 }]),
  reads('/projects?select=count()::text', [{ count: '4' }]),
  reads('/projects?select=budget.sum()', [{ sum: 2100.5 }]),
  reads('/projects?select=budget.max(),budget.min()', [{ max: 2000, min: 0 }]),
  reads('/projects?select=budget.avg()::integer', [{ avg: 700 }]),
  reads('/projects?select=budget::integer.sum()', [{ sum: 2101 }]),
  reads('/projects?select=total:budget::integer.sum()::text', [{ total: '2101' }]),
  reads('/projects?select=budget.count()', [{ count: 3 }]),
  reads('/projects?select=budget.sum()&id=gt.9', [{ sum: null }]),
  reads('/projects?select=count()&id=gt.9', [{ count: 0 }]),
  reads('/projects?select=owner_id,count()&order=owner_id', [
    { owner_id: 1, count: 2 },
    { owner_id: 2, count: 1 },
    { owner_id: 3, count: 1 },
  ]),
  reads('/projects?select=owner_id,count()&order=owner_id.desc&limit=1', [{ owner_id: 3, count: 1 }]),
  reads('/projects?select=owner:owner_id,budget.sum()&owner_id=eq.1', [{ owner: 1, sum: 100.5 }]),
  reads('/projects?select=data->>size,count()&id=eq.1', [{ size: '3', count: 1 }]),
  reads('/projects?select=owner:people!projects_owner(name),count()&owner_id=eq.1', [
    { owner: { name: 'Ada' }, count: 2 },
  ]),
  reads('/projects?select=...people!projects_owner(name),budget.sum()&owner_id=eq.1', [
    { name: 'Ada', sum: 100.5 },
  ]),
  reads('/projects?id=eq.1&select=name,tasks(count())', [{ name: 'Engine', tasks: [{ count: 2 }] }]),
  reads('/projects?id=eq.1&select=name,tasks(done,count())&tasks.order=done', [
    {
      name: 'Engine',
      tasks: [
        { done: false, count: 1 },
        { done: true, count: 1 },
      ],
    },
  ]),
  reads('/projects?id=eq.1&select=name,tasks(number.max(),number.min())', [
    { name: 'Engine', tasks: [{ max: 2, min: 1 }] },
  ]),
  reads('/people?id=lte.2&select=name,projects!projects_owner(budget.sum())&order=id', [
    { name: 'Ada', projects: [{ sum: 100.5 }] },
    { name: 'Grace', projects: [{ sum: 2000 }] },
  ]),
  reads('/tasks?select=...projects(budget.max())', [{ max: 2000 }]),
  reads('/tasks?select=done,...projects(budget.max())&order=done', [
    { done: false, max: 2000 },
    { done: true, max: 100.5 },
  ]),
  reads('/rpc/numbers?upto=3&select=n.sum(),square.max()', [{ sum: 6, max: 9 }]),
  reads('/rpc/projects_of?person=1&select=count()', [{ count: 2 }]),
  refused('/projects?id=eq.1&select=name,...tasks(number.sum())', 'PGRST127'),
  refused('/projects?id=eq.1&select=name,...tasks(count())', 'PGRST127'),
  refused('/projects?select=...people!project_members(id.max())', 'PGRST127'),
  refused('/projects?select=owner_id,count()&order=name', '42803'),
  refused('/projects?select=count(),people!projects_owner()&order=people(name)', '42803'),
  refused('/projects?select=none.sum()', '42703'),
  refused('/projects?select=name.sum()', '42883', 404),
  refused('/projects?select=budget.median()', 'PGRST100'),
]

/** With `PGRST_DB_PRE_REQUEST`. */
export const PRE_REQUEST: ProtocolCase[] = [
  {
    request: 'GET /projects?select=id',
    headers: { 'user-agent': 'refused' },
    status: 418,
    answer: { code: 'PT418', message: 'No tea for you', hint: 'authenticated' },
  },
  {
    request: 'GET /projects?select=id',
    headers: { 'user-agent': 'refused' },
    role: 'anon',
    status: 418,
    answer: { code: 'PT418', hint: 'anon' },
  },
  {
    request: 'GET /rpc/add?a=1',
    headers: { 'user-agent': 'refused' },
    status: 418,
    answer: { code: 'PT418' },
  },
  { request: 'GET /', headers: { 'user-agent': 'refused' }, status: 418, answer: { code: 'PT418' } },
  {
    request: 'POST /counters',
    headers: { ...JSON_BODY, 'user-agent': 'refused' },
    body: '{"label": "x"}',
    status: 418,
    answer: { code: 'PT418' },
  },
  reads('/projects?select=id&id=eq.1', [{ id: 1 }], {
    headers: { 'user-agent': 'marked' },
    answered: { 'x-checked': 'yes' },
  }),
  reads('/projects?select=id&id=eq.1', [{ id: 1 }], { answered: { 'x-checked': null } }),
]

const TIMED =
  /^jwt;dur=\d+\.\d, parse;dur=\d+\.\d, plan;dur=\d+\.\d, transaction;dur=\d+\.\d, response;dur=\d+\.\d$/

/** With `PGRST_SERVER_TIMING_ENABLED`. */
export const TIMINGS: ProtocolCase[] = [
  reads('/projects?select=id&id=eq.1', [{ id: 1 }], { answered: { 'server-timing': TIMED } }),
  reads('/rpc/add?a=1', 11, { answered: { 'server-timing': TIMED } }),
  { request: 'HEAD /projects', status: 200, answered: { 'server-timing': TIMED } },
  {
    request: 'POST /counters',
    headers: JSON_BODY,
    body: '{"label": "x"}',
    status: 201,
    answered: { 'server-timing': TIMED },
  },
  {
    request: 'PATCH /counters?id=eq.0',
    headers: JSON_BODY,
    body: '{"value": 1}',
    status: 204,
    answered: { 'server-timing': TIMED },
  },
  { request: 'DELETE /counters?id=eq.0', status: 204, answered: { 'server-timing': TIMED } },
]

/** With `PGRST_DB_TX_END=commit-allow-override`. Each begins with two counters. */
export const ROLLBACKS: ProtocolCase[] = [
  {
    request: 'POST /counters?select=label',
    headers: ROLLBACK,
    body: '{"label": "x"}',
    status: 201,
    answer: [{ label: 'x' }],
    answered: { 'preference-applied': 'return=representation, tx=rollback' },
  },
  {
    request: 'POST /counters?select=label',
    headers: { ...JSON_BODY, prefer: 'tx=commit, return=representation' },
    body: '{"label": "x"}',
    status: 201,
    answer: [{ label: 'x' }],
    answered: { 'preference-applied': 'return=representation, tx=commit' },
  },
  {
    request: 'POST /pledges',
    headers: ROLLBACK,
    body: '{"id": 1, "person_id": 999}',
    status: 409,
    answer: { code: '23503' },
    answered: { 'preference-applied': null },
  },
  {
    request: 'POST /pledges',
    headers: { ...JSON_BODY, prefer: 'tx=commit' },
    body: '{"id": 1, "person_id": 999}',
    status: 409,
    answer: { code: '23503' },
  },
  {
    request: 'POST /pledges?select=id',
    headers: ROLLBACK,
    body: '{"id": 1, "person_id": 1}',
    status: 201,
    answer: [{ id: 1 }],
  },
  {
    request: 'POST /pledges?select=id',
    headers: { ...ROLLBACK, accept: OBJECT },
    body: '{"id": 1, "person_id": 999}',
    status: 409,
    answer: { code: '23503' },
  },
  {
    request: 'DELETE /counters?select=id&order=id',
    headers: ROLLBACK,
    status: 200,
    answer: [{ id: 1 }, { id: 2 }],
  },
]

/** With `CAIRN_UNFILTERED_WRITES`. Each begins with two counters. */
export const UNFILTERED: ProtocolCase[] = [
  {
    request: 'PATCH /counters',
    headers: JSON_BODY,
    body: '{"value": 3}',
    status: 204,
    answered: { 'content-range': '0-1/*' },
  },
  {
    request: 'DELETE /counters',
    headers: { prefer: 'count=exact' },
    status: 204,
    answered: { 'content-range': '*/2' },
  },
  {
    request: 'PATCH /counters',
    headers: JSON_BODY,
    body: '{}',
    status: 204,
    answered: { 'content-range': '*/*' },
  },
]

/** Without the switches: the same requests are refused, or the preference is not understood. */
export const SWITCHED_OFF: ProtocolCase[] = [
  refused('/projects?select=budget.sum()', 'PGRST123'),
  refused('/projects?select=count()', 'PGRST123'),
  refused('/projects?select=name,tasks(number.sum())', 'PGRST123'),
  refused('/projects?select=name,...tasks(number.sum())', 'PGRST123'),
  {
    request: 'PATCH /counters',
    headers: JSON_BODY,
    body: '{"value": 3}',
    status: 400,
    answer: { code: '21000', message: 'UPDATE requires a WHERE clause' },
  },
  {
    request: 'DELETE /counters',
    status: 400,
    answer: { code: '21000', message: 'DELETE requires a WHERE clause' },
  },
  reads('/projects?select=id&id=eq.1', [{ id: 1 }], {
    headers: { prefer: 'tx=rollback' },
    answered: { 'preference-applied': null, 'server-timing': null },
  }),
]

function plan(
  request: string,
  accept: string,
  type: string,
  options: Partial<ProtocolCase> = {},
): ProtocolCase {
  return {
    request,
    status: 200,
    role: 'service_role',
    answered: { 'content-type': type },
    ...options,
    headers: { accept, ...options.headers },
  }
}

const FOR_JSON = `${PLAN_JSON}; for="application/json"; charset=utf-8`

/** How Postgres goes about a request is for the operator's key alone. */
export const PLANS: ProtocolCase[] = [
  plan('GET /projects', PLAN_JSON, FOR_JSON),
  plan('GET /projects', PLAN_TEXT, 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8'),
  plan('GET /projects?select=name,tasks(*)', PLAN_JSON, FOR_JSON),
  plan('GET /projects', `${PLAN_JSON}; for="text/csv"`, `${PLAN_JSON}; for="text/csv"; charset=utf-8`),
  plan('GET /projects', `${PLAN_JSON}; for="${OBJECT}"`, `${PLAN_JSON}; for="${OBJECT}"; charset=utf-8`),
  plan(
    'GET /projects',
    `${PLAN_JSON}; options=analyze|verbose|buffers`,
    `${PLAN_JSON}; for="application/json"; options=analyze|verbose|buffers; charset=utf-8`,
  ),
  plan('GET /rpc/add?a=1', PLAN_JSON, FOR_JSON),
  plan('POST /counters', PLAN_JSON, FOR_JSON, { headers: JSON_BODY, body: '{"label": "x"}' }),
  plan('PATCH /counters?id=eq.1', PLAN_JSON, FOR_JSON, { headers: JSON_BODY, body: '{"value": 1}' }),
  plan('DELETE /counters?id=eq.1', PLAN_JSON, FOR_JSON),
  {
    request: 'GET /projects',
    headers: { accept: PLAN_JSON },
    status: 406,
    answer: { code: 'PGRST107', message: `None of these media types are available: ${PLAN_JSON}` },
  },
  {
    request: 'GET /projects',
    headers: { accept: PLAN_JSON },
    role: 'anon',
    status: 406,
    answer: { code: 'PGRST107' },
  },
  reads('/projects?select=id&id=eq.1', [{ id: 1 }], {
    headers: { accept: `${PLAN_JSON}, application/json` },
  }),
  {
    request: 'GET /projects',
    headers: { accept: `${PLAN_JSON}; for="image/png"` },
    role: 'service_role',
    status: 406,
    answer: { code: 'PGRST107' },
  },
]
