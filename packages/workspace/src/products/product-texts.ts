import type { Language } from '../languages/languages.ts'
import type { ProductGroup, ProductId } from './common-products.ts'

/** What groups and products are called and are for, in one language. */
export interface ProductTexts {
  groups: Readonly<Record<ProductGroup, string>>
  products: Readonly<Record<ProductId, string>>
}

type Load = () => Promise<{ default: ProductTexts }>

const english: Load = () => import('./texts/en.json')

/** A file each, apart from those of the screens: only who picks products loads one. */
const FILES: Readonly<Partial<Record<Language, Load>>> = {
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
  de: () => import('./texts/de.json'),
}

/** A language that has none yet speaks English here. @throws where the file cannot be had */
export async function productTexts(language: Language): Promise<ProductTexts> {
  const load = FILES[language] ?? english
  return (await load()).default
}
