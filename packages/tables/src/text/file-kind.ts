import type { Kind } from '../model/table.ts'
import type { Foreign } from '../model/table-error.ts'
import { startsWith } from './encoding.ts'

/** The first bytes of files that are not text. */
const SIGNATURES: readonly (readonly [found: Foreign, bytes: readonly number[], at?: number])[] = [
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['picture', [0x57, 0x45, 0x42, 0x50], 8],
  ['picture', [0x49, 0x49, 0x2a, 0x00]],
  ['picture', [0x4d, 0x4d, 0x00, 0x2a]],
  ['picture', [0x66, 0x74, 0x79, 0x70], 4],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['archive', [0x1f, 0x8b]],
  ['archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['archive', [0x52, 0x61, 0x72, 0x21]],
  ['program', [0x7f, 0x45, 0x4c, 0x46]],
  ['text_document', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
]
const ZIP = [0x50, 0x4b]
/** Files of old Office programs, and new ones with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0]

/** The kind of a file that is not text, by its bytes and not by its name; null for a text. */
export function binaryKind(bytes: Uint8Array): 'xlsx' | Foreign | null {
  if (startsWith(bytes, ZIP) && bytes[2] !== undefined && bytes[2] < 10) return inZip(bytes)
  if (startsWith(bytes, OLD_OFFICE))
    return holds(bytes, 'EncryptedPackage', 2) ? 'protected_workbook' : 'old_workbook'
  return SIGNATURES.find(([, signature, at]) => startsWith(bytes, signature, at))?.[0] ?? null
}

/** Looks into an archive. Archives name their parts at their end, and most at their beginning. */
function inZip(bytes: Uint8Array): 'xlsx' | Foreign {
  if (holds(bytes, 'xl/workbook.xml') || holds(bytes, 'xl/worksheets/')) return 'xlsx'
  if (holds(bytes, 'mimetypeapplication/vnd.oasis')) return 'open_document'
  return holds(bytes, 'word/document.xml') || holds(bytes, 'ppt/presentation.xml')
    ? 'text_document'
    : 'archive'
}

const LOOKED_AT = 128 * 1024

/** Whether the beginning or the end of a file has a text in Latin letters, of one byte or two each. */
function holds(bytes: Uint8Array, text: string, width: 1 | 2 = 1): boolean {
  const decoder = new TextDecoder(width === 1 ? 'windows-1252' : 'utf-16le')
  const parts = [bytes.subarray(0, LOOKED_AT), bytes.subarray(Math.max(0, bytes.length - LOOKED_AT))]
  return parts.some((part) => decoder.decode(part).includes(text))
}

/** The highest share of zeros and control characters in a text. A text has none, but a few may have slipped in. */
const MOST_CONTROLS = 0.02
const SAMPLE = 8192

/** The kind of a text, by its content; the name decides between formats that both match. */
export function textKind(text: string, name: string): Kind | Foreign {
  const sample = text.slice(0, SAMPLE)
  if (controls(sample) > sample.length * MOST_CONTROLS) return 'unknown'
  const begin = sample.trimStart()
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (/^<\?xml/i.test(begin)) return 'xml'
  if (/^<(?:!doctype|html|table|head|meta)\b/i.test(begin)) return 'web_page'
  if (extension === 'yaml' || extension === 'yml') return 'yaml'
  if (extension === 'jsonl' || extension === 'ndjson') return 'json-lines'
  if (isJson(begin)) return isJsonLines(text) ? 'json-lines' : 'json'
  if (extension === 'json') return 'json'
  return !['csv', 'tsv', 'tab'].includes(extension) && isYaml(begin) ? 'yaml' : 'csv'
}

function controls(sample: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
}

function isJson(begin: string): boolean {
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{\]"\d-]|true|false|null|$))/.test(begin)
}

/** Whether each line is a separate value: the first line is complete, and another follows. */
function isJsonLines(text: string): boolean {
  const lines = text.trimStart()
  const end = lines.indexOf('\n')
  const first = lines.slice(0, end).trimEnd()
  return (
    end > 0 && first.startsWith('{') && first.endsWith('}') && /^\s*\{/.test(lines.slice(end, end + 1_000))
  )
}

/** Whether more than half of the lines look like YAML: keys with colons, lists with dashes. */
function isYaml(begin: string): boolean {
  if (/^---\s*(?:#.*)?\r?\n/.test(begin)) return true
  const lines = begin.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  const like = lines.filter((line) => /^\s*(?:- )*[\w./"'$-]+:(?:\s|$)|^\s*- \S/.test(line))
  return lines.length > 1 && !/[,;\t|]/.test(lines[0] ?? '') && like.length > lines.length / 2
}
