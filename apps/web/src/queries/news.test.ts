import { NEWS_SUBJECTS } from '@cairn/workspace/port/news'
import { describe, expect, it } from 'vitest'
import { keysOfNews } from './news.ts'

describe('what is loaded anew', () => {
  it('is everything that shows a changed record', () => {
    expect(keysOfNews(['agent'])).toEqual([
      ['agents'],
      ['solutions'],
      ['acts'],
      ['bin'],
      ['dashboard'],
      ['views', 'counts'],
      ['departed'],
      ['history'],
      ['handovers'],
      ['deletion', 'linked'],
      ['search'],
      ['team', 'records'],
    ])
  })

  it('is named once, however many subjects need it', () => {
    const keys = keysOfNews(NEWS_SUBJECTS).map((key) => JSON.stringify(key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is nothing where nothing has changed', () => {
    expect(keysOfNews([])).toEqual([])
  })
})
