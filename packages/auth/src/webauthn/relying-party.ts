import { isIP } from 'node:net'

/** The identity under which the server asks for passkeys. */
export interface RelyingParty {
  /** The name in the dialog of the person's browser. */
  name: string
  /** The host that passkeys belong to. */
  id: string
  /** The origins of the pages on which they may be used. */
  origins: readonly string[]
}

export interface PasskeySettings {
  name: string
  /** The values that replace the public address: for a sign-in page on another host. */
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
