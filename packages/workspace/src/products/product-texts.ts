import type { Language } from '../languages/languages.ts'
import type { ProductGroup, ProductId } from './common-products.ts'

/** The names of groups and products, and their purposes, in one language. */
export interface ProductTexts {
  groups: Readonly<Record<ProductGroup, string>>
  products: Readonly<Record<ProductId, string>>
}

type Load = () => Promise<{ default: ProductTexts }>

const english: Load = () => import('./texts/en.json')

/**
 * The file of each language. They are separate from the texts of the screens, because only the product picker loads
 * them.
 */
const FILES: Readonly<Partial<Record<Language, Load>>> = {
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
  de: () => import('./texts/de.json'),
}

/** Loads the texts of a language, or the English ones where it has none yet. @throws where the file cannot be loaded */
export async function productTexts(language: Language): Promise<ProductTexts> {
  const load = FILES[language] ?? english
  return (await load()).default
}
