import type { ProtocolCase } from './case.ts'

const ids = (...all: number[]) => all.map((id) => ({ id }))
const EXACT = { prefer: 'count=exact' }

function range(
  query: string,
  answer: unknown,
  contentRange: string,
  options: Partial<ProtocolCase> = {},
): ProtocolCase {
  return {
    request: `GET /projects?select=id&order=id${query}`,
    status: 200,
    answer,
    answered: { 'content-range': contentRange },
    ...options,
  }
}

/** Which rows, and what the answer says of them. */
export const RANGES: ProtocolCase[] = [
  range('', ids(1, 2, 3, 4), '0-3/*'),
  range('&limit=2', ids(1, 2), '0-1/*'),
  range('&limit=2&offset=1', ids(2, 3), '1-2/*'),
  range('&offset=3', ids(4), '3-3/*'),
  range('&offset=-1', ids(1, 2, 3, 4), '0-3/*'),
  range('&offset=-5&limit=1', ids(1), '0-0/*'),
  range('&limit=0', [], '*/*'),
  range('&limit=x', ids(1, 2, 3, 4), '0-3/*'),
  range('&offset=x', ids(1, 2, 3, 4), '0-3/*'),
  range('&offset=10', [], '*/*'),
  range('&id=gt.9', [], '*/*'),
  range('', ids(1, 2, 3, 4), '0-3/4', { headers: EXACT }),
  range('&limit=2', ids(1, 2), '0-1/4', { headers: EXACT, status: 206 }),
  range('&limit=2&offset=2', ids(3, 4), '2-3/4', { headers: EXACT, status: 206 }),
  range('&limit=0', [], '*/4', { headers: EXACT, status: 206 }),
  range('&id=gt.9', [], '*/0', { headers: EXACT }),
  range('', ids(1, 2), '0-1/*', { headers: { range: '0-1' } }),
  range('', ids(3, 4), '2-3/*', { headers: { range: '2-' } }),
  range('', ids(2), '1-1/4', { headers: { range: '1-1', ...EXACT }, status: 206 }),
  range('&limit=1', ids(1), '0-0/*', { headers: { range: '0-2' } }),
  {
    request: 'GET /projects?select=id&limit=-1',
    status: 416,
    answer: {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'Limit should be greater than or equal to zero.',
      hint: null,
    },
    answered: { 'proxy-status': 'PostgREST; error=PGRST103' },
  },
  {
    request: 'GET /projects?select=id&offset=10',
    headers: EXACT,
    status: 416,
    answer: {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 10 was requested, but there are only 4 rows.',
      hint: null,
    },
    answered: { 'content-range': '*/4', 'proxy-status': 'PostgREST; error=PGRST103' },
  },
  {
    request: 'GET /projects?select=id',
    headers: { range: '3-1' },
    status: 416,
    answer: {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      hint: null,
    },
  },
  { request: 'HEAD /projects?select=id', status: 200, answer: '', answered: { 'content-range': '0-3/*' } },
  {
    request: 'HEAD /projects?select=id',
    headers: EXACT,
    status: 200,
    answer: '',
    answered: { 'content-range': '0-3/4' },
  },
]
