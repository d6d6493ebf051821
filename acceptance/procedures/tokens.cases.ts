import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase } from './case.ts'

const OF_OWNER_AND_ADMINS: ProcedureCase['expected'] = [NO, NO, NO, 'done', NO, 'done', MISSING]
const settings = { name: 'Nightly', scopes: ['systems:read'], days: 30 }
const ofAcme = () => ({ service_account: OWN.serviceAccount })

/** Acme's token and service account are those of `user`. */
export const TOKENS: Record<string, readonly ProcedureCase[]> = {
  make_api_token: [
    {
      title: 'of the caller',
      args: () => settings,
      expected: [NO, NO, 'done', 'done', 'done', 'done', 'done'],
    },
    {
      title: 'of a service account of Acme',
      args: () => ({ ...settings, ...ofAcme() }),
      expected: [NO, NO, NO, 'done', NO, NO, NO],
    },
  ],
  rotate_api_token: [
    {
      title: 'Acme’s',
      args: () => ({ token: OWN.token, days: 30 }),
      expected: [NO, MISSING, NO, 'done', NO, NO, MISSING],
    },
  ],
  revoke_api_token: [
    {
      title: 'Acme’s',
      args: () => ({ token: OWN.token }),
      expected: [NO, MISSING, NO, 'done', NO, 'done', MISSING],
    },
  ],
  get_api_tokens: [
    { title: 'tokens of the caller’s screen', expected: [NO, 0, 0, 1, 0, 1, 1], says: 'tokens' },
    {
      title: 'service accounts of the caller’s screen',
      expected: [NO, 0, 1, 1, 1, 1, 1],
      says: 'service_accounts',
    },
  ],
  add_service_account: [
    {
      title: 'to the caller’s account',
      args: () => ({ name: 'Reports' }),
      expected: [NO, NO, NO, 'text', 'text', 'text', 'text'],
    },
  ],
  change_service_account: [
    {
      title: 'Acme’s',
      args: () => ({ ...ofAcme(), name: 'Reports', purpose: 'Writes reports' }),
      expected: OF_OWNER_AND_ADMINS,
    },
  ],
  give_service_account: [
    {
      title: 'Acme’s',
      args: () => ({ ...ofAcme(), receiver: ID.colleague }),
      expected: OF_OWNER_AND_ADMINS,
    },
  ],
  delete_service_account: [{ title: 'Acme’s', args: ofAcme, expected: OF_OWNER_AND_ADMINS }],
}
