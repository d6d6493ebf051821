import { perLanguage } from './per-language.ts'

const numberFormat = perLanguage((language) => new Intl.NumberFormat(language))
const decimalFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }),
)
const typedFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: false }),
)
const moneyFormats = perLanguage((language) =>
  perLanguage((currency) => new Intl.NumberFormat(language, { style: 'currency', currency })),
)
const decimalSigns = perLanguage(
  (language) =>
    new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value,
)

/** A number as the language writes it: '12,345' in English. */
export function formatNumber(number: number, language: string): string {
  return numberFormat(language).format(number)
}

/** The same with all its decimal places. */
export function formatDecimal(number: number, language: string): string {
  return decimalFormat(language).format(number)
}

/** As a user of the language types it: '1234.5' in English, '1234,5' in German. */
export function typedNumber(number: number, language: string): string {
  return typedFormat(language).format(number)
}

/** An amount of money: '€1,234.50' in English. A currency that is no code of three letters stands as it is. */
export function formatMoney(amount: number, currency: string, language: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${formatDecimal(amount, language)} ${currency}`.trim()
  return moneyFormats(language)(currency).format(amount)
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)$/

/**
 * The number that a user has typed, null for what is none. Of comma and point, that of the language begins the
 * decimal places; the other one groups thousands, or begins them where it cannot.
 */
export function parseNumber(text: string, language: string): number | null {
  const packed = text
    .trim()
    .replace(/[\s'’]/g, '')
    .replace('−', '-')
  const decimal = decimalSign(packed, language)
  const group = decimal === '.' ? ',' : '.'
  const plain = packed.replaceAll(group, '').replace(decimal, '.')
  if (!PLAIN.test(plain)) return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : null
}

function decimalSign(packed: string, language: string): '.' | ',' {
  const [point, comma] = [packed.lastIndexOf('.'), packed.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const usual = decimalSigns(language) === ',' ? ',' : '.'
  const other = usual === '.' ? ',' : '.'
  if (!packed.includes(other)) return usual
  return /^[+-]?\d{1,3}([.,]\d{3})+$/.test(packed) ? usual : other
}
