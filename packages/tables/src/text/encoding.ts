import type { Encoding } from '../model/table.ts'
import { guessEncoding } from './single-bytes.ts'

const UTF_8_BOM = [0xef, 0xbb, 0xbf]
const UTF_16_LE_BOM = [0xff, 0xfe]
const UTF_16_BE_BOM = [0xfe, 0xff]

/** The number of bytes that shows whether every other byte is zero, as in UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096
const MANY_ZEROS = 0.3
const FEW_ZEROS = 0.05

/**
 * The encoding of a text file: by its byte order mark, else UTF-16 by its zeros, else UTF-8 where all of it is valid,
 * else the one in which it reads best.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, UTF_8_BOM)) return 'utf-8-bom'
  if (startsWith(bytes, UTF_16_LE_BOM)) return 'utf-16le'
  if (startsWith(bytes, UTF_16_BE_BOM)) return 'utf-16be'
  return utf16By(bytes.subarray(0, SAMPLE_BYTES)) ?? (isUtf8(bytes) ? 'utf-8' : guessEncoding(bytes, decoded))
}

/** The text of the bytes, without the byte order mark. Invalid bytes become U+FFFD. */
export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  const text = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding).decode(bytes)
  return encoding === 'windows-1252' ? withWindowsCharacters(text) : text
}

/** The characters of Windows-1252 from 0x80 on; a space where it has none. */
const WINDOWS_CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Node 20 decodes these characters as Latin-1: https://github.com/nodejs/node/issues/56542 */
function withWindowsCharacters(text: string): string {
  return text.replaceAll(/[\x80-\x9f]/g, (control) => {
    const character = WINDOWS_CHARACTERS[control.charCodeAt(0) - 0x80] ?? ' '
    return character === ' ' ? control : character
  })
}

export function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte)
}

/** Recognizes UTF-16 by zeros, which Latin letters, separators and line ends have beside them. */
function utf16By(sample: Uint8Array): Encoding | null {
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  const half = sample.length / 2
  if (odd > half * MANY_ZEROS && even < half * FEW_ZEROS) return 'utf-16le'
  if (even > half * MANY_ZEROS && odd < half * FEW_ZEROS) return 'utf-16be'
  return null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
