import { describe, expect, it } from 'vitest'
import { MAX_CHARACTERS, readPeople, writePeople } from './people-list.ts'

const ana = { email: 'ana@example.com', name: 'Ana Lopez', problem: null }
const ben = { email: 'ben@example.com', name: 'Ben', problem: null }

describe('a pasted list of people', () => {
  it.each([
    ['a mail client', 'Ana Lopez <ana@example.com>; ben@example.com'],
    ['another mail client', '"Ana Lopez" <ana@example.com>, Ben <ben@example.com>'],
    ['family names first', '"Lopez, Ana" <Ana@Example.com>; <BEN@example.com>'],
    ['family names first, without quotes', 'Lopez, Ana <ana@example.com>; ben@example.com;'],
    ['lines', ' Ana   Lopez <ana@example.com>\r\n\r\nmailto:ben@example.com.\n'],
    ['a spreadsheet', 'Name\tE-mail\nAna Lopez\tana@example.com\n\tben@example.com'],
    ['cells the other way round', 'ana@example.com\tAna\tLopez\nben@example.com\tBen'],
    ['commas', 'Name,Email\nAna Lopez,ana@example.com\nben@example.com,Ben'],
    ['commas and three columns', 'Ana,Lopez,ana@example.com\nBen,ben@example.com'],
    ['names with a semicolon between quotes', '"Ana; Lopez" <ana@example.com>;ben@example.com'],
  ])('is read from %s', (_, text) => {
    const [first, second, ...rest] = readPeople(text)
    expect({ ...first, name: first?.name.replace(';', '') }).toEqual(ana)
    expect(second).toEqual(ben)
    expect(rest).toEqual([])
  })

  it('makes a name of the address where there is none', () => {
    expect(readPeople('ana-maria.lopez@example.com')).toMatchObject([{ name: 'Ana Maria Lopez' }])
  })

  it('reports the problem of each person', () => {
    const problems = (text: string) => readPeople(text).map(({ problem }) => problem)
    expect(problems('ana@; @example.com; Ana <ana>; just a name; ana@@example.com')).toEqual(
      Array.from({ length: 5 }, () => 'Please enter a valid email address'),
    )
    expect(problems(`${'x'.repeat(121)} <ana@example.com>`)).toEqual(['Name must have 1 to 120 characters.'])
  })

  it('knows that addresses are one person whatever their case', () => {
    expect(readPeople('ana@example.com; Ana <ANA@Example.COM>')).toMatchObject([
      { problem: null },
      { email: 'ana@example.com', problem: 'This address is already in the list.' },
    ])
  })

  it('keeps names unchanged, and returns nothing for an empty list', () => {
    expect(readPeople('=1+1 <b@example.com>, <i>x</i> <ana@example.com>')).toMatchObject([
      { email: 'b@example.com', name: '=1+1' },
      { email: 'i', problem: 'Please enter a valid email address' },
      { email: '/i' },
      { email: 'ana@example.com' },
    ])
    expect(readPeople(' ;;\n \t \n')).toEqual([])
  })

  it('is written so that it reads the same', () => {
    const people = readPeople('"Lopez, Ana" <ana@example.com>; Ben "The B" Example <ben@example.com>')
    expect(readPeople(writePeople(people))).toEqual(people)
  })

  it('is read as far as a list may be long', () => {
    const text = `${'"'.repeat(20_000)}${'<'.repeat(20_000)}${'@'.repeat(400_000)}`
    expect(MAX_CHARACTERS).toBeLessThan(text.length)
    expect(readPeople(text)).toHaveLength(1)
  })
})
