import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MEMBERS_READ: Case['expected'] = [NO, 0, 0, 1, 1, 1, 1, 1]
const OTHERS_READ: Case['expected'] = [NO, 0, 1, 0, 0, 0, 0, 1]

/** Members see their tokens, admins all, and nobody a secret; all changes are made by procedures. */
export const TOKEN_CASES: readonly Case[] = [
  {
    title: 'tokens: read one of a user',
    statement: `select * from public.api_tokens where id = '${OWN.token}'`,
    expected: [NO, 0, 0, 0, 1, 0, 1, 1],
  },
  {
    title: 'tokens: read one of the other account',
    statement: `select * from public.api_tokens where id = '${OWN.rivalToken}'`,
    expected: OTHERS_READ,
  },
  {
    title: 'tokens: forge one',
    statement: `
      insert into public.api_tokens (account_id, owner_id, name, scopes, ending)
      values ('${ID.acme}', '${ID.admin}', 'Mine', '{systems:write}', 'abcd')`,
    expected: REFUSED,
  },
  {
    title: 'tokens: widen one',
    statement: `update public.api_tokens set scopes = '{audit:read}' where id = '${OWN.token}'`,
    expected: REFUSED,
  },
  {
    title: 'tokens: delete one',
    statement: `delete from public.api_tokens where id = '${OWN.token}'`,
    expected: REFUSED,
  },
  { title: 'tokens: truncate', statement: 'truncate public.api_tokens', expected: REFUSED },
  {
    title: 'tokens: ask whom a hash belongs to',
    statement: `select private.claims_of_token('x')`,
    expected: REFUSED,
  },
  {
    title: 'service accounts: read one',
    statement: `select * from public.service_accounts where id = '${OWN.serviceAccount}'`,
    expected: MEMBERS_READ,
  },
  {
    title: 'service accounts: read one of the other account',
    statement: `select * from public.service_accounts where id = '${OWN.rivalServiceAccount}'`,
    expected: OTHERS_READ,
  },
  {
    title: 'service accounts: forge one',
    statement: `insert into public.service_accounts (account_id, name) values ('${ID.acme}', 'Mine')`,
    expected: REFUSED,
  },
  {
    title: 'service accounts: take one over',
    statement: `update public.service_accounts set owner_id = '${ID.viewer}' where id = '${OWN.serviceAccount}'`,
    expected: REFUSED,
  },
  {
    title: 'service accounts: delete one',
    statement: `delete from public.service_accounts where id = '${OWN.serviceAccount}'`,
    expected: REFUSED,
  },
  { title: 'service accounts: truncate', statement: 'truncate public.service_accounts', expected: REFUSED },
  {
    title: 'what scripts may: read it',
    statement: `select * from public.api_settings where account_id = '${ID.acme}'`,
    expected: MEMBERS_READ,
  },
  {
    title: 'what scripts may: read that of the other account',
    statement: `select * from public.api_settings where account_id = '${ID.rivals}'`,
    expected: OTHERS_READ,
  },
  {
    title: 'what scripts may: change it',
    statement: `update public.api_settings set tokens_without_end = true where account_id = '${ID.acme}'`,
    expected: [NO, 0, 0, 0, 0, 0, 1, NO],
  },
  {
    title: 'what scripts may: say it for another account',
    statement: `insert into public.api_settings (account_id) values ('${ID.rivals}')`,
    expected: REFUSED,
  },
  {
    title: 'what scripts may: delete it',
    statement: `delete from public.api_settings where account_id = '${ID.acme}'`,
    expected: REFUSED,
  },
  { title: 'what scripts may: truncate', statement: 'truncate public.api_settings', expected: REFUSED },
]
