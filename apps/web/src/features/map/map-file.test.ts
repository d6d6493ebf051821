import { expect, test } from 'vitest'
import { mapFile } from './map-file.ts'
import { BOX } from './picture.ts'

const measure = (text: string) => [...text].length * 7
const LONG = `${'Ledger of all '.repeat(8)}accounts`

function file(name: string, notes: readonly string[] = []) {
  return mapFile({
    ...{ title: 'Map', notes, measure, numberOf: String },
    picture: {
      ...{ width: 400, height: 100 },
      boxes: new Map([['one', { x: 10, y: 10, ...BOX }]]),
      lines: [
        { id: 'a', points: [{ x: 0, y: 0 }], isMembership: false, total: 12, label: { x: 1, y: 2, ...BOX } },
        { id: 'b', points: [{ x: 0, y: 0 }], isMembership: true, total: 0, label: null },
      ],
    },
    boxes: [
      { id: 'one', name, word: 'Active', variant: 'success', isStrong: false },
      { id: 'not drawn', name: 'Elsewhere', word: '', variant: null, isStrong: false },
    ],
  })
}
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

test('a file says what it shows and when, and has the boxes and numbers of the picture alone', () => {
  expect(textsOf(file('Ledger', ['Nov 30, 2026', 'Color by: Status']))).toEqual([
    ...['Map', 'Nov 30, 2026', 'Color by: Status', 'Ledger', 'Active', '12'],
  ])
})

test('a long name is cut to its box, and kept whole as its title', () => {
  const svg = file(LONG)
  const name = textsOf(svg)[1] ?? ''
  expect(measure(name)).toBeLessThanOrEqual(BOX.width - 24)
  expect(name).toMatch(/^Ledger of all.*…$/)
  expect(svg).toContain(`<title>${LONG}</title>`)
})

test('a name is cut between letters, not inside of one', () => {
  const flag = '\u{1F1E9}\u{1F1EA}'
  expect(textsOf(file(flag.repeat(40)))[1]).toBe(`${flag.repeat(9)}…`)
})

test('a name stays text, whatever signs it has', () => {
  const svg = file('</text><script>alert("&")</script>\u{0}')
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;\u{FFFD}')
})
