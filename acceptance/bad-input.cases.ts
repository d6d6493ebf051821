import type { Message } from './support/raw-http.ts'

/** A malformed request, and its refusal. */
type Row = [what: string, message: Message, status: number, code: string]

const json = { 'content-type': 'application/json' }
const bytes = (...values: number[]) => new Uint8Array(values)
const TWO_MEGABYTES = 'a'.repeat(2 * 1024 * 1024)
const post = (path: string, body: NonNullable<Message['body']>, headers?: Message['headers']): Message => ({
  method: 'POST',
  path,
  body,
  headers: { ...json, ...headers },
})
const signUp = (body: NonNullable<Message['body']>) => post('/auth/v1/signup', body)
const insert = (body: NonNullable<Message['body']>) => post('/rest/v1/systems', body)
const read = (query: string): Message => ({ path: `/rest/v1/systems?${query}` })

const valid = { email: 'eve@acme.example', password: 'long enough' }

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`x-${number}`, 'x']))

export const AUTH_CASES: readonly Row[] = [
  ['no body', { method: 'POST', path: '/auth/v1/signup' }, 400, 'bad_json'],
  ['half an object', signUp('{"email": "eve@acme.example"'), 400, 'bad_json'],
  ['two objects', signUp('{}{}'), 400, 'bad_json'],
  ['a form', signUp('email=eve%40acme.example&password=long+enough'), 400, 'bad_json'],
  ['bytes that are not UTF-8', signUp(bytes(0x7b, 0x22, 0xff, 0x22, 0x7d)), 400, 'bad_json'],
  ['a NUL byte', signUp(bytes(0x7b, 0x00, 0x7d)), 400, 'bad_json'],
  ['an array', signUp([valid]), 400, 'validation_failed'],
  ['null', signUp('null'), 400, 'validation_failed'],
  ['a number for the address', signUp({ ...valid, email: 5 }), 400, 'validation_failed'],
  ['a list of addresses', signUp({ ...valid, email: [valid.email] }), 400, 'validation_failed'],
  ['an object for the password', signUp({ ...valid, password: { length: 20 } }), 400, 'validation_failed'],
  ['a text for the metadata', signUp({ ...valid, data: 'name' }), 400, 'validation_failed'],
  ['NUL in the metadata', signUp({ ...valid, data: { name: 'a\0b' } }), 400, 'validation_failed'],
  ['half a surrogate pair', signUp({ ...valid, data: { name: '\ud83d' } }), 400, 'validation_failed'],
  ['64 kB of metadata', signUp({ ...valid, data: { name: 'a'.repeat(60_000) } }), 400, 'validation_failed'],
  ['depth 10,000', signUp(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 400, 'validation_failed'],
  ['2 MB announced', signUp({ ...valid, data: { name: TWO_MEGABYTES } }), 413, 'request_too_large'],
  [
    '2 MB in chunks',
    { ...signUp({ ...valid, data: { name: TWO_MEGABYTES } }), chunked: true },
    413,
    'request_too_large',
  ],
  [
    'a gzip body',
    post('/auth/v1/signup', bytes(0x1f, 0x8b), { 'content-encoding': 'gzip' }),
    415,
    'validation_failed',
  ],
  ['an unknown grant', post('/auth/v1/token?grant_type=magic', {}), 400, 'invalid_credentials'],
  ['no grant', post('/auth/v1/token', {}), 400, 'invalid_credentials'],
  [
    'a number for a refresh token',
    post('/auth/v1/token?grant_type=refresh_token', { refresh_token: 7 }),
    400,
    'validation_failed',
  ],
  [
    'a refresh token that never was',
    post('/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }),
    400,
    'refresh_token_not_found',
  ],
  [
    'a code that never was',
    post('/auth/v1/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y'.repeat(43) }),
    404,
    'flow_state_not_found',
  ],
  ['a link that never was', post('/auth/v1/verify', { type: 'signup', token_hash: 'x' }), 403, 'otp_expired'],
  [
    'a link of no type',
    post('/auth/v1/verify', { type: 'constructor', token_hash: 'x' }),
    400,
    'validation_failed',
  ],
  ['a wrong method', { method: 'PUT', path: '/auth/v1/signup' }, 405, 'method_not_allowed'],
  ['TRACE', { method: 'TRACE', path: '/auth/v1/signup' }, 405, 'method_not_allowed'],
  [
    'DELETE of a mail link',
    { method: 'DELETE', path: '/auth/v1/verify?type=signup&token=x' },
    405,
    'method_not_allowed',
  ],
  ['an unknown path', { path: '/auth/v1/nothing' }, 404, 'not_found'],
  ['an administrator’s path', { path: '/auth/v1/admin/users' }, 403, 'not_admin'],
  ['the bare root', { path: '/auth/v1/' }, 404, 'not_found'],
  [
    'an unknown key',
    { path: '/auth/v1/settings', headers: { apikey: 'sb_publishable_x' } },
    401,
    'no_authorization',
  ],
  ['no key', { path: '/auth/v1/settings', headers: { apikey: [] } }, 401, 'no_authorization'],
  ['a 10 kB address', { path: `/auth/v1/settings?x=${'a'.repeat(10_000)}` }, 414, 'validation_failed'],
  ['a 20 kB address', { path: `/auth/v1/settings?x=${'a'.repeat(20_000)}` }, 414, 'validation_failed'],
  [
    '20 kB of headers',
    { path: '/auth/v1/settings', headers: { 'x-long': 'a'.repeat(20_000) } },
    431,
    'validation_failed',
  ],
  ['101 headers', { path: '/auth/v1/settings', headers: MANY_HEADERS }, 431, 'validation_failed'],
  [
    'what stands behind a thousand headers',
    { path: '/auth/v1/settings', headers: { 'x-many': Array.from({ length: 1_500 }, () => '') } },
    431,
    'validation_failed',
  ],
]

/** Sent by a member who may add systems, so that nothing but the request itself is wrong. */
export const DATA_CASES: readonly Row[] = [
  ['no body', { method: 'POST', path: '/rest/v1/systems', headers: json }, 400, 'PGRST102'],
  ['half an object', insert('{"name": "x"'), 400, 'PGRST102'],
  ['bytes that are not UTF-8', insert(bytes(0x7b, 0x22, 0xff, 0x22, 0x7d)), 400, 'PGRST102'],
  ['a NUL byte', insert('{"name": "\0"}'), 400, 'PGRST102'],
  ['an escaped NUL', insert('{"name": "\\u0000"}'), 400, '22P05'],
  ['half a surrogate pair', insert('{"name": "\\ud800"}'), 400, '22P02'],
  ['a row that is a number', insert('[1]'), 400, 'PGRST102'],
  ['rows of different shape', insert('[{"name": "a"}, {"status": "active"}]'), 400, 'PGRST102'],
  ['depth 10,000', insert(`{"details": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 400, 'PGRST102'],
  [
    'CSV with a row that is too short',
    post('/rest/v1/systems', 'name,status\nx', { 'content-type': 'text/csv' }),
    400,
    'PGRST102',
  ],
  ['a name that is null', insert({ name: null }), 400, '23514'],
  ['a description that is null', insert({ name: 'x', description: null }), 400, '23502'],
  ['an unknown status', insert({ name: 'x', status: 'magic' }), 400, '23514'],
  ['a long name', insert({ name: 'x'.repeat(121) }), 400, '23514'],
  ['details that are a list', insert({ name: 'x', details: [] }), 400, '23514'],
  ['an owner that is no id', insert({ name: 'x', owner_id: 'me' }), 400, '22P02'],
  [
    'an owner who does not exist',
    insert({ name: 'x', owner_id: '00000000-0000-4000-8000-000000000000' }),
    409,
    '23503',
  ],
  ['a taken name', insert({ name: 'NEIGHBOUR' }), 409, '23505'],
  ['an unknown column', insert({ name: 'x', secret: 1 }), 400, 'PGRST204'],
  [
    'a good row with a bad one',
    insert([
      { name: 'good', status: 'active' },
      { name: 'bad', status: 'x' },
    ]),
    400,
    '23514',
  ],
  ['2 MB announced', insert({ name: TWO_MEGABYTES }), 413, 'PGRST100'],
  ['2 MB in chunks', { ...insert({ name: TWO_MEGABYTES }), chunked: true }, 413, 'PGRST100'],
  [
    'a gzip body',
    post('/rest/v1/systems', bytes(0x1f, 0x8b), { 'content-encoding': 'gzip' }),
    415,
    'PGRST102',
  ],
  ['an unknown table', { path: '/rest/v1/nothing' }, 404, 'PGRST205'],
  ['a table of another schema', { path: '/rest/v1/auth.users' }, 404, 'PGRST205'],
  ['a hidden schema', { path: '/rest/v1/users', headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
  ['an unknown function', post('/rest/v1/rpc/nothing', {}), 404, 'PGRST202'],
  [
    'a function with other arguments',
    post('/rest/v1/rpc/signup_domain_status', { magic: 1 }),
    404,
    'PGRST202',
  ],
  ['a function of the system', post('/rest/v1/rpc/pg_sleep', { seconds: 9 }), 404, 'PGRST202'],
  [
    'a function that is internal',
    post('/rest/v1/rpc/count_against_limit', { key: 'x', per_minute: 1 }),
    404,
    'PGRST202',
  ],
  [
    'GET of a procedure that writes',
    { path: '/rest/v1/rpc/log_successful_login?email_param=ada%40acme.example' },
    405,
    '25006',
  ],
  ['a column that is not there', read('select=secret'), 400, '42703'],
  ['a filter on a column that is not there', read('secret=eq.1'), 400, '42703'],
  ['a filter without an operator', read('name=x'), 400, 'PGRST100'],
  ['an unknown operator', read('name=noop.x'), 400, 'PGRST100'],
  ['a parenthesis too few', read('or=(name.eq.x'), 400, 'PGRST100'],
  ['a filter of the wrong type', read('id=eq.5'), 400, '22P02'],
  ['a pattern that does not end', read('name=match.('), 400, '2201B'],
  ['an order by a function', read('order=pg_sleep(9)'), 400, 'PGRST108'],
  ['a cast to a type of the system', read('select=name::regclass'), 400, '42704'],
  ['a huge offset', read('offset=99999999999999999999'), 400, '22003'],
  ['NUL in a value', read('name=eq.%00'), 400, 'PGRST100'],
  ['bytes that are not UTF-8 in a value', read('name=eq.%ff%fe'), 400, 'PGRST100'],
  ['half a surrogate pair in a value', read('name=eq.%ed%a0%80'), 400, 'PGRST100'],
  ['a page as the answer', { path: '/rest/v1/systems', headers: { accept: 'text/html' } }, 406, 'PGRST107'],
  [
    'a plan',
    { path: '/rest/v1/systems', headers: { accept: 'application/vnd.pgrst.plan' } },
    406,
    'PGRST107',
  ],
  [
    'PUT without the one row that it means',
    { method: 'PUT', path: '/rest/v1/systems', body: { name: 'x' } },
    405,
    'PGRST105',
  ],
  ['TRACE', { method: 'TRACE', path: '/rest/v1/systems' }, 405, 'PGRST117'],
  ['PROPFIND', { method: 'PROPFIND', path: '/rest/v1/systems' }, 405, 'PGRST117'],
  ['an unknown key', { path: '/rest/v1/systems', headers: { apikey: 'sb_secret_x' } }, 401, 'PGRST301'],
  ['no key', { path: '/rest/v1/systems', headers: { apikey: [] } }, 401, 'PGRST301'],
  ['a 10 kB address', read(`name=eq.${'a'.repeat(10_000)}`), 414, 'PGRST100'],
  ['a 20 kB address', read(`name=eq.${'a'.repeat(20_000)}`), 414, 'PGRST100'],
  [
    '20 kB of headers',
    { path: '/rest/v1/systems', headers: { 'x-long': 'a'.repeat(20_000) } },
    431,
    'PGRST100',
  ],
  ['101 headers', { path: '/rest/v1/systems', headers: MANY_HEADERS }, 431, 'PGRST100'],
  [
    'what stands behind a thousand headers',
    { path: '/rest/v1/systems', headers: { x: Array.from({ length: 1_500 }, () => '') } },
    431,
    'PGRST100',
  ],
]

/** Turned away before any protocol begins. */
export const NOT_EVEN_HTTP: readonly [what: string, message: Message][] = [
  ['an address with raw bytes', read('name=eq.\xff\xfe')],
  ['a host with a space', { path: '/rest/v1/systems', headers: { host: 'a b' } }],
  ['an asterisk', { method: 'OPTIONS', path: '*' }],
  ['a negative length', { method: 'POST', path: '/rest/v1/systems', headers: { 'content-length': '-1' } }],
]
