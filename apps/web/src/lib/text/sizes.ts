import { perLanguage } from './per-language.ts'

const MEGABYTE = 1_000_000

const formatOf = (unit: 'kilobyte' | 'megabyte') =>
  perLanguage(
    (language) => new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }),
  )
const kilobytes = formatOf('kilobyte')
const megabytes = formatOf('megabyte')

/** How large a file is: '12.3 MB' in English, and '4.1 kB' below a megabyte. */
export function formatSize(bytes: number, language: string): string {
  return bytes < MEGABYTE
    ? kilobytes(language).format(bytes / 1000)
    : megabytes(language).format(bytes / MEGABYTE)
}
