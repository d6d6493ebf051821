import { FOUND_KEY, OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase } from './case.ts'

/**
 * The procedures of discovery: Acme's discovered records are open to members who may import, and arrive with the key of
 * Acme's source.
 */
export const FOUND: Record<string, readonly ProcedureCase[]> = {
  add_found_source: [
    {
      title: 'to the caller’s account',
      args: () => ({ name: 'n8n' }),
      expected: [NO, NO, NO, NO, 'done', 'done', 'done'],
    },
  ],
  renew_found_key: [
    {
      title: 'of Acme’s',
      args: () => ({ source: OWN.foundSource }),
      expected: [NO, NO, NO, NO, 'done', 'done', MISSING],
    },
  ],
  delete_found_source: [
    {
      title: 'Acme’s',
      args: () => ({ source: OWN.foundSource }),
      expected: [NO, NO, NO, NO, 'done', 'done', 'done'],
    },
  ],
  get_found_sources: [{ title: 'of the account', expected: [NO, 0, 0, 1, 1, 1, 1] }],
  push_found: [
    {
      title: 'with the key of Acme’s source',
      args: () => ({ key: FOUND_KEY, kind: 'agent', records: [{ source_id: 'a2', name: 'A' }] }),
      expected: ['1', '1', '1', '1', '1', '1', '1'],
      says: 'new',
    },
  ],
  get_found: [{ title: 'what waits', expected: [NO, '0', '0', '1', '1', '1', '1'], says: 'total' }],
  ignore_found: [
    {
      title: 'Acme’s',
      args: () => ({ ids: [OWN.found] }),
      expected: [NO, NO, NO, 1, 1, 1, 0],
    },
  ],
  take_back_found: [
    {
      title: 'what was not ignored',
      args: () => ({ ids: [OWN.found] }),
      expected: [NO, NO, NO, 0, 0, 0, 0],
    },
  ],
  start_import_of_found: [
    {
      title: 'Acme’s',
      args: () => ({ ids: [OWN.found] }),
      expected: [NO, NO, NO, 'text', 'text', 'text', MISSING],
    },
  ],
  leave_import_for_later: [
    {
      title: 'of the user’s, none of whose rows is left out',
      args: () => ({ import: OWN.import }),
      expected: [NO, MISSING, MISSING, 0, MISSING, 0, MISSING],
    },
  ],
}
