import { isIP } from 'node:net'

/** As whom the server asks for passkeys. */
export interface RelyingParty {
  /** What the person reads in their browser's dialog. */
  name: string
  /** The host that passkeys belong to. */
  id: string
  /** The pages on which they may be used. */
  origins: readonly string[]
}

export interface PasskeySettings {
  name: string
  /** What applies instead of the public address: for a sign-in page on another host. */
  id?: string
  origins?: readonly string[]
}

/**
 * The relying party of a public address; null where passkeys are switched off, and for a bare IP address: browsers keep
 * passkeys for host names only.
 */
export function relyingPartyOf(
  settings: PasskeySettings | undefined,
  publicUrl: string,
): RelyingParty | null {
  if (settings === undefined) return null
  const { hostname, origin } = new URL(publicUrl)
  const id = settings.id ?? hostname
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0) return null
  return { name: settings.name, id, origins: settings.origins ?? [origin] }
}
