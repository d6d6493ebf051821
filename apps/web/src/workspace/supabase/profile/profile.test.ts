import { expect, test } from 'vitest'
import { fakeService, json, ME, user } from '../fake-service.ts'

const service = fakeService()

test('[CALL-46, PROF-17] a changed profile is saved, and the session has name and picture too', async () => {
  const { profile, access } = await service.openSignedIn()
  const heard: unknown[] = []
  access.onChange((change) => heard.push(change))
  const data = { name: 'Mia Example', avatar_url: 'https://pictures.example/mia.svg' }
  service.answer('PATCH /rest/v1/profiles', () => json({ id: ME }))
  service.answer('PUT /auth/v1/user', () => json({ ...user, user_metadata: data }))
  await profile.save({ name: data.name, avatarUrl: data.avatar_url, bio: 'Draws.' })
  expect(service.sent()).toMatchObject([
    {
      call: `PATCH /rest/v1/profiles?id=eq.${ME}&select=id`,
      body: { name: data.name, avatar: data.avatar_url, bio: 'Draws.' },
    },
    { call: 'PUT /auth/v1/user', body: { data } },
  ])
  expect(heard).toEqual([
    { event: 'updated', person: expect.objectContaining({ name: data.name, avatarUrl: data.avatar_url }) },
  ])
})

test('a change of the bio leaves the session alone', async () => {
  const { profile } = await service.openSignedIn()
  service.answer('PATCH /rest/v1/profiles', () => json({ id: ME }))
  await profile.save({ bio: 'Draws.' })
  expect(service.sent()).toHaveLength(1)
})
