/** One entry of the `Accept` header. */
export interface MediaRange {
  type: string
  /** `nulls=stripped`: keys without a value are left out. */
  stripNulls: boolean
}

/**
 * Reads the `Accept` header: what the caller can read, the best first.
 * Source: https://docs.postgrest.org/en/v14/references/api/resource_representation.html
 */
export function parseAccept(accept: string | null): MediaRange[] {
  if (accept === null || accept.trim() === '') return [{ type: '*/*', stripNulls: false }]
  return accept
    .split(',')
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { type, stripNulls: parameters.includes('nulls=stripped'), quality }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ type, stripNulls }) => ({ type, stripNulls }))
}

/** The type of a body, without its parameters. No header means JSON. */
export function bodyType(contentType: string | null): string {
  return (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
}
