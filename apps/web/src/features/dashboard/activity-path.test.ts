import { expect, test } from 'vitest'
import { ACTIVITY_KINDS } from '@/workspace/port/dashboard.ts'
import { activityPath } from './activity-path.ts'

test('[DASH-12] an activity leads to its record', () => {
  expect(ACTIVITY_KINDS.map((kind) => activityPath({ kind, id: 'a&b' }))).toEqual([
    '/systems?id=a%26b',
    '/automations?id=a%26b',
    '/agents?id=a%26b',
    '/solutions?id=a%26b',
  ])
})
