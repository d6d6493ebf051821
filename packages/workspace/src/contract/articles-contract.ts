import { describe, expect, test } from 'vitest'
import { NotSignedIn } from '../errors.ts'
import type { ArticleInput } from '../port/articles.ts'
import type { ContractOptions } from './options.ts'

function newInput(): ArticleInput {
  return {
    title: `Contract ${crypto.randomUUID()}`,
    excerpt: 'Written by a test',
    content: 'Ask the person who wrote it.',
    category: 'HR',
    systemId: null,
  }
}

const NO_ARTICLE = '00000000-0000-4000-8000-000000000000'

/** Tests articles against any implementation of the port. */
export function articlesContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Articles', () => {
    test('[KNOW-12] say that one is not there', async () => {
      const { articles } = await open()
      await expect(settle(articles.get(NO_ARTICLE))).rejects.toMatchObject({ kind: 'not-found' })
    })

    if (!keepsWrites) {
      test('[KNOW-12, 13, 14] are listed, the last changed first, and read one by one', async () => {
        const { articles } = await open()
        const list = await settle(articles.list())
        const times = list.map(({ updatedAt }) => updatedAt.getTime())
        expect(times).toEqual([...times].sort((one, other) => other - one))
        const [first] = list
        const read = await settle(articles.get(first?.id ?? ''))
        expect(read).toMatchObject({ ...first, authorName: expect.stringMatching(/./) })
        expect(read.content).not.toBe('')
      })

      test('[KNOW-19] are not written by guests, who hear that they must be signed in', async () => {
        const { articles } = await open()
        for (const [verb, write] of [
          ['create', () => articles.create(newInput())],
          ['update', () => articles.update(NO_ARTICLE, newInput())],
          ['delete', () => articles.remove(NO_ARTICLE)],
        ] as const) {
          const refusal = await settle<unknown>(write()).catch((error: unknown) => error)
          expect(refusal).toBeInstanceOf(NotSignedIn)
          expect(refusal).toMatchObject({ message: `You must be signed in to ${verb} articles` })
        }
      })
      return
    }

    test('[KNOW-12, 13, 14, 16] are kept as they are written, changed and deleted', async () => {
      const { articles } = await open()
      const older = await settle(articles.create(newInput()))
      const input = newInput()
      const newer = await settle(articles.create(input))
      expect(newer).toEqual({
        ...input,
        id: expect.any(String),
        accountId: expect.any(String),
        authorId: expect.any(String),
        authorName: expect.stringMatching(/./),
        authorAvatar: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      })
      const firstTwo = async () => (await settle(articles.list())).slice(0, 2).map(({ id }) => id)
      expect(await firstTwo()).toEqual([newer.id, older.id])

      const changed = { ...input, title: `${input.title} again`, content: 'Ask somebody else.' }
      expect(await settle(articles.update(older.id, changed))).toMatchObject(changed)
      expect(await settle(articles.get(older.id))).toMatchObject(changed)
      expect(await firstTwo()).toEqual([older.id, newer.id])

      for (const { id } of [older, newer]) await settle(articles.remove(id))
      expect(await firstTwo()).not.toContain(newer.id)
      await expect(settle(articles.remove(newer.id))).rejects.toMatchObject({ kind: 'not-found' })
    })
  })
}
