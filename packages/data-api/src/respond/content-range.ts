/** The `Content-Range` header: which rows of how many; a star stands for what is not known or not there. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${rows}/${total ?? '*'}`
}

/** 206 when there are more rows than the answer holds. Without a count that is unknown, and the status is 200. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
