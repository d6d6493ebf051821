/**
 * Whether a client names itself by the address of its metadata document: https, with a path, and written in the one way
 * that cannot be mistaken for another.
 * Source: draft-ietf-oauth-client-id-metadata-document section 3
 */
export function isClientAddress(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > 2_048 || !URL.canParse(clientId)) return false
  const url = new URL(clientId)
  return (
    url.href === clientId &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '' &&
    !clientId.includes('#')
  )
}
