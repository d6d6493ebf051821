const NAMES: Readonly<Record<string, string>> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
}

/** Returns the label of a provider: its own name, or the one that the installation gave it, with a capital letter. */
export function providerLabel(provider: string): string {
  const known = Object.hasOwn(NAMES, provider) ? NAMES[provider] : undefined
  if (known) return known
  const [first = '', ...rest] = provider.replace(/^custom:/, '').replaceAll(/[-_]+/g, ' ')
  return first.toUpperCase() + rest.join('')
}
