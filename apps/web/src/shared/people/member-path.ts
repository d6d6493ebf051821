/** Where the profile of a member is. */
export function memberPath(id: string): string {
  return `/team/${encodeURIComponent(id)}`
}
