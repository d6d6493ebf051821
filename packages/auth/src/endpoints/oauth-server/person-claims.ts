import type { UserRow } from '../../model/account.ts'

/** The claims about a person that the scopes `email` and `profile` give. Source: OpenID Connect Core 1.0 section 5.4 */
export function personClaims(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  return {
    ...(scopes.includes('email') && user.email !== null
      ? { email: user.email, email_verified: user.email_confirmed_at !== null }
      : {}),
    ...(scopes.includes('profile') ? profileOf(user) : {}),
  }
}

/** The texts that the person, or their identity provider, has provided. */
function profileOf({ raw_user_meta_data: given, updated_at }: UserRow): Record<string, unknown> {
  const text = (claim: string, ...names: readonly string[]) => {
    const value = names.map((name) => given[name]).find((found) => typeof found === 'string' && found !== '')
    return value === undefined ? {} : { [claim]: value }
  }
  return {
    ...text('name', 'name', 'full_name', 'display_name'),
    ...text('given_name', 'given_name', 'first_name'),
    ...text('family_name', 'family_name', 'last_name'),
    ...text('picture', 'picture', 'avatar_url'),
    ...text('locale', 'locale', 'language'),
    updated_at: Math.floor(updated_at.getTime() / 1_000),
  }
}
