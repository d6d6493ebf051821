import type { TeamMember } from '@cairn/workspace/port/team'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { expertCandidates, refusalToAdd } from './expert-candidates.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18next
    .createInstance()
    .init({ lng: 'en', keySeparator: false, nsSeparator: false, resources: {} })
})

const member = (id: string, isPending = false): TeamMember => ({ id, name: id, avatarUrl: null, isPending })

test('[SYS-33] offers everybody who is not an expert yet', () => {
  const members = [member('ada'), member('ben'), member('eva', true)]
  expect(expertCandidates(members, [member('ben')]).map(({ id }) => id)).toEqual(['ada', 'eva'])
})

test('[SYS-38, 39] refuses to add a pending member, and says why', () => {
  expect(refusalToAdd(member('eva', true), t)).toEqual({
    title: 'Cannot add pending user',
    description: 'This user has not yet accepted their invitation',
    variant: 'destructive',
  })
  expect(refusalToAdd(member('ada'), t)).toBeNull()
})
