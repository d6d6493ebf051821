import { describe, expect, it } from 'vitest'
import { parseAccept } from '../request/media-type.ts'
import { chooseFormat, contentTypeOf } from './format.ts'

describe('Accept', () => {
  it.each<[string | null, string]>([
    [null, 'application/json; charset=utf-8'],
    ['', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.5', 'application/json; charset=utf-8'],
    ['text/csv, application/json;q=0.5', 'text/csv; charset=utf-8'],
    ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/json;q=0.1, application/vnd.pgrst.object+json',
      'application/vnd.pgrst.object+json; charset=utf-8',
    ],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['application/vnd.pgrst.array+json', 'application/json; charset=utf-8'],
    ['application/json;nulls=stripped', 'application/json; charset=utf-8'],
  ])('%s', (accept, contentType) => {
    expect(contentTypeOf(chooseFormat({ mediaHandlers: new Map() }, parseAccept(accept), {}))).toBe(
      contentType,
    )
  })
})
