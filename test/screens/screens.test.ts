import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PICTURES } from '../../e2e/support/pictures/pictures.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'use', 'screens')
const LISTED = Object.entries(PICTURES).flatMap(([variant, names]) =>
  names.map((name) => `${name}-${variant}.png`),
)

it('docs/use/screens has the forty listed pictures; otherwise: npm run screens', () => {
  expect(LISTED).toHaveLength(40)
  expect(readdirSync(FOLDER).toSorted()).toEqual(LISTED.toSorted())
})
