import { expect, it } from 'vitest'
import { formatSize } from './sizes.ts'

it('says kilobytes below a megabyte, and megabytes from there on', () => {
  expect([0, 4_120, 12_345_678].map((bytes) => formatSize(bytes, 'en'))).toEqual([
    '0 kB',
    '4.1 kB',
    '12.3 MB',
  ])
  expect(formatSize(12_345_678, 'de')).toBe('12,3 MB')
})
