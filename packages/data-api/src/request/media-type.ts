import { mediaTypeNotAvailable } from '../request-errors.ts'

/** The shape of the answer: an array of rows, or the one row by itself; with or without the nulls in it. */
export interface AnswerShape {
  single: boolean
  stripNulls: boolean
}

const OBJECT = /^application\/vnd\.pgrst\.object(?:\+json)?$/
const ARRAY = /^(?:application\/json|application\/vnd\.pgrst\.array(?:\+json)?|application\/\*|\*\/\*)$/

/**
 * Picks the shape from the `Accept` header: the first type, by quality, that can be answered.
 * Source: https://docs.postgrest.org/en/v14/references/api/resource_representation.html
 */
export function negotiateShape(accept: string | null): AnswerShape {
  const offers = offersOf(accept)
  for (const { type, stripNulls } of offers) {
    if (OBJECT.test(type)) return { single: true, stripNulls }
    if (ARRAY.test(type)) return { single: false, stripNulls: stripNulls && type.includes('vnd.pgrst.array') }
  }
  throw mediaTypeNotAvailable(offers.map(({ type }) => type))
}

interface Offer {
  type: string
  quality: number
  stripNulls: boolean
}

function offersOf(accept: string | null): Offer[] {
  if (accept === null || accept.trim() === '') return [{ type: '*/*', quality: 1, stripNulls: false }]
  return accept
    .split(',')
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return {
        type,
        quality: Number.isNaN(quality) ? 0 : quality,
        stripNulls: parameters.includes('nulls=stripped'),
      }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
}

export function contentTypeOf({ single, stripNulls }: AnswerShape): string {
  if (!single && !stripNulls) return 'application/json; charset=utf-8'
  const shape = single ? 'object' : 'array'
  return `application/vnd.pgrst.${shape}+json;${stripNulls ? 'nulls=stripped; ' : ' '}charset=utf-8`
}
