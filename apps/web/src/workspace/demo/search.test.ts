import { describe, expect, test } from 'vitest'
import { searchExamples } from './search.ts'

const found = (text: string) => searchExamples(text, 50).results.map(({ type, title }) => `${type} ${title}`)

describe('the search among the examples', () => {
  test('[SRCH-24, GUEST-31] finds processes and questions by title and by description', () => {
    expect(found('retire')).toEqual(['process Retire a system'])
    expect(found('SWITCH OFF LAST')).toEqual(['process Retire a system'])
    expect(found('change prices')).toEqual(['qa Who may change prices in the CRM?'])
    expect(found('place where they are collected')).toEqual(['qa Where do incident reports end up?'])
  })

  test('[SRCH-12, 13] leads from processes and questions to their screens', () => {
    const links = searchExamples('system', 50).results.flatMap(({ type, link }) =>
      type === 'process' || type === 'qa' ? [link] : [],
    )
    expect(links).toEqual(['/processes', '/processes'])
    expect(searchExamples('incident reports', 50).results[0]?.link).toBe('/questions')
  })

  test('[SRCH-22, GUEST-27] finds articles by title, excerpt and content', () => {
    const article = ['knowledge Closing the month']
    expect(found('closing the month')).toEqual(article)
    expect(found('in order, with the person')).toEqual(article)
    expect(found('lock the period')).toEqual(article)
  })

  test('[SRCH-25] puts an exact title first, then what begins with the text, then the alphabet', () => {
    expect(found('sap erp')[0]).toBe('system SAP ERP')
    const titles = searchExamples('s', 50).results.map(({ title }) => title)
    const begins = titles.filter((title) => title.startsWith('S'))
    expect(titles.slice(0, begins.length)).toEqual([...begins].sort((one, other) => one.localeCompare(other)))
    const others = titles.slice(begins.length)
    expect(others).toEqual([...others].sort((one, other) => one.localeCompare(other)))
  })

  test('[GAP-32] finds every kind of record, and people by their knowledge', () => {
    expect(found('customer 360')).toEqual(['solution Customer 360'])
    expect(found('support assistant')).toEqual(['agent Support Assistant'])
    expect(found('invoice approval')).toEqual(['automation Invoice approval'])
    expect(found('architecture')).toEqual(['person Alex Example'])
  })

  test('takes accents off, and puts titles with a typo behind', () => {
    expect(found('cústomer 360')).toEqual(['solution Customer 360'])
    expect(found('custmer 360')).toEqual(['solution Customer 360'])
    expect(found('alex exmaple')).toEqual(['person Alex Example'])
  })

  test('[SRCH-20] finds nothing for a blank text', () => {
    expect(searchExamples(' \t', 50).results).toEqual([])
  })
})
