import { NEWS_SUBJECTS } from '@cairn/workspace/port/news'
import { describe, expect, it } from 'vitest'
import { keysOfNews } from './news.ts'

describe('the queries to refetch', () => {
  it('contain everything that shows a changed record', () => {
    expect(keysOfNews(['agent'])).toEqual([
      ['agents'],
      ['solutions'],
      ['acts'],
      ['bin'],
      ['dashboard'],
      ['inbox'],
      ['views', 'counts'],
      ['departed'],
      ['history'],
      ['handovers'],
      ['deletion', 'linked'],
      ['search'],
      ['team', 'records'],
    ])
  })

  it('are named once, however many subjects need them', () => {
    const keys = keysOfNews(NEWS_SUBJECTS).map((key) => JSON.stringify(key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are none where nothing has changed', () => {
    expect(keysOfNews([])).toEqual([])
  })
})
