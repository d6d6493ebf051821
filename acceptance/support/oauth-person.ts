import type { SupabaseClient } from '@supabase/supabase-js'

/** Does the part of a person's browser between a client and the server: follows the address, decides, and goes back. */
export async function decide(
  person: SupabaseClient,
  authorizationUrl: URL,
  decision: 'approve' | 'deny' = 'approve',
): Promise<URL> {
  const sent = await fetch(authorizationUrl, { redirect: 'manual' })
  const page = new URL(sent.headers.get('location') ?? 'none:')
  const id = page.searchParams.get('authorization_id')
  if (id === null) return page
  const { oauth } = person.auth
  const { data, error } = await oauth.getAuthorizationDetails(id)
  if (error !== null) throw error
  if ('redirect_url' in data) return new URL(data.redirect_url)
  const decided =
    decision === 'approve' ? await oauth.approveAuthorization(id) : await oauth.denyAuthorization(id)
  if (decided.error !== null) throw decided.error
  return new URL(decided.data.redirect_url)
}

/** The address to which a browser without a session is redirected. */
export async function visit(address: URL): Promise<URL> {
  const answer = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? 'none:')
}
