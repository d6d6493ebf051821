import type { BadgeVariant } from '@/ui/display/badge.tsx'
import { pathOf, type Rectangle } from './lines.ts'
import type { Picture } from './picture.ts'

/** The content of a box in a file. */
export interface FileBox {
  id: string
  name: string
  word: string
  variant: BadgeVariant | null
  isStrong: boolean
}

interface MapFile {
  title: string
  /** Lines that say what the map shows, and when. */
  notes: readonly string[]
  picture: Picture
  boxes: readonly FileBox[]
  numberOf: (total: number) => string
  /** The width of a text in this font. */
  measure: (text: string, font: string) => number
}

const MARGIN = 16
const TITLE_HEIGHT = 24
const LINE_HEIGHT = 18
const PADDING = 12
const FAMILY = 'system-ui, sans-serif'
const NAME_FONT = `14px ${FAMILY}`
const WORD_FONT = `12px ${FAMILY}`
const GRAY = '#5d6070'
const COLORS: Readonly<Record<BadgeVariant, string>> = {
  ...{ default: '#3a3fae', secondary: '#23252e', outline: '#23252e', neutral: GRAY },
  ...{ success: '#175c38', warning: '#7a5200', danger: '#a11818' },
}

/** Draws the map into a file of its own: on white, with a head that says what it shows. */
export function mapFile({ title, notes, picture, boxes, numberOf, measure }: MapFile): string {
  const top = MARGIN + TITLE_HEIGHT + notes.length * LINE_HEIGHT + 8
  const heads = [title, ...notes].map((line) => measure(line, NAME_FONT) * 1.2)
  const width = Math.ceil(Math.max(picture.width, ...heads) + 2 * MARGIN)
  const height = Math.ceil(top + picture.height + MARGIN)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FAMILY}">`,
    `<title>${escaped(title)}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto">',
    `<path d="M0 0L8 4L0 8Z" fill="${GRAY}"/></marker></defs>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 16}" font-size="16" font-weight="600">${escaped(title)}</text>`,
    ...notes.map(
      (note, place) =>
        `<text x="${MARGIN}" y="${MARGIN + TITLE_HEIGHT + (place + 1) * LINE_HEIGHT - 4}" font-size="12" fill="${GRAY}">${escaped(note)}</text>`,
    ),
    `<g transform="translate(${MARGIN} ${top})">`,
    ...picture.lines.map(lineOf),
    ...boxes.flatMap((box) => {
      const place = picture.boxes.get(box.id)
      return place ? boxOf(box, place, measure) : []
    }),
    ...picture.lines.flatMap(({ label, total }) => (label ? numberBox(label, numberOf(total)) : [])),
    '</g></svg>',
  ].join('\n')
}

function lineOf({ points, isMembership, total }: Picture['lines'][number]): string {
  const look = isMembership
    ? 'stroke="#c9cad3" stroke-dasharray="2 4" stroke-width="1.25"'
    : `stroke="${GRAY}" marker-end="url(#arrow)" stroke-width="${total > 1 ? 2.5 : 1.25}"`
  return `<path d="${pathOf(points)}" fill="none" ${look}/>`
}

/** Names stand in the middle, so that they read from either side. */
function boxOf(
  { name, word, variant, isStrong }: FileBox,
  { x, y, width, height }: Rectangle,
  measure: MapFile['measure'],
): readonly string[] {
  const room = width - 2 * PADDING
  const [middle, first, second] = [x + width / 2, y + height / 2 - 6, y + height / 2 + 14]
  return [
    `<g><title>${escaped(name)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#fff" stroke="${isStrong ? COLORS.default : '#c9cad3'}" stroke-width="${isStrong ? 2 : 1}"/>`,
    `<text x="${middle}" y="${first}" text-anchor="middle" font-size="14" fill="#23252e">${escaped(shortened(name, room, NAME_FONT, measure))}</text>`,
    `<text x="${middle}" y="${second}" text-anchor="middle" font-size="12" fill="${COLORS[variant ?? 'neutral']}">${escaped(shortened(word, room, WORD_FONT, measure))}</text></g>`,
  ]
}

function numberBox({ x, y, width, height }: Rectangle, number: string): readonly string[] {
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#fff" stroke="#c9cad3"/>`,
    `<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle" font-size="12" fill="#23252e">${escaped(number)}</text>`,
  ]
}

/** Cuts a text to its room, by whole letters as readers see them. */
function shortened(text: string, room: number, font: string, measure: MapFile['measure']): string {
  if (measure(text, font) <= room) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const fits = (count: number) => measure(`${letters.slice(0, count).join('')}…`, font) <= room
  const count = letters.findLastIndex((_, place) => fits(place + 1)) + 1
  return `${letters.slice(0, count).join('')}…`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Signs that no XML may have. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string) =>
  text.replace(FORBIDDEN, '\u{FFFD}').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
