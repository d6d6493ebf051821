import { expect, it } from 'vitest'
import { plainSchedule } from './dialects.ts'
import { DIALECTS } from './dialects.examples.ts'

it.each(DIALECTS)('reads %s as %s', (text, cron, timeZone) => {
  expect(plainSchedule(text)).toEqual({ cron, timeZone })
})
