/** Which tags records have: any of them, or all. */
export interface TagFilter {
  ids: readonly string[]
  all: boolean
}
