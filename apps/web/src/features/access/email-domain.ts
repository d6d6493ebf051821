/** The domain of an address that is typed so far, in lower case; null before there is one. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain =
    at < 0
      ? ''
      : email
          .slice(at + 1)
          .trim()
          .toLowerCase()
  return domain || null
}

/** Suggests the name of an organization: the first label of its domain, with a capital letter. */
export function suggestedAccountName(domain: string): string {
  const [label = ''] = domain.split('.')
  const [first = '', ...rest] = label
  return first.toUpperCase() + rest.join('')
}
