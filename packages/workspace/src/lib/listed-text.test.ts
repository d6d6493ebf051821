import { expect, test } from 'vitest'
import { listedIn, listedText } from './listed-text.ts'

test('texts come back out of a cell as they were put in', () => {
  const texts = ['one', 'two, three', 'a;b|c', 'say "hi"', '"', 'two\nlines', ' spaces ', "d'accord"]
  expect(listedText(texts.slice(0, 2))).toBe('one; "two, three"')
  for (const marks of [',;|\n', ';|\n', ';\n']) expect(listedIn(listedText(texts), marks)).toEqual(texts)
})

test('lists that people write are read with any mark, and without what is empty', () => {
  expect(listedIn('one, two;three | four;;\nfive,', ',;|\n')).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(listedIn('a 19" rack, "half, open', ',')).toEqual(['a 19" rack', '"half', 'open'])
  expect(listedIn('', ',')).toEqual([])
})
