import { expect, test } from 'vitest'
import { createPasswords } from './hashing.ts'

test('hashes at the cost of Supabase Auth', async () => {
  const passwords = await createPasswords()
  expect(await passwords.hash('correct horse battery', 'somebody')).toMatch(/^\$2a\$10\$/)
})

test('many guesses of one network keep nobody of another one waiting for all of them', async () => {
  const passwords = await createPasswords()
  const finished: string[] = []
  const check = async (asker: string) => {
    await passwords.matches('a guess', null, asker)
    finished.push(asker)
  }
  const flood = Array.from({ length: 12 }, () => check('198.51.100.1'))
  const honest = Array.from({ length: 2 }, () => check('203.0.113.5'))
  await Promise.all(honest)
  // On a machine that is busy the last of the flood may be refused for waiting too long.
  await Promise.allSettled(flood)
  expect(finished.lastIndexOf('203.0.113.5')).toBeLessThan(8)
})
