import { json } from '../../http/respond.ts'

/** GET /health: that somebody answers here. Whether the database does is asked of the server's /readyz. */
export async function health(): Promise<Response> {
  return json({ name: 'Cairn', description: 'Accounts and sessions, in the protocol of Supabase Auth' })
}
