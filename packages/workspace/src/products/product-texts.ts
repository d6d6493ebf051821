import type { Language } from '../languages/languages.ts'
import type { ProductGroup, ProductId } from './common-products.ts'

/** What groups and products are called and are for, in one language. */
export interface ProductTexts {
  groups: Readonly<Record<ProductGroup, string>>
  products: Readonly<Record<ProductId, string>>
}

/** A file each, apart from those of the screens: only who picks products loads one. */
const FILES: Readonly<Record<Language, () => Promise<{ default: ProductTexts }>>> = {
  en: () => import('./texts/en.json'),
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
  de: () => import('./texts/de.json'),
}

/** @throws where the file cannot be had */
export async function productTexts(language: Language): Promise<ProductTexts> {
  return (await FILES[language]()).default
}
