/** An entry of the `Accept` header. */
export interface MediaRange {
  type: string
  /** `nulls=stripped`: keys without a value are left out. */
  stripNulls: boolean
  /** For a query plan: the format of the response that it is for, and its options. */
  plan?: { of: string; options: readonly string[] }
}

/**
 * Parses the `Accept` header: the formats that the caller accepts, the preferred first. Source:
 * https://docs.postgrest.org/en/v14/references/api/resource_representation.html
 */
export function parseAccept(accept: string | null): MediaRange[] {
  if (accept === null || accept.trim() === '') return [{ type: '*/*', stripNulls: false }]
  return accept
    .split(',')
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      const stripNulls = parameters.includes('nulls=stripped')
      return { type, stripNulls, ...planOf(type, parameters), quality }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ quality: _, ...range }) => range)
}

const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(?:json|text))?$/

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose` */
function planOf(type: string, parameters: readonly string[]): Pick<MediaRange, 'plan'> {
  if (!PLAN.test(type)) return {}
  const value = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1)
  return {
    plan: {
      of: value('for')?.replaceAll('"', '') ?? 'application/json',
      options: value('options')?.replaceAll('"', '').split('|') ?? [],
    },
  }
}

/** The type of a body, without its parameters. A missing header means JSON. */
export function bodyType(contentType: string | null): string {
  return (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
}
