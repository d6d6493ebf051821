import { describe, expect, test } from 'vitest'
import { folded, forgivingly, typoTest } from './forgiving.ts'

const found = (text: string, ...names: string[]) => forgivingly(names, text, (name) => [name])

describe('a search that forgives', () => {
  test('takes letters with accents and in capitals for the plain ones', () => {
    expect(found('ozge', 'Özge Kaya', 'Olga')).toEqual(['Özge Kaya'])
    expect(found('muller', 'Müller', 'Miller')).toEqual(['Müller'])
    expect(found('MÜLLER', 'Muller')).toEqual(['Muller'])
    expect(found('strasse', 'Große Straße')).toEqual(['Große Straße'])
    expect(found('istanbul lodz', 'İstanbul Łódź')).toEqual(['İstanbul Łódź'])
  })

  test('forgives a letter that lacks, is too many or another, and two that changed places', () => {
    for (const typed of ['worday', 'workdayy', 'wirkday', 'wrokday', 'orkday', 'workdey'])
      expect(found(typed, 'Workday', 'Weekday')).toEqual(['Workday'])
    expect(found('wordayx', 'Workday')).toEqual([])
    expect(found('sack', 'Slack')).toEqual(['Slack'])
  })

  test('forgives a typo in each word, and while the last one is typed', () => {
    expect(found('custmer portl', 'Customer portal')).toEqual(['Customer portal'])
    expect(found('alex exmaple', 'Alex Example')).toEqual(['Alex Example'])
    expect(found('wrkda', 'Workday Payroll')).toEqual(['Workday Payroll'])
  })

  test('forgives no typo in short words and in numbers', () => {
    expect(found('crn', 'CRM')).toEqual([])
    expect(found('taem', 'Team')).toEqual([])
    expect(found('server10', 'Server12')).toEqual([])
    expect(typoTest('crm 10')).toBeNull()
  })

  test('looks for typos only where nothing stands as it was typed', () => {
    expect(found('meyer', 'Meier', 'Meyer')).toEqual(['Meyer'])
    expect(found('meyer', 'Meier')).toEqual(['Meier'])
  })

  test('takes what tries to be a pattern as text', () => {
    expect(found('(a+)+ wokrday', 'Workday')).toEqual([])
    expect(found('.*', 'Workday')).toEqual([])
  })

  test('finds a word with any one letter left out', () => {
    for (const word of ['Workday', 'Ångström', 'Façade', 'Slack'])
      for (const place of word.split('').keys())
        expect(found(word.slice(0, place) + word.slice(place + 1), word)).toEqual([word])
  })

  test('folding a text again gives the same, after many others too', () => {
    const words = ['Ångström', 'Große Łódź', `Überlänge ${'ä'.repeat(200)}`]
    const expected = ['angstrom', 'grosse lodz', `uberlange ${'a'.repeat(200)}`]
    expect(words.map(folded)).toEqual(expected)
    expect(words.map(folded)).toEqual(expected)
    for (let number = 0; number < 150_000; number += 1) folded(`Größe ${number}`)
    expect(words.map(folded)).toEqual(expected)
    expect(folded('Größe 149999')).toBe('grosse 149999')
  })

  test('folding twice changes nothing more', () => {
    for (const word of ['Ångström', 'İSTANBUL', 'Große', 'Łódź'])
      expect(folded(folded(word))).toBe(folded(word))
  })
})
