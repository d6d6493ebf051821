import i18n from 'i18next'
import { afterAll, describe, expect, it } from 'vitest'
import { compareValues } from './compare-values.ts'

void i18n.init({ lng: 'en', resources: {}, initAsync: false })
afterAll(() => i18n.changeLanguage('en'))

const inOrder = (one: unknown, other: unknown) => compareValues(one, other)

describe('compareValues', () => {
  it('orders text as people do: without regard to case, figures by their value', () => {
    const names = ['System 10', 'atlas', 'System 9', 'Älteste', 'Zephyr']
    expect(names.sort(inOrder)).toEqual(['Älteste', 'atlas', 'System 9', 'System 10', 'Zephyr'])
  })

  it('orders text as the language of the page has it', async () => {
    const names = ['Ñandú', 'Nube', 'Ocho']
    await i18n.changeLanguage('es')
    expect(names.toSorted(inOrder)).toEqual(['Nube', 'Ñandú', 'Ocho'])
    await i18n.changeLanguage('fr')
    expect(names.toSorted(inOrder)).toEqual(['Ñandú', 'Nube', 'Ocho'])
  })

  it('orders dates and numbers by value', () => {
    expect([10, 9, 100].sort(inOrder)).toEqual([9, 10, 100])
    const [early, late] = [new Date('2023-01-01'), new Date('2024-01-01')]
    expect([late, early].sort(inOrder)).toEqual([early, late])
  })

  it('puts what is missing at the end', () => {
    expect([null, 'a', null, 'b'].sort(inOrder)).toEqual(['a', 'b', null, null])
  })

  it('turns null around with the order, and undefined not', () => {
    const turned = (one: unknown, other: unknown) => -compareValues(one, other, true)
    expect([null, 'a', 'b'].sort(turned)).toEqual([null, 'b', 'a'])
    // The array's own order puts undefined last by itself.
    const boxed = [{ is: undefined }, { is: 'a' }, { is: undefined }, { is: 'b' }]
    expect(boxed.sort((one, other) => turned(one.is, other.is)).map(({ is }) => is)).toEqual([
      'b',
      'a',
      undefined,
      undefined,
    ])
  })
})
