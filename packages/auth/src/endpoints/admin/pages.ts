import { validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'

const DEFAULT_PER_PAGE = 50
const MAX_PER_PAGE = 1_000

export interface Page {
  number: number
  limit: number
  offset: number
}

/** Which page is asked for: `page` from 1, `per_page` up to 1,000. Throws `validation_failed`. */
export function pageIn({ url }: Call): Page {
  const number = positive(url.searchParams.get('page'), 'page', 1)
  const limit = Math.min(
    positive(url.searchParams.get('per_page'), 'per_page', DEFAULT_PER_PAGE),
    MAX_PER_PAGE,
  )
  return { number, limit, offset: (number - 1) * limit }
}

/** Where the other pages are, in the header that the official client reads. */
export function pageHeaders({ number, limit }: Page, total: number, path: string): Record<string, string> {
  const last = Math.max(Math.ceil(total / limit), 1)
  const link = (page: number, rel: string) => `<${path}?page=${page}&per_page=${limit}>; rel="${rel}"`
  const links = [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}

function positive(text: string | null, name: string, fallback: number): number {
  if (text === null || text === '' || text === '0') return fallback
  if (!/^\d{1,9}$/.test(text)) throw validationFailed(`Bad Pagination Parameters: ${name} must be a number`)
  return Number(text)
}
