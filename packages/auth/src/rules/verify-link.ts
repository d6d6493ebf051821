/** The types of links, in the protocol's words. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'

/** The address of GET /verify, which uses the link up at once; for templates and callers that want it. */
export function verifyUrl(
  publicUrl: string,
  link: { secret: string; type: LinkType; redirectTo: string },
): string {
  const query = new URLSearchParams({ token: link.secret, type: link.type, redirect_to: link.redirectTo })
  return `${publicUrl}/auth/v1/verify?${query}`
}
