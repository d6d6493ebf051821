const ERROR_PARAMETERS = ['error', 'error_code', 'error_description']
const SESSION_PARAMETERS = ['code', 'access_token']

/** The parameters that a provider adds to the address: in the query, or behind the `#`. */
const PARAMETERS = [...ERROR_PARAMETERS, ...SESSION_PARAMETERS, 'sb']

function fragmentOf({ hash }: URL): URLSearchParams {
  return new URLSearchParams(hash.slice(1))
}

function hasOneOf(url: URL, names: readonly string[]): boolean {
  const inFragment = fragmentOf(url)
  return names.some((name) => url.searchParams.has(name) || inFragment.has(name))
}

/** Whether an address is the callback of a sign-in with a provider. */
export function isSignInCallback(url: URL): boolean {
  return hasOneOf(url, [...ERROR_PARAMETERS, ...SESSION_PARAMETERS])
}

/** The error of a sign-in with a provider; null when there is none. */
export function callbackErrorIn(url: URL): { code: string; description: string } | null {
  if (!hasOneOf(url, ERROR_PARAMETERS)) return null
  const inFragment = fragmentOf(url)
  const read = (name: string) => url.searchParams.get(name) ?? inFragment.get(name) ?? ''
  return { code: read('error_code') || read('error') || 'unknown', description: read('error_description') }
}

/** Returns the same address without the parameters that a provider added. */
export function withoutCallback(url: URL): URL {
  const clean = new URL(url)
  for (const name of PARAMETERS) clean.searchParams.delete(name)
  if (hasOneOf(url, PARAMETERS) && url.hash.includes('=')) {
    const fragment = fragmentOf(url)
    for (const name of PARAMETERS) fragment.delete(name)
    clean.hash = fragment.toString()
  }
  return clean
}
