import { describe, expect, test } from 'vitest'
import { ACCOUNT, fakeService, json, ME } from '../fake-service.ts'

const SUMMARY =
  'id,account_id,author_id,system_id,title,excerpt,category,created_at,updated_at,author:profiles(name,avatar)'

const row = {
  id: 'a1',
  account_id: ACCOUNT,
  author_id: ME,
  system_id: null,
  title: 'First days',
  excerpt: 'Whom to meet',
  content: 'Coffee first.',
  category: 'HR',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-03T03:04:05Z',
  author: { name: 'Ada Example', avatar: 'https://pictures.example/ada.png' },
}
const input = { title: 'First days', excerpt: '', content: 'Coffee first.', category: 'HR', systemId: null }

const service = fakeService()
const articleCalls = () => service.sent().filter(({ call }) => call.includes('knowledge_articles'))

describe('the articles', () => {
  test('[CALL-29][CALL-58][KNOW-13][KNOW-14] reads those of the account with their authors, the last changed first', async () => {
    service.answer('GET /rest/v1/knowledge_articles', () => json([row]))
    const { articles } = await service.openSignedIn()
    expect(await articles.list()).toMatchObject([
      {
        title: 'First days',
        authorName: 'Ada Example',
        authorAvatar: 'https://pictures.example/ada.png',
        updatedAt: new Date('2026-01-03T03:04:05Z'),
      },
    ])
    expect(articleCalls().map(({ call }) => call)).toEqual([
      `GET /rest/v1/knowledge_articles?select=${SUMMARY}&account_id=eq.${ACCOUNT}&order=updated_at.desc,id.desc&limit=1000`,
    ])
  })

  test('[KNOW-15][KNOW-16] names an author who cannot be named, and takes an article about no system', async () => {
    for (const author of [null, { name: null, avatar: null }, { name: '', avatar: null }]) {
      service.answer('GET /rest/v1/knowledge_articles', () => json({ ...row, author }))
      const { articles } = await service.openSignedIn()
      expect(await articles.get('a1')).toMatchObject({
        authorName: 'Unknown',
        authorAvatar: null,
        systemId: null,
        content: 'Coffee first.',
      })
    }
  })

  test('[CALL-59][CALL-60][KNOW-12] creates, changes and deletes one', async () => {
    service.answer('POST /rest/v1/knowledge_articles', () => json(row, 201))
    service.answer('PATCH /rest/v1/knowledge_articles', () => json(row))
    service.answer('DELETE /rest/v1/knowledge_articles', () => json({ id: 'a1' }))
    const { articles } = await service.openSignedIn()
    await articles.create(input)
    await articles.update('a1', { ...input, systemId: 's1' })
    await articles.remove('a1')
    const columns = { title: 'First days', excerpt: '', content: 'Coffee first.', category: 'HR' }
    expect(articleCalls()).toMatchObject([
      {
        call: `POST /rest/v1/knowledge_articles?select=content,${SUMMARY}`,
        body: { ...columns, system_id: null, author_id: ME, account_id: ACCOUNT },
      },
      {
        call: `PATCH /rest/v1/knowledge_articles?id=eq.a1&select=content,${SUMMARY}`,
        body: { ...columns, system_id: 's1', updated_at: expect.any(String) },
      },
      { call: 'DELETE /rest/v1/knowledge_articles?id=eq.a1&select=id' },
    ])
  })

  test('[KNOW-19] asks for a sign-in before anything is written', async () => {
    const { articles } = service.open()
    for (const [verb, write] of [
      ['create', () => articles.create(input)],
      ['update', () => articles.update('a1', input)],
      ['delete', () => articles.remove('a1')],
    ] as const) {
      await expect<Promise<unknown>>(write()).rejects.toMatchObject({
        name: 'NotSignedIn',
        message: `You must be signed in to ${verb} articles`,
      })
    }
    expect(service.calls()).toEqual([])
  })
})
