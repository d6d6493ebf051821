import { expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

it('joins cells, and quotes those that would be read as more than one', () => {
  expect(csvLine(['a', null, 'b, c', 'say "hi"', 'two\nlines', 'x;y'])).toBe(
    'a,,"b, c","say ""hi""","two\nlines","x;y"\r\n',
  )
})

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('makes %j harmless', (cell) => {
  expect(csvLine([cell])).toMatch(/^"?'/)
})
