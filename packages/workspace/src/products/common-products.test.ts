import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../languages/languages.ts'
import { folded } from '../lib/forgiving.ts'
import { COMMON_PRODUCTS, PRODUCT_GROUPS } from './common-products.ts'
import { productTexts } from './product-texts.ts'

describe('the common products', () => {
  test('are about eighty, each once, and every group has some', () => {
    expect(COMMON_PRODUCTS.length).toBeGreaterThanOrEqual(80)
    expect(new Set(COMMON_PRODUCTS.map(({ id }) => id)).size).toBe(COMMON_PRODUCTS.length)
    expect(new Set(COMMON_PRODUCTS.map(({ name }) => folded(name))).size).toBe(COMMON_PRODUCTS.length)
    expect([...new Set(COMMON_PRODUCTS.map(({ group }) => group))]).toEqual(PRODUCT_GROUPS)
  })

  test('have a maker, and assistants alone a platform', () => {
    for (const product of COMMON_PRODUCTS) {
      expect(product.vendor).not.toBe('')
      expect('platform' in product, product.name).toBe(product.group === 'assistants')
    }
  })

  test.each(LANGUAGES)(
    'are described in one short sentence each in %s, and no other is',
    async (language) => {
      const { groups, products } = await productTexts(language)
      expect(Object.keys(products).toSorted()).toEqual(COMMON_PRODUCTS.map(({ id }) => id).toSorted())
      expect(Object.keys(groups).toSorted()).toEqual([...PRODUCT_GROUPS].toSorted())
      for (const [id, description] of Object.entries(products)) {
        expect(description, id).toMatch(/^\p{Lu}[^.]{5,78}\.$/u)
        expect(description.split(' ').length, id).toBeGreaterThan(2)
      }
    },
  )

  test('have words of their own in each language', async () => {
    const english = await productTexts('en')
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      const { products } = await productTexts(language)
      const same = COMMON_PRODUCTS.filter(({ id }) => products[id] === english.products[id])
      expect(same, language).toEqual([])
    }
  })
})
