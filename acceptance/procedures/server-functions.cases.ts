import { NO } from '../support/matrix.ts'
import { type ProcedureCase, signedIn } from './case.ts'

const NO_KEY = 'NO_SOURCE_KEY'
const UNKNOWN = 'not found'
const NAME = [{ key: 'name', head: 'Name', type: 'text' }]

/** Every server function. They hand on what the procedures say. */
export const SERVER_FUNCTIONS: Record<string, readonly ProcedureCase[]> = {
  'validate-invitation': [
    {
      title: 'Acme’s, with its token',
      args: ({ acme }) => ({ token: acme }),
      expected: ['true', 'true', 'true', 'true', 'true', 'true', 'true'],
      says: 'valid',
      reveals: true,
    },
  ],
  export: [
    {
      title: 'the systems of the caller',
      args: () => ({ kind: 'system', format: 'json', columns: NAME, list: { query: 'ledger' } }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
    {
      title: 'the rival’s solutions',
      args: () => ({ kind: 'solution', format: 'json', columns: NAME, list: { query: 'secret' } }),
      expected: [NO, 0, 0, 0, 0, 0, 1],
    },
  ],
  found: [
    {
      title: 'with an access token, which is no key of a source',
      args: () => ({ kind: 'agent', records: [] }),
      expected: [NO_KEY, NO_KEY, NO_KEY, NO_KEY, NO_KEY, NO_KEY, NO_KEY],
    },
  ],
  ping: [
    {
      title: 'without an address',
      args: () => ({}),
      expected: [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
    },
  ],
  'accept-invitation': [
    {
      title: 'Acme’s, with its token and address',
      args: ({ acme }) => ({ token: acme, userEmail: 'lou@gmail.com' }),
      expected: [NO, 'true', 'false', 'false', 'false', 'false', 'false'],
      former: 'false',
      says: 'success',
      reveals: true,
    },
    {
      title: 'the rival’s, with its token and address',
      args: ({ rivals }) => ({ token: rivals, userEmail: 'zed@else.test' }),
      expected: signedIn('false'),
      says: 'success',
    },
  ],
}
