import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import { readAudit } from '../../store/audit.ts'
import { findAccounts } from '../../store/users-admin.ts'
import type { Services } from '../services.ts'
import { pageHeaders, pageIn } from './pages.ts'

/** GET /admin/users: a page of all users, the newest first. */
export async function listUsers(services: Services, call: Call): Promise<Response> {
  const page = pageIn(call)
  const { accounts, total } = await services.database.transaction((tx) => findAccounts(tx, page))
  const headers = pageHeaders(page, total, '/admin/users')
  return json({ users: accounts.map(userJson), aud: 'authenticated' }, 200, headers)
}

/** GET /admin/audit: a page of the audit log, the newest first. */
export async function listAudit(services: Services, call: Call): Promise<Response> {
  const page = pageIn(call)
  const { rows, total } = await services.database.transaction((tx) => readAudit(tx, page))
  return json(rows, 200, pageHeaders(page, total, '/admin/audit'))
}
