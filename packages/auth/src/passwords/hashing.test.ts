import { expect, test } from 'vitest'
import { createPasswords } from './hashing.ts'

test('hashes at the cost of Supabase Auth', async () => {
  const passwords = await createPasswords()
  expect(await passwords.hash('correct horse battery', 'somebody')).toMatch(/^\$2a\$10\$/)
})

test('many guesses of one network keep nobody of another one waiting for all of them', async () => {
  // The least cost: on a busy machine nobody may wait so long that they are refused.
  const passwords = await createPasswords(2, 4)
  const finished: string[] = []
  const check = async (asker: string) => {
    await passwords.matches('a guess', null, asker)
    finished.push(asker)
  }
  const flood = Array.from({ length: 12 }, () => check('198.51.100.1'))
  const honest = Array.from({ length: 2 }, () => check('203.0.113.5'))
  await Promise.all(honest)
  await Promise.all(flood)
  expect(finished.lastIndexOf('203.0.113.5')).toBeLessThan(8)
})
