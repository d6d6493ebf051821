/** Why the browser was sent on without a session. */
export function errorOf(target: URL): string | null {
  return target.searchParams.get('error_code')
}
