import { productTexts } from '@cairn/workspace/products/product-texts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '@/i18n/choice.ts'

/** Loads the descriptions of common products, in the language of the page. */
export function useProductTexts() {
  // Renders again in another language.
  useTranslation()
  const language = currentLanguage()
  return useQuery({
    queryKey: ['product-texts', language],
    queryFn: () => productTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
