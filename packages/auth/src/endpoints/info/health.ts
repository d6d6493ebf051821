import { json } from '../../http/respond.ts'

/** GET /health: that the service runs. The server's /readyz tells whether the database is there. */
export async function health(): Promise<Response> {
  return json({ name: 'Cairn', description: 'Accounts and sessions, in the protocol of Supabase Auth' })
}
