import type { ProtocolCase } from './case.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/** A function that raises `PGRST`, with the part that is wrong. */
function raises(args: { message: string; detail?: string }, details: string, about: string): ProtocolCase {
  return {
    request: 'POST /rpc/refuse',
    headers: JSON_BODY,
    body: JSON.stringify({ state: 'PGRST', ...args }),
    status: 500,
    answer: {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details,
      hint: hintAbout(about),
    },
  }
}

function hintAbout(about: string): string {
  return about === 'MESSAGE'
    ? "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
    : "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
}

const OWN = '{"code": "123", "message": "own"}'

/** Functions that decide about the whole response, and do so wrongly. */
export const RAISED: ProtocolCase[] = [
  raises({ message: 'nonsense' }, "Invalid JSON value for MESSAGE: 'nonsense'", 'MESSAGE'),
  raises({ message: '{"code": "123"}' }, `Invalid JSON value for MESSAGE: '{"code": "123"}'`, 'MESSAGE'),
  raises({ message: OWN }, 'DETAIL is missing in the RAISE statement', 'DETAIL'),
  raises({ message: OWN, detail: 'nonsense' }, "Invalid JSON value for DETAIL: 'nonsense'", 'DETAIL'),
  raises(
    { message: OWN, detail: '{"status": 99, "headers": {}}' },
    `Invalid JSON value for DETAIL: '{"status": 99, "headers": {}}'`,
    'DETAIL',
  ),
]

function calls(url: string, hint: string | null, options: Partial<ProtocolCase> = {}): ProtocolCase {
  return { request: `GET /rpc/${url}`, status: 404, answer: { code: 'PGRST202', hint }, ...options }
}

const meant = (call: string) => `Perhaps you meant to call the function public.${call}`

/** The function that may have been meant: by its arguments where the name is right. */
export const HINTS: ProtocolCase[] = [
  calls('defaults?a=1&b=2&c=3', meant('defaults(a, b)')),
  calls('area?width=1&hight=2', meant('area(height, width)')),
  calls('area?sides=1', meant('area(side)')),
  calls('area?whatever=1', null),
  calls('add', meant('add(a, b)')),
  calls('ad?a=1', null),
  {
    ...calls('area', null, { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    request: 'POST /rpc/area',
  },
  {
    request: 'GET /rpc/several?n=1',
    status: 300,
    answer: {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.several(n => integer), public.several(n => xml), public.several(n => text, extra => integer)',
    },
  },
  // Lines of CSV are rows, and no document for a parameter without a name.
  {
    request: 'POST /rpc/take',
    headers: { 'content-type': 'text/csv' },
    body: 'a,b\n1,2',
    status: 404,
    answer: {
      code: 'PGRST202',
      details:
        'Searched for the function public.take with parameters a, b, but no matches were found in the schema cache.',
    },
  },
]

function unreadable(url: string, message: string, details: string): ProtocolCase {
  return { request: `GET ${url}`, status: 400, answer: { code: 'PGRST100', message, details } }
}

/** The positions at which parsing a request stopped, and the expected input. */
export const POSITIONS: ProtocolCase[] = [
  unreadable(
    '/projects?or=()',
    '"failed to parse logic tree (())" (line 1, column 4)',
    'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
  ),
  unreadable(
    '/projects?not.and=()',
    '"failed to parse logic tree (())" (line 1, column 9)',
    'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
  ),
  unreadable(
    '/projects?order=id.asc.nullslastt',
    '"failed to parse order (id.asc.nullslastt)" (line 1, column 17)',
    `unexpected 't' expecting "," or end of input`,
  ),
  unreadable(
    '/projects?select=data->>--3',
    '"failed to parse select parameter (data->>--3)" (line 1, column 9)',
    'unexpected "-" expecting digit',
  ),
  unreadable(
    '/projects?select=data->(x',
    '"failed to parse select parameter (data->(x)" (line 1, column 7)',
    'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
  ),
]

/** Headers of refusals, time zones, and which of several mistakes is reported. */
export const ANSWERS: ProtocolCase[] = [
  {
    request: 'GET /nothing',
    status: 404,
    answered: { 'content-length': '120', 'content-type': 'application/json; charset=utf-8' },
  },
  { request: 'HEAD /nothing', status: 404, answered: { 'content-length': null } },
  {
    request: 'GET /rpc/stamp',
    headers: { prefer: 'timezone=-4' },
    status: 200,
    answer: '2024-05-01T08:00:00-04:00',
    answered: { 'preference-applied': 'timezone=-4' },
  },
  // As Postgres has it: an offset with a plus sign or none lies west of Greenwich.
  {
    request: 'GET /rpc/stamp',
    headers: { prefer: 'handling=strict, timezone=+05:30' },
    status: 200,
    answer: '2024-05-01T06:30:00-05:30',
    answered: { 'preference-applied': 'handling=strict, timezone=+05:30' },
  },
  ...['99:99', '05:30:15', '1e3', 'Mars/Olympus'].map(
    (zone): ProtocolCase => ({
      request: 'GET /rpc/stamp',
      headers: { prefer: `handling=strict, timezone=${zone}` },
      status: 400,
      answer: { code: 'PGRST122', details: `Invalid preferences: timezone=${zone}` },
    }),
  ),
  {
    request: 'GET /rpc/stamp',
    headers: { prefer: 'timezone=99:99' },
    status: 200,
    answered: { 'preference-applied': null },
  },
  { request: 'GET /projects?select=none,nowhere(id)&none=eq.1', status: 400, answer: { code: 'PGRST200' } },
  // An operator that the type does not have.
  { request: 'GET /projects?id=cs.1', status: 404, answer: { code: '42883' } },
  {
    request: 'GET /grids',
    headers: { accept: 'application/json' },
    status: 200,
    answer: { grids: 2 },
    answered: { 'content-type': 'application/json; charset=utf-8' },
  },
  // Cookies are of the pages that are open, and no matter of functions.
  {
    request: 'GET /rpc/setting_of?name=request.cookies',
    headers: { cookie: 'session=1' },
    status: 200,
    answer: null,
  },
]
